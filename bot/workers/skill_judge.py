"""The judge of skill judges finished hands in the background, a few decisions at a time.

What is to be judged stands in the database, so that a restart goes on where it was; a hand is kept
once all of it is judged. It gives way to whoever waits: nothing is judged while anything else is
being thought about, or any message waits to be drawn, and a few decisions take a fraction of a
second.
"""

import asyncio
import logging
from functools import partial
from typing import Final

from bot.game import hands_to_judge
from bot.game.hands_to_judge import HandToJudge
from bot.store import judgements
from bot.store.database import Database
from bot.store.engine import Connection
from bot.surfaces.painter import Painter
from bot.surfaces.retrying import Workers
from bot.tasks import Thinker
from ofc_engine.players.skill import JUDGE, Skill
from ofc_engine.players.thinking import judge_on

log: Final = logging.getLogger(__name__)

JUDGES_AFTER: Final = 2.0
"""Seconds until hands that are over are looked for: results are shown first."""
_FIRST_RETRY: Final = 5.0
_ALL: Final = 0
"""All there is to judge: one worker does it, a hand after the other."""
_AT_A_TIME: Final = 0.1
"""Seconds within which it begins with another decision before it looks who waits.

The first ones of a hand take longer each, all of the later ones together about as long.
"""


class SkillJudge:
    """Judges; it looks for hands that are over `pause` seconds after a change of a table."""

    def __init__(
        self, database: Database, painter: Painter, thinker: Thinker, pause: float
    ) -> None:
        self._database = database
        self._painter = painter
        self._thinker = thinker
        self._pause = pause
        self._planned: asyncio.TimerHandle | None = None
        self._workers = Workers(
            lambda _all: "judging hands", self._judge_all, self.wake, first=_FIRST_RETRY
        )

    async def start(self) -> None:
        """Begin with whatever is to be judged, and go on after every change of a table."""
        await self._database.write(partial(judgements.judge_anew, judge=JUDGE))
        self._painter.followers.append(self.wake)
        self.wake(_ALL)

    def wake(self, _table_id: int) -> None:
        """Look in a moment whether a hand is over, unless that is planned."""
        if self._planned is None and not self._workers.is_closed:
            loop = asyncio.get_running_loop()
            self._planned = loop.call_later(self._pause, self._begin)

    @property
    def is_judging(self) -> bool:
        """True while it looks for hands or judges one."""
        return self._planned is not None or bool(self._workers)

    async def close(self) -> None:
        """Stop; a hand that is not judged to its end is judged after the next start."""
        if self._planned is not None:
            self._planned.cancel()
        await self._workers.close()

    def _begin(self) -> None:
        self._planned = None
        # What is under way looks for more by itself, but may have looked a moment ago.
        self._workers.begin_anew(_ALL)

    async def _judge_all(self, _all: int) -> None:
        while (case := await self._next()) is not None:
            if case.hand.log:
                await self._judge(case)
            else:
                await self._pass_over(case)

    async def _next(self) -> HandToJudge | None:
        return await self._database.read(hands_to_judge.next_case)

    async def _judge(self, case: HandToJudge) -> None:
        """Judge a hand, or leave it for good if that fails."""
        try:
            skills = await self._skills(case)
        except Exception:
            log.exception("hand %d is left without a judgement", case.hand_id)
            await self._pass_over(case)
            return

        def work(db: Connection) -> bool:
            return hands_to_judge.keep(db, case, skills)

        if await self._database.write(work):
            await self._painter.wake(case.table_id)

    async def _pass_over(self, case: HandToJudge) -> None:
        await self._database.write(partial(judgements.pass_over, hand_id=case.hand_id))

    async def _skills(self, case: HandToJudge) -> tuple[Skill, ...]:
        skills = None
        while skills is None:
            await self._painter.backlog.all_composed()
            await self._thinker.idle()
            skills = await self._thinker.think(partial(judge_on, case.hand, _AT_A_TIME))
        return skills
