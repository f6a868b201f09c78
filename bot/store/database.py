"""The one door to the database.

Work is a plain function that gets the `sqlite3.Connection`; it runs from start to end in the
connection's own thread, so no other work can come between its statements, and a whole click
costs one hop between threads.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self, TypeAlias, TypeVar

import aiosqlite

from bot.store.migrate import migrate

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]

_CHUNK: Final = 64


class Database(aiosqlite.Connection):
    """An open database; make one with `await Database.open(path)` and close it with `close`."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open or create the file at `path` and bring its schema up to date.

        Raises SchemaError or sqlite3.Error.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        database = cls(lambda: connect(path), _CHUNK)
        await database
        return database

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


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the project's settings and an up-to-date schema."""
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=256)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        # FULL: what a player was told is done survives a power cut, not only a crash.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


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
