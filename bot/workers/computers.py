"""Plays for computer players, at their own pace, wherever a table waits for one.

Nothing that matters is kept in memory: what is due is read from the database, also after a restart.
Each table has at most one worker, which goes on until no computer player has anything to decide.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from random import getrandbits, uniform
from typing import Final

from bot.game.changes import changed
from bot.game.computer_turns import ComputerTurn, carry_out, task_of
from bot.game.failure_notices import table_failed
from bot.game.loading import loaded
from bot.game.table import Table
from bot.store import tables
from bot.store.database import Database
from bot.store.due import earliest
from bot.store.engine import Connection, OperationalError, is_our_table
from bot.surfaces.painter import Painter
from bot.surfaces.retrying import Workers
from bot.tasks import Thinker
from bot.workers.timer import Timer
from ofc_engine.players.thinking import decide

_SHORTEST: Final = 0.6
_LONGEST: Final = 1.4
"""A decision takes the delay times a number between these, as a person's pace varies."""
_RETRY: Final = 60.0
"""Seconds until a table at which something went wrong is tried again."""


class ComputerPlayers:
    """Plays for them; `clock` gives Unix seconds, `delay` is about how long a decision takes."""

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
        self._workers = Workers(
            lambda table_id: f"playing for computers at table {table_id}",
            self._work,
            self._begin,
            first=_RETRY,
            longest=_RETRY,
        )
        painter.followers.append(self._follow)

    async def catch_up(self) -> None:
        """Play on at every table where it is a computer player's turn, after a restart."""
        for table_id in await self._database.read(tables.with_computers_playing):
            self._begin(table_id)

    @property
    def are_playing(self) -> bool:
        """True while one decides, at any table."""
        return bool(self._workers)

    async def close(self) -> None:
        """Stop; what is not decided yet is decided after the next start."""
        await self._workers.close()

    def _follow(self, table: Table) -> None:
        if task_of(table) is not None:
            self._begin(table.id)

    def _begin(self, table_id: int) -> None:
        self._workers.begin_anew(table_id)

    async def _work(self, table_id: int) -> None:
        """Decide whatever is due at a table until nothing is."""
        try:
            while (task := await self._next(table_id)) is not None:
                await self._act(task)
        except OperationalError:
            raise  # The workers try again: it passes.
        except Exception:
            await self._timer.tell_of_failure(partial(table_failed, table_id=table_id))
            raise

    async def _next(self, table_id: int) -> ComputerTurn | None:
        """The next decision of a computer player at a table; None if none is for this process."""

        def work(db: Connection) -> ComputerTurn | None:
            turn = task_of(loaded(db, table_id))
            return turn if turn is not None and is_our_table(db, table_id) else None

        return await self._database.read(work)

    async def _act(self, task: ComputerTurn) -> None:
        delay = self._delay * uniform(_SHORTEST, _LONGEST)
        think = self._thinker.think(partial(decide, task.level, task.knowledge, getrandbits(64)))
        # The delay passes while it thinks: it only makes quick decisions look thought about.
        placement, _ = await asyncio.gather(think, asyncio.sleep(delay))

        def work(db: Connection) -> int | None:
            now = int(self._clock())
            carry_out(db, loaded(db, task.table_id), task, placement, now)
            changed(db, task.table_id, now)
            return earliest(db)

        self._timer.expect(await self._database.write(work))
        await self._painter.wake(task.table_id)
