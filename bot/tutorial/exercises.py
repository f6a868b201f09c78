"""Exercises: decisions that invite a kind of mistake, five in a session.

They are pages of the tutorial beyond its lessons: one for each game and kind, dealt from a seed.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.store import judgements
from bot.store.engine import Connection
from bot.store.judgements import Exercise
from bot.values.hand_skill import THOUSAND, Leak
from ofc_engine.players.skill import JUDGE

KINDS: Final = (Leak.FOUL, Leak.CHASED, Leak.PAIR, Leak.FLUSH, Leak.PASSED)
"""The kinds of mistakes that can be practised."""
GAMES: Final = (
    *("pineapple", "classic", "turbo", "deuce"),
    *(f"{name}+{jokers}" for name in ("pineapple", "classic", "turbo") for jokers in (1, 2)),
)
"""The games in which they can be practised, in the order of their pages."""
SESSION: Final = 5
"""Exercises of a session: the last of each kind in turn, the others of the costliest mistakes."""
TOLERANCE: Final = 0.4
"""Points that an answer may cost and still be right: the judge is no surer on early streets."""
_FIRST_PAGE: Final = 16
_MONTH: Final = 30 * 86_400
"""Seconds."""


class Topic(NamedTuple):
    """A subject of exercises: a kind of mistake in a game (`Variant.game`)."""

    game: str
    kind: Leak


_TOPICS: Final = tuple(Topic(game, kind) for game in GAMES for kind in KINDS)


def page_of(topic: Topic) -> int:
    """The page of the tutorial that has exercises about it."""
    return _FIRST_PAGE + _TOPICS.index(topic)


def topic_at(page: int) -> Topic | None:
    """The topic of the exercises on a page of the tutorial, None if it has none."""
    place = page - _FIRST_PAGE
    return _TOPICS[place] if 0 <= place < len(_TOPICS) else None


def next_topic(costs: Mapping[Topic, int], answered: int, usual: str = GAMES[0]) -> Topic:
    """The topic of the next exercise, by costs so far and how many were `answered` before.

    All but the last of a session are shared out by cost, as seats are by votes (D'Hondt). The last
    is of each kind in turn, in the game that has cost most. Without any costs all are of each kind
    in turn, in the `usual` game.
    """
    session, place = divmod(answered, SESSION)
    known = {topic: costs[topic] for topic in _TOPICS if costs.get(topic)}
    if not known:
        return Topic(usual, KINDS[answered % len(KINDS)])
    if place == SESSION - 1:
        of = Counter[str]()
        for topic, cost in known.items():
            of[topic.game] += cost
        return Topic(max(of, key=lambda game: of[game]), KINDS[session % len(KINDS)])
    shares = [(cost / turn, topic) for topic, cost in known.items() for turn in range(1, SESSION)]
    return sorted(shares, reverse=True)[place][1]


@dataclass(frozen=True)
class Course:
    """A player's progress: the exercises they have `answered`, oldest first.

    `has_mistakes`: the topics come from mistakes in their own hands.
    """

    answered: tuple[Exercise, ...]
    has_mistakes: bool

    @property
    def done(self) -> int:
        """How many exercises of the session are answered: 0 to 4, 0 after the last."""
        return len(self.answered) % SESSION

    @property
    def latest(self) -> tuple[Exercise, ...]:
        """The exercises of the session that the latest answer belongs to."""
        count = len(self.answered)
        return self.answered[count - (self.done or min(count, SESSION)) :]

    @property
    def given(self) -> float | None:
        """Points given away in that session; None if it was not all judged by this judge."""
        latest = self.latest
        return sum(e.cost for e in latest) / THOUSAND if _by_this_judge(*latest) else None

    @property
    def right(self) -> int:
        """How many answers of that session were right."""
        return sum(each.cost < TOLERANCE * THOUSAND for each in self.latest)

    @property
    def before(self) -> float | None:
        """Average points given away in as many exercises in the month before; None without any."""
        latest = self.latest
        earlier = self.answered[: len(self.answered) - len(latest)]
        since = latest[0].ended_at - _MONTH if latest else 0
        costs = [e.cost for e in earlier if e.ended_at >= since and _by_this_judge(e)]
        return sum(costs) / len(costs) * len(latest) / THOUSAND if costs else None


def costs_of(db: Connection, player_id: int) -> Counter[Topic]:
    """Costs of a player's latest hands by topic, in thousandths of a point."""
    found = judgements.costs_by_game_and_kind(db, player_id)
    return Counter({Topic(*which): cost for which, cost in found.items() if which in _TOPICS})


def course_of(db: Connection, player_id: int) -> Course:
    """The progress of a player with exercises."""
    return Course(judgements.answered(db, player_id), any(costs_of(db, player_id).values()))


def _by_this_judge(*answered: Exercise) -> bool:
    return all(each.judge == JUDGE for each in answered)
