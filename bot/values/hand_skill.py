"""Skill in hands: points given away, and the kinds of mistakes that cost them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ofc_engine.board import Placement, Row
from ofc_engine.players.knowledge import Out
from ofc_engine.players.leaks import Leak
from ofc_engine.players.opinions import Advice, Part, Parts
from ofc_engine.rule_options import Scoring

THOUSAND: Final = 1000
"""Costs and luck are kept in thousandths of a point."""
NEGLIGIBLE: Final = 50
"""Thousandths of a point: a cost below this is none, as points are written with one decimal."""
NEGLIGIBLE_POINTS: Final = NEGLIGIBLE / THOUSAND
"""The same in points."""


@dataclass(frozen=True)
class Mistake:
    """A decision that gave away `cost` thousandths of a point.

    `at` is its place in the hand's log; `street` counts from 1, 0 is Fantasyland; `line` is the
    row that differs most from the best placement, 0 the Front.
    """

    at: int
    street: int
    line: int
    kind: Leak
    cost: int


@dataclass(frozen=True)
class HandSkill:
    """Points that a player gave away in a hand, and their luck in it: thousandths of a point.

    `worst` is the street they gave away most on, None if nothing; `luck` None is not known.
    """

    player_id: int
    given: int
    luck: int | None
    worst: int | None


@dataclass(frozen=True)
class CostlyMistake:
    """One of the costliest mistakes of a player, in the hand of that `number` in the server."""

    number: int
    street: int
    kind: Leak
    cost: int


@dataclass(frozen=True)
class Leaks:
    """Where a player gave points away in `hands`: thousandths of a point in all of them.

    By street (from 1; 0 is Fantasyland), by row (0 is the Front) and by kind of mistake, and the
    costliest mistakes. What costs too little to be told of is in `given` alone.
    """

    name: str
    hands: int
    given: int
    streets: Mapping[int, int]
    lines: Mapping[int, int]
    kinds: Mapping[Leak, int]
    worst: tuple[CostlyMistake, ...]


CERTAIN: Final = 2.0
"""Standard errors beyond which a difference is certain enough to be told of."""
_TOLD: Final = 3
"""How many parts a sentence names."""


@dataclass(frozen=True)
class Compared:
    """The parts of the points of a placement beside those of a better one, whose errors are 0."""

    better: Parts
    other: Parts
    scoring: Scoring

    def difference(self, part: Part) -> float:
        """By how many points the better one is ahead in a part."""
        return self.better.values[part] - self.other.values[part]

    def error(self, part: Part) -> float:
        """The standard error of that."""
        return self.other.errors[part]

    def certain(self) -> list[tuple[Part, float]]:
        """The parts that differ most, as far as that is certain, the largest difference first."""
        apart = [(part, self.difference(part)) for part in Part]
        sure = [
            (part, points)
            for part, points in apart
            if abs(points) >= max(NEGLIGIBLE_POINTS, CERTAIN * self.error(part))
        ]
        return sorted(sure, key=lambda each: -abs(each[1]))[:_TOLD]

    def shows(self, part: Part) -> bool:
        """True if a table has something to show of a part."""
        return any(
            abs(each.values[part]) >= NEGLIGIBLE_POINTS for each in (self.better, self.other)
        )


@dataclass(frozen=True)
class Coming:
    """The likeliest that the next card makes of a row, and the cards with which it does."""

    row: Row
    out: Out


@dataclass(frozen=True)
class Hint:
    """The best placements, best first; what the first brings beside the second, and hopes for.

    `giving_up` is what that costs (R8), where it is better than all of them, else 0.
    """

    best: tuple[Advice, ...]
    compared: Compared | None = None
    coming: Coming | None = None
    giving_up: int = 0


@dataclass(frozen=True)
class JudgedDecision:
    """A decision and what it was worth beside the best; None gives up.

    `cost` is in points; `rank` counts from 1 among `of` ways, None if it is not known.
    `on_behalf`: it was taken for the player. `error` is by how many points the cost may be wrong.
    `compared` is of what it consists, None where that is not known; `coming` what the best may
    become next.
    """

    given: Placement | None
    best: Placement | None
    cost: float
    rank: int | None
    of: int
    on_behalf: bool = False
    error: float = 0.0
    compared: Compared | None = None
    coming: Coming | None = None

    @property
    def is_best(self) -> bool:
        """True if nothing better is known."""
        return self.cost < NEGLIGIBLE_POINTS
