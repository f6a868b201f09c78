"""The one door to the database.

Work is a plain function that gets the `sqlite3.Connection`; it runs from start to end in the
connection's own thread, so no other work can come between its statements, and a whole click
costs one hop between threads.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeAlias, TypeVar

import aiosqlite

from bot.store.connection import connect_checked
from bot.store.lock import Lock

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]

_CHUNK: Final = 64


class Database(aiosqlite.Connection):
    """An open database; make one with `await Database.open(path)` and close it with `close`."""

    _lock: Lock

    @classmethod
    async def open(cls, path: Path, backups: Path | None = None) -> Self:
        """Open or create the file at `path` and bring its schema up to date.

        `backups` is the folder for a copy before that (default: `backups` beside the file).
        Raises InUseError, DamagedError, SchemaError or StoreError.
        """
        lock = Lock(path)
        folder = path.parent / "backups" if backups is None else backups
        database = cls(lambda: connect_checked(path, folder), _CHUNK)
        database._lock = lock
        try:
            await database
        except BaseException:
            lock.release()
            # It has something to say to the event loop, which must be there until then.
            await asyncio.to_thread(database._thread.join)
            raise
        return database

    async def close(self) -> None:
        """Finish what is queued and let other bots work with the file."""
        try:
            await super().close()
        finally:
            self._lock.release()

    if TYPE_CHECKING:  # aiosqlite leaves it untyped

        async def _execute(self, fn: Callable[..., T], *args: object) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """Run `work` as one transaction: all of it is kept, or nothing if it raises."""
        return await self._run(_in_transaction, work)

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads."""
        return await self._run(_reading, work)

    async def _run(self, how: Callable[[sqlite3.Connection, Work[T]], T], work: Work[T]) -> T:
        # Subclasses of aiosqlite.Connection own its queue: this is the one hop per work.
        return await self._execute(how, self._conn, work)


def _in_transaction(connection: sqlite3.Connection, work: Work[T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _reading(connection: sqlite3.Connection, work: Work[T]) -> T:
    connection.execute("BEGIN")
    try:
        return work(connection)
    finally:
        connection.execute("ROLLBACK")
