"""Power cuts: the bot ends at one write, and from then on nothing of it reaches anything.

A write goes down or stays with all that are committed together with it.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from bot.settings import Address
from bot.store.database import Database, Write, Writer
from bot.store.engine import Connection, OperationalError
from tests.e2e.house import House

T = TypeVar("T")


class PowerCut(BaseException):
    """The process is no more: raised wherever it would have gone on."""


class Moment(StrEnum):
    """When the power goes: the write is not kept, or is kept but nobody has heard of it."""

    BEFORE = "before the commit"
    AFTER = "after the commit"


@dataclass
class Mains:
    """The power supply of a bot; it fails at the write with number `at`, counted from 1."""

    at: int | None = None
    moment: Moment = Moment.BEFORE
    writes: int = 0
    is_off: bool = False
    cut: type[BaseException] = PowerCut

    def verify_on(self) -> None:
        if self.is_off:
            raise self.cut

    def write(self, db: Connection, work: Callable[[Connection], T]) -> T:
        """Do some work of a transaction; what changes nothing is no write."""
        self.verify_on()
        before = _changes(db)
        result = work(db)
        if _changes(db) > before:
            self.writes += 1
            if self.fails_now(Moment.BEFORE):
                # With all that was to be committed together.
                db.execute("ROLLBACK")
                raise PowerCut
        return result

    def fails_now(self, moment: Moment) -> bool:
        if not self.is_off and self.at is not None and self.writes >= self.at:
            self.is_off = moment is self.moment
        return self.is_off

    def read(self, db: Connection, work: Callable[[Connection], T]) -> T:
        self.verify_on()
        return work(db)


class MortalWriter(Writer):
    """What keeps writes of a bot that hangs on the mains."""

    mains: Mains

    def keep(self, write: Write[Any]) -> None:
        waiting = [each for each in self.waiting if not each.is_over]
        super().keep(write)
        if self.mains.fails_now(Moment.AFTER):
            for each in waiting:
                if each.is_over:
                    each.error = self.mains.cut()


class MortalDatabase(Database):
    """A database of a bot that hangs on the mains."""

    _writers = MortalWriter
    mains: Mains

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await super().write(partial(self.mains.write, work=work))

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await super().read(partial(self.mains.read, work=work))


class MortalHouse(House):
    """A house whose power can fail."""

    mains = Mains()

    async def start(self) -> None:
        self.mains = mains = Mains()
        self.bot = bot = await self._stack.enter_async_context(self.made(self.next_secret))
        _let_die_quietly(asyncio.get_running_loop())
        connector: Any = bot.http.connector
        connect = connector.connect

        async def connect_if_on(*arguments: Any, **options: Any) -> Any:
            """No request leaves a bot without power."""
            mains.verify_on()
            return await connect(*arguments, **options)

        connector.connect = connect_if_on

    async def open(self, address: Address) -> Database:
        opened = await MortalDatabase.open(address, self.folder / "backups")
        opened.mains = opened._writer.mains = self.mains
        return opened

    async def close(self) -> None:
        """End for good; what a power cut has left unanswered is no fault."""
        await self.stop()
        self.verify_accepted()

    def fail_at(self, write: int, moment: Moment) -> None:
        """Have the power fail at a write, counted from now."""
        self.mains.writes = 0
        self.mains.at, self.mains.moment = write, moment

    async def outlast(self, playing: Coroutine[Any, Any, None]) -> bool:
        """Play until it is done or the power fails; then start again. Returns if it failed."""
        task = asyncio.create_task(playing)
        while not (task.done() or self.mains.is_off):
            await asyncio.wait({task}, timeout=0.002)
        if not self.mains.is_off:
            await task
            self.mains.at = None
            return False
        while not task.done():
            # More than once: Python 3.11's `wait_for` may lose a cancellation.
            task.cancel()
            await asyncio.wait({task}, timeout=0.02)
        # The dead give no last sign of life, and no lease back.
        self.mains.cut = OperationalError
        await self.stop()
        await self.discord.until(lambda: not self.discord.is_connected)
        self.discord.advance(3)
        with suppress(ValueError):
            self.discord.pardon("was not answered within 3 s")
        await self.start()
        return True


def _changes(db: Connection) -> int:
    """How many rows the connection, or its open transaction, has changed so far."""
    if isinstance(db, sqlite3.Connection):
        return db.total_changes
    rows = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables"
    return db.execute(rows).fetchone()[0]


def _let_die_quietly(loop: asyncio.AbstractEventLoop) -> None:
    """A task that ended with the power is no error that somebody forgot to look at."""

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if not isinstance(context.get("exception"), PowerCut):
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
