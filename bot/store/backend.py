"""What the door to the database needs of an engine, beside its connections."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from bot.settings import Address
from bot.store.cache import Memory
from bot.store.care import ShardCare
from bot.store.engine import Connection


class Watching(Protocol):
    """What shares the tables among the processes that work with one database."""

    is_first: bool
    """Whether no other process was there when it began."""

    @property
    def care(self) -> ShardCare:
        """What this process looks after now."""
        ...

    def kept(self, db: Connection, seconds: float) -> ShardCare:
        """What this process has looked after for so long without a break, and does now."""
        ...

    def begin(
        self, changed: Callable[[], object], woken: Callable[[Collection[int]], object]
    ) -> None:
        """Begin; both are called in another thread.

        `changed` is called when there is more to look after, or something may be left of a process
        that has ended, `woken` with the ids of tables that another process has changed.
        """
        ...

    def end(self) -> None:
        """Leave everything to the others."""
        ...


class Backend(Protocol):
    """A database with which this process works, alone unless it `is_shared`, until `release`.

    What does something here is so unless an engine says otherwise. All but `release` is called in
    the connection's own thread, or while nobody else works with it.
    """

    address: Address
    """Where it is."""
    is_shared: bool = False
    """Whether other processes of the bot work with it, too, so that two can be at the same row."""

    def connect(self) -> tuple[Connection, Memory]:
        """The connection, with an up-to-date schema, and what it remembers.

        Raises DamagedError, SchemaError, InUseError or StoreError.
        """
        ...

    def verify_in_place(self) -> None:
        """Raise OperationalError if what is at the address is not what it works with any more."""

    def session(self, _db: Connection, /) -> object:
        """What tells the connection from another one after it was lost; None if it never is."""
        return None

    def leave_no_trace(self, db: Connection) -> None:
        """Wipe what people who were forgotten leave behind; raises StoreError or Error."""
        ...

    def watch(self) -> Watching | None:
        """What tells it of other processes; None if there are none."""
        return None

    def release(self) -> None:
        """Let other bots work with it: a lock of the connection's goes with that."""


def folder_of_backups(address: Address, backups: Path | None) -> Path:
    """The folder for backups: the one that is named, or `backups` beside the file."""
    if backups is not None:
        return backups
    return (address.parent if isinstance(address, Path) else Path("data")) / "backups"
