"""The one door to the database.

Work is a plain function that gets the connection; it runs from start to end in the
connection's own thread, so no other work can come between its statements, and a whole click
costs one hop between threads.

Writes that wait while another one is being committed are committed together: a disk takes
milliseconds to keep one transaction, and no longer to keep the work of a hundred people.
"""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar, cast

import aiosqlite

from bot.settings import Address, Shards
from bot.store import tables
from bot.store.backend import Backend, Watching, folder_of_backups
from bot.store.care import EVERYTHING, NOTHING, ShardCare
from bot.store.engines import backend_of
from bot.store.facts import next_turn
from bot.store.writing import Work, Write, Writer

T = TypeVar("T")

_CHUNK: Final = 64
_MOST_GUILDS: Final = 65_536
"""Of how many tables it is known where they are."""


class Database(aiosqlite.Connection):
    """An open database; make one with `await Database.open(address)` and close it with `close`."""

    _writers: type[Writer] = Writer
    _backend: Backend
    _writer: Writer
    _watch: Watching | None
    _guilds: dict[int, int]
    """The servers of tables, which never change."""

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
        database._watch = None
        database._guilds = {}
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

    # --- beside other processes -----------------------------------------------------------------

    @property
    def is_shared(self) -> bool:
        """Whether other processes of the bot work with it, too."""
        return self._backend.is_shared

    @property
    def care(self) -> ShardCare:
        """What this process looks after: everything, unless it shares that with others."""
        if not self._backend.is_shared:
            return EVERYTHING
        return NOTHING if self._watch is None else self._watch.care

    @property
    def is_first(self) -> bool:
        """Whether no other process was there when this one began."""
        return self._watch is None or self._watch.is_first

    async def kept_care(self, seconds: float) -> ShardCare:
        """What this process has looked after for so long without a break, and does now."""
        watch = self._watch
        return EVERYTHING if watch is None else await self.read(lambda db: watch.kept(db, seconds))

    async def begin_watch(
        self, changed: Callable[[], object], woken: Callable[[Collection[int]], object]
    ) -> None:
        """Begin to look after what is this process's part; with no others nothing begins.

        `changed` is called when there is more to look after, or something may be left of a process
        that has ended, `woken` with the ids of tables that another process has changed.
        """
        self._watch = watch = self._backend.watch()
        if watch is None:
            return
        call = asyncio.get_running_loop().call_soon_threadsafe
        await asyncio.to_thread(watch.begin, partial(call, changed), partial(call, woken))

    async def end_watch(self) -> None:
        """Leave everything to the other processes."""
        if self._watch is not None:
            await asyncio.to_thread(self._watch.end)

    async def turn_to_identify(self, alike: int) -> float:
        """In how many seconds one of the shards that Discord counts as the same may identify."""
        return await self.write(partial(next_turn, alike=alike))

    async def is_ours(self, table_id: int) -> bool:
        """Whether this process looks after a table."""
        if not self._backend.is_shared:
            return True
        if table_id not in self._guilds:
            guild_id = await self.read(partial(tables.guild_of, table_id=table_id))
            if guild_id is None:
                return False
            if len(self._guilds) >= _MOST_GUILDS:
                self._guilds.clear()
            self._guilds[table_id] = guild_id
        return self.care.covers(self._guilds[table_id])

    async def tell_others(self, table_ids: Collection[int]) -> None:
        """Tell the processes that look after some tables that something has changed there."""
        words = " ".join(map(str, table_ids))
        await self.write(
            lambda db: db.execute("SELECT pg_notify('ofc_wake', ?)", (words,)).fetchone()
        )

    # --- reading and writing ----------------------------------------------------------------------

    async def session(self) -> object:
        """What tells the connection from another one after it was lost; None if it never is.

        Raises Error as long as there is none.
        """
        return await self.read(self._backend.session)

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
