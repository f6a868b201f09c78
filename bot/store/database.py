"""The one door to the database.

Work is a plain function that gets the connection; it runs from start to end in the
connection's own thread, so no other work can come between its statements, and a whole click
costs one hop between threads.

Writes that wait while another one is being committed are committed together: a disk takes
milliseconds to keep one transaction, and no longer to keep the work of a hundred people.
"""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar, cast

import aiosqlite

from bot.settings import Address, Shards
from bot.store.backend import Backend, Others, folder_of_backups
from bot.store.engines import backend_of
from bot.store.writing import Work, Write, Writer

T = TypeVar("T")

_CHUNK: Final = 64


class Database(aiosqlite.Connection):
    """An open database; make one with `await Database.open(address)` and close it with `close`."""

    _writers: type[Writer] = Writer
    _backend: Backend
    _writer: Writer
    others: Others
    """The other processes that work with it."""

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

        `backups` is the folder for a copy before that (default: `backups` beside the file). One
        that is missing although there are backups of it is created only with `new`. With a part of
        all `shards` other processes may work with it, too. Raises InUseError, DamagedError,
        SchemaError or StoreError.
        """
        backend = backend_of(address, folder_of_backups(address, backups), new=new, shards=shards)

        def connect() -> Any:  # noqa: ANN401 - of whichever engine
            connection, memory = backend.connect()
            database._writer = cls._writers(backend, connection, memory)
            return connection

        database = cls(connect, _CHUNK)
        database._backend = backend
        database.others = backend.others(database)
        try:
            await database
        except BaseException:
            backend.release()
            # It has something to say to the event loop, which must be there until then.
            await asyncio.to_thread(database._thread.join)
            raise
        return database

    @property
    def address(self) -> Address:
        """Where it is."""
        return self._backend.address

    @property
    def commits(self) -> int:
        """How many transactions have been kept since it was opened."""
        return self._writer.commits

    async def close(self) -> None:
        """Finish what is queued and let other bots work with the database."""
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
        """Wipe what people who were forgotten leave behind; raises StoreError or Error.

        What another program holds is left: `bot.upkeep` asks again every hour.
        """
        wipe = partial(self._backend.leave_no_trace, self._conn)
        await self._execute(wipe)  # pyright: ignore[reportUnknownMemberType]
