"""The timer plays for people whose time has run out or who are away (R11.1), places layouts that
are to be placed by themselves, reminds players on turn, and closes tables.

It keeps nothing that matters in memory: what is due stands in the database. Time in which the
bot was away is nobody's loss: all deadlines are moved on by it at the start, when people can reach
the bot again, or when the machine has slept or its time has jumped.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import SystemRandom
from sqlite3 import Connection
from typing import Final

import numpy as np

from bot.ofc.board import Placement
from bot.ofc.views import HandView
from bot.players.knowledge import Knowledge
from bot.players.levels import CAUTIOUS
from bot.store import closings, deadlines, drafts, reminders
from bot.store.database import Database
from bot.store.deadlines import Deadline
from bot.store.drafts import Due
from bot.tables import attendance, expiry, play
from bot.tables.background import in_background
from bot.tables.changed import changed
from bot.tables.painter import Painter
from bot.tables.placing import place_laid_out
from bot.tables.reminding import remind
from bot.tables.table import loaded

log: Final = logging.getLogger(__name__)

_LONGEST_SLEEP: Final = 2.0
"""Seconds after which it looks again in any case: clocks can be put forward."""
_JUMP: Final = 30
"""Seconds of the machine's time since a look from which the bot counts as having been away."""
_SIGN_EVERY: Final = 10.0
_PUT_OFF: Final = 60


class Timer:
    """Waits for the next deadline; `clock` gives Unix seconds."""

    def __init__(self, database: Database, painter: Painter, clock: Callable[[], float]) -> None:
        self._database = database
        self._painter = painter
        self._clock = clock
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._signed = 0.0
        self._looked = 0.0
        self._is_looking = False
        self._is_paused = False
        self.followers: list[Callable[[int], Awaitable[None]]] = []
        """Called with the id of a table at which the timer has played."""

    async def start(self) -> None:
        """Credit everybody with the time the bot was away, and begin."""
        self._looked = time.time()
        await self._database.write(partial(self._sign, attendance.begin))
        self._task = asyncio.create_task(self._run())

    def pause(self) -> None:
        """Nobody can reach the bot: nothing is due until `resume`, and the bot counts as away."""
        self._is_paused = True

    def resume(self) -> None:
        """People can reach the bot again; a longer pause is credited to everybody."""
        self._is_paused = False
        self.wake()

    def wake(self) -> None:
        """Look again what is due next."""
        self._changed.set()

    @property
    def is_playing(self) -> bool:
        """Whether it does what is due, or is about to look for it."""
        return self._task is not None and (self._changed.is_set() or self._is_looking)

    async def close(self) -> None:
        """Stop; what is due waits for the next start."""
        if self._task is None:
            return
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if self._is_paused:
            return
        try:
            await self._database.write(partial(self._sign, attendance.sign_of_life))
        except sqlite3.Error as error:
            # The last sign of life is some seconds old: the credit is a little larger.
            log.warning("could not note when the bot stopped: %s", error)

    async def look(self) -> int | None:
        """Do all that is due now; returns when something is due next (Unix seconds)."""
        due_at = await self._database.read(_next_due)
        if due_at is None or due_at > self._clock():
            return due_at
        await self._look_at_closings()
        await self._end_matches()
        while await self._place_next() or await self._play_next() or await self._remind_next():
            pass
        return await self._database.read(_next_due)

    async def _place_next(self) -> bool:
        """Place a layout that is to be placed by itself by now; False if none is."""
        due = await self._database.read(drafts.first_due)
        now = int(self._clock())
        if due is None or due.places_at > now:
            return False
        try:
            await self._database.write(partial(_place, due, now))
            await self._show_played(due.table_id)
        except Exception:
            log.exception("table %d: could not place what was laid out", due.table_id)
            await self._database.write(partial(drafts.stay, due=due))
        return True

    async def _play_next(self) -> bool:
        """Play for whoever is the longest late; False if nobody is."""
        due = await self._database.read(deadlines.first)
        if due is None or due.due_at > self._clock():
            return False
        try:
            await self._run_out(due)
        except Exception:
            log.exception("table %d: could not play for a late player", due.table_id)
            await self._database.write(partial(deadlines.put_off, due, _PUT_OFF))
        return True

    async def _remind_next(self) -> bool:
        """Tell the people of one table what they are to be told by now; False if nobody is."""
        first = await self._database.read(reminders.first)
        now = int(self._clock())
        if first is None or first[1] > now:
            return False
        table_id = first[0]
        try:
            await self._database.write(partial(_tell, table_id, now))
            await self._painter.wake(table_id)
        except Exception:
            log.exception("table %d: could not remind the players on turn", table_id)
            off = partial(reminders.put_off, table_id=table_id, until=now + _PUT_OFF)
            await self._database.write(off)
        return True

    async def _look_at_closings(self) -> None:
        while (first := await self._database.read(closings.first)) is not None:
            table_id, closes_at = first
            if closes_at > self._clock():
                break
            now = int(self._clock())
            try:
                await self._database.write(partial(expiry.close_expired, table_id, now))
                log.info("table %d: closed, nobody has played there for long", table_id)
                await self._painter.wake(table_id)
            except Exception:
                log.exception("table %d: could not be closed", table_id)
                off = partial(closings.put, table_id=table_id, at=now + _PUT_OFF)
                await self._database.write(off)

    async def _end_matches(self) -> None:
        """Close the tables between two hands whose match has run its time."""
        now = int(self._clock())
        if await self._database.read(partial(closings.overdue, now=now)):
            for table_id in await self._database.write(partial(expiry.end_overdue, now=now)):
                log.info("table %d: closed, the time of its match is up", table_id)
                await self._painter.wake(table_id)

    async def _run(self) -> None:
        while True:
            self._is_looking = True
            self._changed.clear()
            due_at = None
            try:
                if not self._is_paused:
                    await self._attend()
                    due_at = await self.look()
                    self._looked = time.time()
            except Exception:
                log.exception("the timer could not do what was due")
            self._is_looking = False
            left = _LONGEST_SLEEP if due_at is None else due_at - self._clock()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, _LONGEST_SLEEP))

    async def _attend(self) -> None:
        """Give a sign of life, or credit everybody with the time in which the bot did not look.

        It was paused, or the machine has slept or its time has jumped; a clock that was set back
        is signed at once. The machine's own time tells that: the sandbox puts its clock forward on
        purpose.
        """
        away = int(time.time() - self._looked)
        if away > _JUMP:
            log.warning("away for %d s: cut off, asleep, or the machine's time has jumped", away)
            come_back = partial(attendance.come_back, away=away)
            await self._database.write(partial(self._sign, come_back))
        elif abs(self._clock() - self._signed) >= _SIGN_EVERY:
            await self._database.write(partial(self._sign, attendance.sign_of_life))

    def _sign(self, how: Callable[[Connection, int], None], db: Connection) -> None:
        """Keep in one of the ways of `attendance` that the bot is there now."""
        self._signed = self._clock()
        how(db, int(self._signed))

    async def _run_out(self, due: Deadline) -> None:
        """Make the decision of somebody whose time has run out, or who is away."""
        view = await self._database.read(partial(_view_to_place, due))
        placement = None
        if view is not None:
            placement = await in_background(partial(_safe_placement, view))
        await self._database.write(partial(_decide, due, placement, int(self._clock())))
        await self._show_played(due.table_id)

    async def _show_played(self, table_id: int) -> None:
        await self._painter.wake(table_id)
        for follow in self.followers:
            await follow(table_id)


