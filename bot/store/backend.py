"""The interfaces that an engine implements for `bot.store.database`, besides its connections."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol, TypeVar

from bot.settings import Address
from bot.store.cache import Memory
from bot.store.engine import Connection

T = TypeVar("T")


class Door(Protocol):
    """An engine's view of `bot.store.database.Database`."""

    async def read(self, work: Callable[[Connection], T], /) -> T:
        """Run `work`, which only reads."""
        ...

    async def write(self, work: Callable[[Connection], T], /) -> T:
        """Run `work` as one transaction."""
        ...


class Turns(Protocol):
    """Shares what Discord allows a bot among its processes."""

    def share(self) -> float:
        """This process's part of all requests, from 0 to 1."""
        ...

    async def to_identify(self, alike: int) -> None:
        """Wait until a shard may identify; `alike` is the same for those that Discord counts so."""
        ...


class Others:
    """The other processes that work with the same database, and its server: here is none."""

    turns: Turns | None = None
    """How this process takes turns with others, if there may be some."""
    is_first: bool = True
    """False if another process was there when this one began."""

    @property
    def looked_after(self) -> int | None:
        """The number of shards that this process looks after; None if it looks after all."""
        return None

    async def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Begin to look after this process's shards.

        `left` is called when work may have been left undone: another process has ended, or the
        database was away. `changed` is called with the ids of tables that another one has changed.
        """

    async def end(self) -> None:
        """Leave everything to the other processes."""

    async def tell(self, table_ids: Collection[int]) -> None:
        """Tell the processes that look after these tables that something has changed there."""


class Backend(Protocol):
    """A database with which this process works until `release`.

    Methods with a body are defaults that an engine may override. All but `release` are called in
    the connection's own thread, or while nobody else works with it.
    """

    address: Address
    """Where it is."""

    def connect(self) -> tuple[Connection, Memory]:
        """A connection, after an upgrade of its schema, and its cache.

        Raises DamagedError, SchemaError, InUseError or StoreError.
        """
        ...

    def verify_in_place(self) -> None:
        """Raise OperationalError if another database has taken the place of the open one."""

    def commit(self, commit: Callable[[tuple[type[Exception], ...]], None]) -> None:
        """Call `commit` with the errors after which nothing of the transaction is kept."""
        commit(())

    def leave_no_trace(self, db: Connection) -> None:
        """Wipe the remains of deleted personal data; raises StoreError or Error."""
        ...

    def others(self, _door: Door, /) -> Others:
        """The other processes that work with it."""
        return Others()

    def release(self) -> None:
        """Let other bots work with it, by giving up the lock."""


def folder_of_backups(address: Address, backups: Path | None) -> Path:
    """The folder for backups: the one that is named, or `backups` beside the file."""
    if backups is not None:
        return backups
    return (address.parent if isinstance(address, Path) else Path("data")) / "backups"
