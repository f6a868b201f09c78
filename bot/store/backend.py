"""The needs of the door to the database, beside connections, as each engine meets them."""

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
        """Of how many shards this process does by itself what is to be done; None for all."""
        return None

    async def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Begin to look after what is this process's part.

        `left` is called when something may be left undone: a process has ended, or the database was
        away. `changed` is called with the ids of tables that another process has changed.
        """

    async def end(self) -> None:
        """Leave everything to the other processes."""

    async def tell(self, table_ids: Collection[int]) -> None:
        """Have those who look after some tables know that something has changed there."""


class Backend(Protocol):
    """A database with which this process works until `release`.

    What does something here is so unless an engine says otherwise. All but `release` is called in
    the connection's own thread, or while nobody else works with it.
    """

    address: Address
    """Where it is."""

    def connect(self) -> tuple[Connection, Memory]:
        """The connection, with an up-to-date schema, and what it remembers.

        Raises DamagedError, SchemaError, InUseError or StoreError.
        """
        ...

    def verify_in_place(self) -> None:
        """Raise OperationalError if what is at the address is not what it works with any more."""

    def commit(self, commit: Callable[[tuple[type[Exception], ...]], None]) -> None:
        """Commit something; `commit` is given the errors after which nothing of it is kept."""
        commit(())

    def leave_no_trace(self, db: Connection) -> None:
        """Wipe what people who were forgotten leave behind; raises StoreError or Error."""
        ...

    def others(self, _door: Door, /) -> Others:
        """The other processes that work with it."""
        return Others()

    def release(self) -> None:
        """Let other bots work with it: a lock of the connection's goes with that."""


def folder_of_backups(address: Address, backups: Path | None) -> Path:
    """The folder for backups: the one that is named, or `backups` beside the file."""
    if backups is not None:
        return backups
    return (address.parent if isinstance(address, Path) else Path("data")) / "backups"