def _next_due(db: Connection) -> int | None:
    """When something is due next (Unix seconds)."""
    deadline, reminder, draft = deadlines.first(db), reminders.first(db), drafts.first_due(db)
    due = [closings.next_at(db), None if deadline is None else deadline.due_at]
    due += [None if reminder is None else reminder[1], None if draft is None else draft.places_at]
    return min((at for at in due if at is not None), default=None)


def _place(due: Due, now: int, db: Connection) -> None:
    """Place what somebody has laid out, unless they have changed it in the end."""
    place_laid_out(db, due, now)
    drafts.stay(db, due)
    changed(db, due.table_id, now)


def _tell(table_id: int, now: int, db: Connection) -> None:
    """Note the reminders of a table that are due; the painter posts them."""
    remind(db, loaded(db, table_id), now)
    changed(db, table_id, now)


def _view_to_place(due: Deadline, db: Connection) -> HandView | None:
    """What a late player may see, to place for them; None if their hand is killed (R11.1)."""
    table = loaded(db, due.table_id)
    if table.running is None:
        return None
    if table.rules.time_out_kills and not table.presence_of(due.player_id).is_absent:
        return None
    return table.running.view(due.player_id)


def _safe_placement(view: HandView) -> Placement:
    return CAUTIOUS.decide(
        Knowledge.of(view), np.random.default_rng(SystemRandom().getrandbits(64))
    )


def _decide(due: Deadline, placement: Placement | None, now: int, db: Connection) -> None:
    """Place, or kill the hand, unless the player was quicker in the end."""
    table = loaded(db, due.table_id)
    if deadlines.get(db, due.table_id, due.player_id) == due and table.running is not None:
        log.info("table %d, decision %s: made for a late player", due.table_id, due.decision)
        play.decide_for(db, table, table.people[due.player_id], placement, now)
    changed(db, due.table_id, now)
