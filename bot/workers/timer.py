"""The timer does what is due.

It plays for people whose time has run out or who are away (R11.1), confirms complete layouts,
reminds players on turn, deals the next hand of tables, closes them, and takes tournaments on to
their next round. Everything else is an errand: it may take long, so it runs in a task of its own.

Nothing that matters is kept in memory: what is due is in the database, and one query finds the
earliest. The timer sleeps until then, or until it is told of something earlier.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from math import inf
from random import getrandbits
from typing import Final, TypeAlias

from bot.game.changes import changed, close_expired, decide_late, end_match, late_decision
from bot.game.clock import remind
from bot.game.failure_notices import failed
from bot.game.forgetting import forget_whoever_asked
from bot.game.lobby import give_up_seats
from bot.game.readiness import deal_by_itself
from bot.game.tournaments.several_tables import step
from bot.store import drafts, due
from bot.store.database import Database
from bot.store.due import ERRANDS, Due, DueKind
from bot.store.engine import Connection, Error, OperationalError
from bot.store.uptime import UptimeRecorder
from bot.surfaces.gateway import GatewayError, Resting
from bot.surfaces.painter import Painter
from bot.tasks import Tasks, Thinker
from ofc_engine.players.thinking import place_safely

log: Final = logging.getLogger(__name__)

_PUT_OFF: Final = 30
"""Seconds until a failure is tried again: it is likely to fail again, and somebody is waiting."""
_DRAWN_WITHIN: Final = 1.0
"""Most seconds that a tournament waits for pictures before it goes on at more of its tables."""
_ERRANDS_AT_ONCE: Final = 4
"""Errands that run at the same time. At the end of a day each server has one: they queue."""
_RETRY: Final = 5
"""Seconds until it tries again if the database could not be used, which soon passes."""

_Work: TypeAlias = Callable[[Connection, int, int], None]
"""Work at a table (its id) at a moment (Unix seconds), in a transaction."""

_WORK_AT_TABLE: Final[Mapping[DueKind, _Work]] = {
    DueKind.CLOSING: close_expired,
    DueKind.MATCH_END: end_match,
    DueKind.REMINDER: remind,
    DueKind.KEPT_SEAT: give_up_seats,
}


class Timer:
    """Waits for what is due next.

    `clock` gives Unix seconds, `secret` the random bytes of a deal.
    """

    def __init__(
        self,
        database: Database,
        painter: Painter,
        thinker: Thinker,
        clock: Callable[[], float],
        secret: Callable[[], bytes],
    ) -> None:
        self._database = database
        self._painter = painter
        self._secret = secret
        self._thinker = thinker
        self._clock = clock
        self._heartbeat = UptimeRecorder(database, clock)
        self._due_at = 0.0
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_looking = False
        self._is_paused = False
        self._has_returned = False
        """True if an absence was credited that others have not been told of yet."""
        self._errand_tasks = Tasks(GatewayError, OperationalError)
        self._tasks = Tasks()
        self._errand_slots = asyncio.Semaphore(_ERRANDS_AT_ONCE)
        self._running_errands: set[tuple[DueKind, int]] = set()
        self.errands: dict[DueKind, Callable[[int], Awaitable[None]]] = {}
        """Functions that run an errand of a kind, by its id.

        They are run again as long as it is due, also after a GatewayError.
        """
        self.returned: Callable[[], Awaitable[None]] = _no_return
        """Called after an absence, once everybody was credited with it."""

    async def start(self) -> None:
        """Credit everybody with the time the bot was away, and begin."""
        await self._heartbeat.begin()
        self._task = self._tasks.keep_up("the timer", self._run)

    def pause(self) -> None:
        """Do nothing until `resume`, as nobody can reach the bot, which counts as away."""
        self._is_paused = True

    def resume(self) -> None:
        """Go on, as people can reach the bot again; a longer pause is credited to everybody."""
        self._is_paused = False
        self.wake()

    def wake(self) -> None:
        """Look right away for what is due."""
        self._due_at = 0.0
        self._woken.set()

    def expect(self, at: int | None) -> None:
        """Look no later than `at` (Unix seconds), when something is due; None changes nothing.

        This need not be taken back when something is no longer due: looking in vain does no harm.
        """
        if at is not None and at < self._due_at:
            self._due_at = at
            self._woken.set()

    @property
    def is_playing(self) -> bool:
        """True while it does what is due, or is about to look for it."""
        is_looking = self._task is not None and (self._woken.is_set() or self._is_looking)
        return is_looking or self._errand_tasks.is_busy

    async def close(self) -> None:
        """Stop; what is due waits for the next start."""
        if self._task is None:
            return
        await self._tasks.close()
        await self._errand_tasks.close()
        # It has counted as away since it was paused, and still does.
        if self._is_paused:
            return
        try:
            await self._heartbeat.end()
        except Error as error:
            # The last sign of life is some seconds old: the credit is a little larger.
            log.warning("could not note when the bot stopped: %s", error)

    async def _run(self) -> None:
        while True:
            self._is_looking = True
            # Before the look: what is planned during it takes another one.
            self._woken.clear()
            wait: float | None = _RETRY
            try:
                wait = await self._go_on()
            except OperationalError as error:
                log.warning("the timer cannot use the database, will try again: %s", error)
                self._due_at = 0.0
            except Exception:
                log.exception("the timer could not do what was due, will try again")
                self._due_at = 0.0
            self._is_looking = False
            # Woken early, it looks again; otherwise the next thing is due by now.
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def _go_on(self) -> float | None:
        """Do what is due and return the seconds to sleep after it; None is until woken."""
        if self._is_paused:
            return None
        is_time = self._heartbeat.seconds_to_beat <= 0
        self._has_returned |= await self._heartbeat.beat()
        if self._has_returned:
            await self.returned()
            self._has_returned = False
        # Each beat looks, too: within seconds it finds what the timer was not told of.
        if is_time or self._due_at <= self._clock():
            await self._look()
        self._heartbeat.caught_up()
        return min(self._heartbeat.seconds_to_beat, self._due_at - self._clock())

    async def _look(self) -> None:
        """Do all that is due now, the earliest first."""
        while (late := await self._first_late()) is not None:
            try:
                await self._do(late)
            except OperationalError as error:
                log.warning("%s %d: put off: %s", late.kind.name, late.about, error)
                await self._put_off(late, _RETRY)
            except Exception:
                log.exception("%s %d: failed, put off", late.kind.name, late.about)
                if late.kind is DueKind.LAYOUT:  # it waits for its player
                    wait = partial(drafts.wait, player_id=late.about, now=late.at)
                    await self._database.write(wait)
                else:
                    await self._put_off(late, _PUT_OFF)
                await self.tell_of_failure(partial(failed, late=late))

    async def _first_late(self) -> Due | None:
        """The first thing due, if its time has come; else None, and `_due_at` is when it comes."""
        now = int(self._clock())
        self._due_at = inf
        first = await self._database.read(partial(due.first, now=now))
        if first is not None and first.at <= now:
            return first
        # Something earlier may have been told of since the database was read.
        self._due_at = min(self._due_at, inf if first is None else first.at)
        return None

    async def _put_off(self, late: Due, seconds: int) -> None:
        until = int(self._clock()) + seconds
        await self._database.write(partial(due.put_off, late=late, until=until))

    async def _do(self, late: Due) -> None:
        if late.kind is DueKind.TOURNAMENT:
            await self._take_on(late.about)
        elif late.kind in (DueKind.LAYOUT, DueKind.MESSAGE):
            # Not in a task: what takes long, drawing what is shown, is done by others.
            await self.errands[late.kind](late.about)
        elif late.kind in ERRANDS:
            # Put off before it is begun: else the next look would find it again while it runs. If
            # the bot stops meanwhile it comes again.
            await self._put_off(late, _PUT_OFF)
            self._errand_tasks.begin(f"{late.kind.name} {late.about}", self._run_errand(late))
        else:
            await self._do_at_table(late)

    async def _run_errand(self, late: Due) -> None:
        errand = (late.kind, late.about)
        # It is still under way after the time for which it was put off.
        if errand in self._running_errands:
            return
        self._running_errands.add(errand)
        try:
            async with self._errand_slots:
                await self.errands[late.kind](late.about)
        except Resting:
            pass  # What is refused for now was logged, and the errand comes again.
        except (GatewayError, OperationalError):
            raise  # The task logs it: it passes, and the errand comes again.
        except Exception:
            await self.tell_of_failure(partial(failed, late=late))
            raise
        finally:
            self._running_errands.discard(errand)

    async def tell_of_failure(self, count: Callable[..., frozenset[int]]) -> None:
        """Count a failure, and tell those who wait for it once there have been several.

        `count` takes the database and `now`, and returns the tables that show it.
        """
        try:
            shown = await self._database.write(partial(count, now=int(self._clock())))
            self.wake()  # An announcement may say so, too.
            for table_id in shown:
                await self._painter.wake(table_id)
        except Exception:
            log.exception("nobody could be told that something failed")

    async def _take_on(self, tournament_id: int) -> None:
        """Do a tournament's next step, once the messages of its last one are drawn."""
        # The hundreds of pictures of a hand that begins would delay the answers to presses.
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAWN_WITHIN):
                await self._painter.backlog.emptied()
        now = int(self._clock())

        def work(db: Connection) -> set[int]:
            touched = step(db, tournament_id, now, self._secret)
            # Those who have asked for it may have been part of the round that is over now.
            forget_whoever_asked(db)
            return touched

        for table_id in await self._database.write(work):
            await self._painter.wake(table_id)

    async def _do_at_table(self, late: Due) -> None:
        if late.kind is DueKind.DEADLINE:
            work = await self._decision(late.about)
        elif late.kind is DueKind.NEXT_HAND:
            work = partial(deal_by_itself, fresh=self._secret())
        else:
            work = _WORK_AT_TABLE[late.kind]
        # A placement may end a hand, so that the table waits for its people from then on.
        is_touched = late.kind is DueKind.DEADLINE
        now = int(self._clock())
        await self._database.write(partial(_followed, work, late.about, now, is_touched))
        await self._painter.wake(late.about)

    async def _decision(self, table_id: int) -> _Work:
        """The work that makes the first decision at a table that somebody is late with."""
        deadline, known = await self._database.read(partial(late_decision, table_id=table_id))
        # Outside any transaction, as it takes long; `decide_late` checks whether it still fits.
        placement = None
        if known is not None:
            placement = await self._thinker.think(partial(place_safely, known, getrandbits(64)))
        return partial(decide_late, deadline=deadline, placement=placement)


async def _no_return() -> None:
    """Stands in until the client sets `returned`."""


def _followed(work: _Work, table_id: int, now: int, is_touched: bool, db: Connection) -> None:
    work(db, table_id, now)
    changed(db, table_id, now, is_touched=is_touched)
