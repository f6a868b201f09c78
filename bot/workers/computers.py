"""Computer players act by themselves, at their own pace, wherever a table waits for one.

Like the painter, it keeps nothing that matters in memory: what is due is read from the
database, also after a restart, and for each table there is at most one worker, which goes on
until no computer player has anything to decide.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from random import getrandbits, uniform
from typing import Final

from bot.game.changes import changed
from bot.game.computer_turns import ComputerTurn, carry_out, due
from bot.game.failure_notices import table_failed
from bot.game.loading import loaded
from bot.store import ours, tables
from bot.store.database import Database
from bot.store.due import earliest
from bot.store.engine import Connection, OperationalError
from bot.surfaces.gateway import Retries
from bot.surfaces.painter import Painter
from bot.tasks import Tasks
from bot.threads import Thinker
from bot.workers.timer import Timer
from ofc_engine.players.thinking import decide

log: Final = logging.getLogger(__name__)

_SHORTEST: Final = 0.6
_LONGEST: Final = 1.4
"""The pace of a decision varies between these shares of the delay, as a person's would."""
_RETRY: Final = 60.0
"""Seconds until a table is looked at again where something went wrong."""


class ComputerPlayers:
    """Plays; `clock` gives Unix seconds, `delay` is about how many a decision takes."""

    def __init__(
        self,
        database: Database,
        painter: Painter,
        timer: Timer,
        thinker: Thinker,
        clock: Callable[[], float],
        *,
        delay: float,
    ) -> None:
        self._database = database
        self._painter = painter
        self._timer = timer
        self._thinker = thinker
        self._clock = clock
        self._delay = delay
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.begin, _RETRY, _RETRY)
        self._tasks = Tasks()
        self._is_closed = False
        timer.followers.append(self.wake)

    async def catch_up(self) -> None:
        """Play on wherever a computer player was waited for when the bot went away."""
        for table_id in await self._database.read(tables.with_computers_playing):
            await self.wake(table_id)

    async def wake(self, table_id: int) -> None:
        """Play on at a table if a computer player is waited for there."""
        try:
            if await self._next(table_id) is not None:
                self.begin(table_id)
        except OperationalError as error:
            self._later(table_id, error)

    def begin(self, table_id: int) -> None:
        """Play on at a table at which a computer player is waited for."""
        if table_id not in self._workers and not self._is_closed:
            what = f"playing for computers at table {table_id}"
            self._workers[table_id] = self._tasks.begin(what, self._work(table_id))

    @property
    def are_playing(self) -> bool:
        """True while one is about to act anywhere."""
        return bool(self._workers)

    async def close(self) -> None:
        """Stop; what is not decided yet is decided after the next start."""
        self._is_closed = True
        self._retries.close()
        await self._tasks.close()

    async def _work(self, table_id: int) -> None:
        """Decide whatever is due at a table until nothing is."""
        try:
            while (task := await self._next(table_id)) is not None:
                await self._act(task)
        except OperationalError as error:
            self._later(table_id, error)
        except Exception:
            log.exception("table %d: a computer player could not act, will try again", table_id)
            self._retries.later(table_id)
            await self._timer.tell_of_failure(partial(table_failed, table_id=table_id))
        finally:
            # Before anything else can run, so that a wake during the last look at the database
            # starts a new worker.
            del self._workers[table_id]

    def _later(self, table_id: int, error: Exception) -> None:
        log.warning("table %d: no computer player acts, will try again: %r", table_id, error)
        self._retries.later(table_id)

    async def _next(self, table_id: int) -> ComputerTurn | None:
        """The next decision of a computer player at a table, if that is ours."""

        def work(db: Connection) -> ComputerTurn | None:
            turn = due(db, table_id)
            return turn if turn is not None and ours.is_table(db, table_id) else None

        return await self._database.read(work)

    async def _act(self, task: ComputerTurn) -> None:
        delay = self._delay * uniform(_SHORTEST, _LONGEST)
        think = self._thinker.think(partial(decide, task.level, task.knowledge, getrandbits(64)))
        # It thinks while it seems to think: a slow decision is not also delayed.
        placement, _ = await asyncio.gather(think, asyncio.sleep(delay))

        def work(db: Connection) -> int | None:
            now = int(self._clock())
            carry_out(db, loaded(db, task.table_id), task, placement, now)
            changed(db, task.table_id, now)
            return earliest(db)

        self._timer.expect(await self._database.write(work))
        await self._painter.wake(task.table_id)
