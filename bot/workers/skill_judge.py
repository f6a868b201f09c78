"""The judge of skill judges finished hands in the background, a few decisions at a time.

What is to be judged is in the database, so that a restart goes on with it; the verdicts on a hand
are written once all of it is judged. Judging gives way to people: it rests while anything else is
being thought about or any message waits to be drawn, and a few decisions take a fraction of a
second.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.game.loading import loaded
from bot.store import guilds, hands, judgements, surfaces
from bot.store.database import Database
from bot.store.engine import Connection
from bot.surfaces.painter import Painter
from bot.surfaces.retrying import Workers
from bot.tasks import Thinker
from bot.values.hand_skill import NEGLIGIBLE, THOUSAND, HandSkill, Mistake, PartGaps
from ofc_engine.operations import parse_operation
from ofc_engine.players.leaks import kind_of, row_of
from ofc_engine.players.skill import JUDGE, FinishedHand, Skill, Verdict
from ofc_engine.players.thinking import judge_on


@dataclass(frozen=True)
class HandToJudge:
    """A finished hand to be judged, its players in acting order, and its number at its table."""

    hand_id: int
    table_id: int
    players: tuple[int, ...]
    hand: FinishedHand
    number: int


def next_case(db: Connection) -> HandToJudge | None:
    """The next hand to judge, None if there is none; one played with real cards has no log."""
    hand_id = judgements.next_unjudged(db)
    if hand_id is None:
        return None
    table_id, number = hands.place_of(db, hand_id)
    table = loaded(db, table_id, hand=number)
    played = table.played
    assert played is not None, "the hand was just found"
    visits = tuple(part.fantasyland for part in played.acting)
    log = tuple(map(parse_operation, played.log))
    hand = FinishedHand(table.rules, visits, log, played.on_behalf)
    return HandToJudge(
        hand_id, table_id, tuple(part.player_id for part in played.acting), hand, number
    )


def keep(db: Connection, case: HandToJudge, skills: Sequence[Skill]) -> bool:
    """Write down the verdicts on a hand; returns True if a message is to show them now."""
    seats = [
        (_of_hand(player_id, each), _mistakes(each))
        for player_id, each in zip(case.players, skills, strict=True)
    ]
    if not judgements.keep(db, case.hand_id, JUDGE, seats):
        return False
    table = loaded(db, case.table_id, hand=case.number)
    if table.mode.withheld(db, table) is not None:
        return False  # it is told once all groups have played the deal (R14.4)
    if not guilds.get(db, table.row.guild_id).tells_skill:
        return False
    surfaces.edit_result_again(db, case.table_id, case.hand_id)
    return True


def _of_hand(player_id: int, each: Skill) -> HandSkill:
    worst = each.worst
    street = None if worst is None or worst.cost * THOUSAND < NEGLIGIBLE else worst.street
    luck = None if each.luck is None else round(each.luck * THOUSAND)
    return HandSkill(player_id, round(each.given_away * THOUSAND), luck, street)


def _mistakes(each: Skill) -> list[Mistake]:
    return [
        Mistake(
            verdict.decision.at,
            verdict.street,
            row_of(verdict),
            kind_of(verdict),
            round(verdict.cost * THOUSAND),
            _parts(verdict),
        )
        for verdict in each.own
        if verdict.cost * THOUSAND >= NEGLIGIBLE
    ]


def _parts(verdict: Verdict) -> PartGaps | None:
    """The parts of a cost; None if it is about giving up, which has none."""
    given = None if verdict.should_give_up or verdict.review is None else verdict.review.given
    if given is None or given.parts is None or verdict.best.parts is None:
        return None
    return PartGaps.of(verdict.best.parts, given.parts)


# --- the judge -------------------------------------------------------------------------------


log: Final = logging.getLogger(__name__)

JUDGES_AFTER: Final = 2.0
"""Seconds after a change until the judge looks for finished hands: results are shown first."""
_FIRST_RETRY: Final = 5.0
_ALL: Final = 0
"""The one key of the workers: a single one judges hand after hand."""
_AT_A_TIME: Final = 0.1
"""Seconds of judging before it checks whether anybody is waiting.

An early decision of a hand takes about as long as all of its later ones together.
"""


class SkillJudge:
    """Judges finished hands, for which it looks `pause` seconds after a change of a table."""

    def __init__(
        self, database: Database, painter: Painter, thinker: Thinker, pause: float
    ) -> None:
        self._database = database
        self._painter = painter
        self._thinker = thinker
        self._pause = pause
        self._planned: asyncio.TimerHandle | None = None
        self._workers = Workers(
            lambda _all: "judging hands",
            self._judge_all,
            lambda _all: self.wake(),
            first=_FIRST_RETRY,
        )

    async def start(self) -> None:
        """Judge the hands there are, and look for more whenever a table changes."""
        await self._database.write(partial(judgements.judge_anew, judge=JUDGE))
        self._painter.followers.append(lambda _table: self.wake())
        self.wake()

    def wake(self) -> None:
        """Plan to look for finished hands, unless that is planned already."""
        if self._planned is None and not self._workers.is_closed:
            loop = asyncio.get_running_loop()
            self._planned = loop.call_later(self._pause, self._begin)

    @property
    def is_judging(self) -> bool:
        """True while it looks for hands or judges one."""
        return self._planned is not None or bool(self._workers)

    async def close(self) -> None:
        """Stop; a hand that was being judged is judged anew after the next start."""
        if self._planned is not None:
            self._planned.cancel()
        await self._workers.close()

    def _begin(self) -> None:
        self._planned = None
        # The worker looks for more anyway, but may have done so just before this hand was over.
        self._workers.begin_anew(_ALL)

    async def _judge_all(self, _all: int) -> None:
        while (case := await self._next()) is not None:
            if case.hand.log:
                await self._judge(case)
            else:
                await self._pass_over(case)

    async def _next(self) -> HandToJudge | None:
        return await self._database.read(next_case)

    async def _judge(self, case: HandToJudge) -> None:
        """Judge a hand; one that fails is left for good, else it would fail again and again."""
        try:
            skills = await self._skills(case)
        except Exception:
            log.exception("hand %d is left without a judgement", case.hand_id)
            await self._pass_over(case)
            return

        def work(db: Connection) -> bool:
            return keep(db, case, skills)

        if await self._database.write(work):
            await self._painter.wake(case.table_id)

    async def _pass_over(self, case: HandToJudge) -> None:
        await self._database.write(partial(judgements.pass_over, hand_id=case.hand_id))

    async def _skills(self, case: HandToJudge) -> tuple[Skill, ...]:
        skills = None
        while skills is None:
            await self._painter.backlog.emptied()
            await self._thinker.idle()
            skills = await self._thinker.think(partial(judge_on, case.hand, _AT_A_TIME))
        return skills
