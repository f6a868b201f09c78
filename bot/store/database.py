"""Runs all reads and writes of the database, one after the other.

A unit of work is a plain function of the connection. It runs from start to end in the connection's
own thread, so that nothing can come between its statements, and a whole click costs one hop between
threads.

Writes that wait while another one is being committed are committed together: the disk takes
milliseconds for a transaction, whether it has the work of one person or of a hundred.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar, cast

import aiosqlite

from bot.settings import Address, Shards
from bot.store.cache import Memory
from bot.store.engine import Connection
from bot.store.engines import Backend, Others, backend_of, folder_of_backups

T = TypeVar("T")

Work: TypeAlias = Callable[[Connection], T]

_TOGETHER: Final = 64
"""The most writes that are committed together: all of them wait for the last."""


@dataclass
class Write(Generic[T]):
    """Work to be committed, and its result or error once `is_over`."""

    work: Work[T]
    is_over: bool = False
    result: T | None = None
    error: BaseException | None = None

    @property
    def outcome(self) -> T:
        """The result once it is over; raises the work's error, or that of the commit."""
        if self.error is not None:
            raise self.error
        return cast("T", self.result)


class Writer:
    """Runs reads and writes on a connection whose memory learns what they change."""

    def __init__(self, backend: Backend, db: Connection, memory: Memory) -> None:
        self._backend = backend
        self._db = db
        self._memory = memory
        self.waiting: deque[Write[Any]] = deque()
        """The writes to be committed, in the order in which they came."""
        self.commits = 0
        """How many transactions have been committed."""

    def keep(self, write: Write[Any]) -> None:
        """Commit a waiting write together with those that have come since.

        If the commit fails, all of them have failed.
        """
        if write.is_over:
            return
        # Earlier writes are over by now: this one is the first that waits.
        count = min(len(self.waiting), _TOGETHER)
        writes = [self.waiting.popleft() for _ in range(count)]
        try:
            self._backend.commit(partial(self._commit, writes))
        except BaseException as error:  # noqa: BLE001 - raised where each write is awaited
            for each in writes:
                each.error = error
        for each in writes:
            each.is_over = True

    def _commit(self, writes: list[Write[Any]], again: tuple[type[Exception], ...]) -> None:
        """Run all in one transaction, without those that fail; after an error of `again`, none."""
        for each in writes:
            each.error = None
        self._backend.verify_in_place()
        self._begin("BEGIN IMMEDIATE")
        try:
            self._memory.begin(writes=True)
            # A single write needs no savepoint: undoing the transaction undoes just that.
            if len(writes) == 1:
                writes[0].result = writes[0].work(self._db)
            else:
                for each in writes:
                    self._work_apart(each, again)
            self._memory.finish()
            self._db.execute("COMMIT")
            self.commits += 1
        except BaseException:
            self._memory.undo()
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _work_apart(self, write: Write[Any], again: tuple[type[Exception], ...]) -> None:
        """Run one of several writes; undo it alone if it fails, except for an error of `again`."""
        self._db.execute("SAVEPOINT one")
        try:
            write.result = write.work(self._db)
        except BaseException as error:
            if not self._db.in_transaction:  # SQLite has rolled back all of it
                raise
            if isinstance(error, again):
                raise
            self._memory.undo()
            self._db.execute("ROLLBACK TO one")
            write.error = error
        self._db.execute("RELEASE one")

    def read(self, work: Work[T]) -> T:
        """The result of a function that only reads, from one state of the database."""
        self._begin("BEGIN")
        try:
            self._memory.begin(writes=False)
            return work(self._db)
        finally:
            self._memory.undo()
            self._db.execute("ROLLBACK")

    def _begin(self, statement: str) -> None:
        """Begin a transaction, after rolling back one that could not be ended."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._db.execute(statement)


# --- the database ----------------------------------------------------------------------------


class Database(aiosqlite.Connection):
    """An open database; make one with `await Database.open(address)` and close it with `close`."""

    _writers: type[Writer] = Writer
    _backend: Backend
    _writer: Writer
    others: Others
    """The other processes that use it."""

    @classmethod
    async def open(
        cls,
        address: Address,
        backups: Path | None = None,
        *,
        new: bool = False,
        shards: Shards | None = None,
    ) -> Self:
        """Open or create the database at an address and bring its schema up to date.

        `backups` is the folder for a copy before that (default: `backups` beside the file). A
        missing database of which there are backups is created only with `new`. If `shards` are
        not all of them, other processes may use it, too. Raises InUseError, DamagedError,
        SchemaError or StoreError.
        """
        backend = backend_of(address, folder_of_backups(address, backups), new=new, shards=shards)
        undo = ExitStack()
        undo.callback(backend.release)

        def connect() -> Any:  # noqa: ANN401 - of whichever engine
            connection, memory = backend.connect()
            undo.callback(connection.close)
            database._writer = cls._writers(backend, connection, memory)
            return connection

        # aiosqlite wants to know how many rows its cursors fetch at a time; none are used here.
        database = cls(connect, 64)
        database._backend = backend
        database.others = backend.others(database)
        try:
            await database
        except BaseException:
            # The thread still calls the event loop, which must not be closed before that. If this
            # was cancelled it has connected meanwhile.
            await asyncio.to_thread(database._thread.join)
            undo.close()
            raise
        return database

    @property
    def address(self) -> Address:
        """Where it is."""
        return self._backend.address

    @property
    def commits(self) -> int:
        """How many transactions have been committed since it was opened."""
        return self._writer.commits

    async def close(self) -> None:
        """Finish what is queued and let other bots use the database."""
        try:
            await super().close()
        finally:
            self._backend.release()

    async def write(self, work: Work[T]) -> T:
        """Run `work` as one transaction: all of it is kept, or nothing if it raises."""
        write = Write(work)
        self._writer.waiting.append(write)
        await self._execute(self._writer.keep, write)  # pyright: ignore[reportUnknownMemberType]
        return write.outcome

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads."""
        done = self._execute(self._writer.read, work)  # pyright: ignore[reportUnknownMemberType]
        return cast("T", await done)

    async def leave_no_trace(self) -> None:
        """Wipe the remains of people who were forgotten; raises StoreError or Error.

        Another program that reads the file can prevent it: `bot.upkeep` tries again every hour.
        """
        wipe = partial(self._backend.leave_no_trace, self._conn)
        await self._execute(wipe)  # pyright: ignore[reportUnknownMemberType]
