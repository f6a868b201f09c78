"""Exercises: decisions at which a kind of mistake lies near, five in a session.

They are pages of the tutorial beyond its lessons: one for each kind, dealt from a seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.store import exercises
from bot.store.engine import Connection
from bot.store.exercises import Exercise
from bot.values.hand_skill import THOUSAND, Leak
from ofc_engine.players.skill import JUDGE

KINDS: Final = (Leak.FOUL, Leak.CHASED, Leak.PAIR, Leak.FLUSH, Leak.PASSED)
"""The kinds of mistakes that can be practised."""
SESSION: Final = 5
"""Exercises of a session: most of what costs a player most, the last of all kinds in turn."""
TOLERANCE: Final = 0.4
"""Points that an answer may cost and still be right: the judge is no surer on early streets."""
_FIRST_PAGE: Final = 16
_MONTH: Final = 30 * 86_400
"""Seconds."""


def page_of(kind: Leak) -> int:
    """The page of the tutorial that has exercises of a kind."""
    return _FIRST_PAGE + KINDS.index(kind)


def kind_at(page: int) -> Leak | None:
    """The kind of mistake that a page of the tutorial is about, None if it has no exercises."""
    place = page - _FIRST_PAGE
    return KINDS[place] if 0 <= place < len(KINDS) else None


def next_kind(costs: Mapping[Leak, int], answered: int) -> Leak:
    """The kind of the next exercise, by what each has cost and how many were `answered` before.

    The costliest kinds share all but the last of a session, as votes share seats (D'Hondt); that
    one, and everything where nothing is known of somebody, is of each kind in turn.
    """
    session, place = divmod(answered, SESSION)
    known = {kind: costs[kind] for kind in KINDS if costs.get(kind)}
    if not known:
        return KINDS[answered % len(KINDS)]
    if place == SESSION - 1:
        return KINDS[session % len(KINDS)]
    shares = [(cost / turn, kind) for kind, cost in known.items() for turn in range(1, SESSION)]
    return sorted(shares, reverse=True)[place][1]


@dataclass(frozen=True)
class Course:
    """How somebody gets on: the exercises they have `answered`, the first first.

    `has_mistakes`: their own hands say what they practise.
    """

    answered: tuple[Exercise, ...]
    has_mistakes: bool

    @property
    def done(self) -> int:
        """How many of the session are answered, the last of them included: 0 to 4."""
        return len(self.answered) % SESSION

    @property
    def latest(self) -> tuple[Exercise, ...]:
        """The exercises of the session that the latest answer belongs to."""
        count = len(self.answered)
        return self.answered[count - (self.done or min(count, SESSION)) :]

    @property
    def given(self) -> float | None:
        """Points given away in that session; None if two judges have judged it."""
        latest = self.latest
        return sum(e.cost for e in latest) / THOUSAND if _by_this_judge(*latest) else None

    @property
    def right(self) -> int:
        """How many answers of that session were right."""
        return sum(each.cost < TOLERANCE * THOUSAND for each in self.latest)

    @property
    def before(self) -> float | None:
        """Points given away in as many exercises in the month before it; None if in none."""
        latest = self.latest
        earlier = self.answered[: len(self.answered) - len(latest)]
        since = latest[0].ended_at - _MONTH if latest else 0
        costs = [e.cost for e in earlier if e.ended_at >= since and _by_this_judge(e)]
        return sum(costs) / len(costs) * len(latest) / THOUSAND if costs else None


def course_of(db: Connection, player_id: int) -> Course:
    """How a player gets on with exercises."""
    costs = exercises.costs_by_kind(db, player_id)
    return Course(exercises.answered(db, player_id), any(costs[kind] for kind in KINDS))


def _by_this_judge(*answered: Exercise) -> bool:
    return all(each.judge == JUDGE for each in answered)
