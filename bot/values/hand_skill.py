"""Skill in hands: points given away, and the kinds of mistakes that cost them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Final

from ofc_engine.board import Placement, Row
from ofc_engine.players.knowledge import Out
from ofc_engine.players.leaks import Leak
from ofc_engine.players.opinions import NEGLIGIBLE as NEGLIGIBLE_POINTS
from ofc_engine.players.opinions import Advice, Part, Parts
from ofc_engine.rule_options import Scoring

THOUSAND: Final = 1000
"""Costs and luck are kept in thousandths of a point."""
NEGLIGIBLE: Final = round(NEGLIGIBLE_POINTS * THOUSAND)
"""Thousandths of a point: a cost below this is none."""


@dataclass(frozen=True)
class PartGaps:
    """By how much the best placement beats another in each `Part`: thousandths of a point.

    `errors` are their standard errors. As text: all points, then all errors.
    """

    points: tuple[int, ...]
    errors: tuple[int, ...]

    @staticmethod
    def of(better: Parts, other: Parts) -> "PartGaps":
        """The gaps between two placements; `other.errors` are those of the difference."""
        points = (b - o for b, o in zip(better.values, other.values, strict=True))
        return PartGaps(_thousandths(points), _thousandths(other.errors))

    def __str__(self) -> str:
        return " ".join(map(str, (*self.points, *self.errors)))

    @staticmethod
    def parse(text: str) -> "PartGaps":
        """The value that `str` wrote; ValueError for anything else."""
        numbers = tuple(map(int, text.split(" ")))
        found = PartGaps(numbers[: len(Part)], numbers[len(Part) :])
        if len(found.errors) != len(Part) or min(found.errors) < 0:
            raise ValueError(text)
        return found


def mean_gaps(every: Iterable[PartGaps], hands: int, scoring: Scoring) -> "Compared":
    """The gaps of some decisions summed up and divided by `hands`, in points.

    Decisions are taken to be independent, so their errors add up as squares.
    """
    points, errors = zip(*((each.points, each.errors) for each in every), strict=True)
    ahead = (sum(column) / THOUSAND / hands for column in zip(*points, strict=True))
    unsure = (hypot(*column) / THOUSAND / hands for column in zip(*errors, strict=True))
    nothing = (0.0,) * len(Part)
    return Compared(Parts(tuple(ahead), nothing), Parts(nothing, tuple(unsure)), scoring)


def _thousandths(points: Iterable[float]) -> tuple[int, ...]:
    return tuple(round(each * THOUSAND) for each in points)


@dataclass(frozen=True)
class Mistake:
    """A decision that gave away `cost` thousandths of a point.

    `at` is its place in the hand's log; `street` counts from 1, 0 is Fantasyland; `line` is the
    row that differs most from the best placement, 0 the Front. `parts` are those of the cost, None
    where it has none.
    """

    at: int
    street: int
    line: int
    kind: Leak
    cost: int
    parts: PartGaps | None = None


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
    costliest mistakes. Costs too small to report are in `given` alone. `through` has for each kind
    the parts of its cost per hand, in points, where they are known.
    """

    name: str
    hands: int
    given: int
    streets: Mapping[int, int]
    lines: Mapping[int, int]
    kinds: Mapping[Leak, int]
    worst: tuple[CostlyMistake, ...]
    through: Mapping[Leak, "Compared"]


CERTAIN: Final = 2.0
"""Standard errors beyond which a difference is certain enough to report."""
_TOLD: Final = 3
"""How many parts a sentence names."""


@dataclass(frozen=True)
class Compared:
    """The points of a placement by part, and those of a better one, whose errors are 0."""

    better: Parts
    other: Parts
    scoring: Scoring

    def difference(self, part: Part) -> float:
        """By how many points the better one is ahead in a part."""
        return self.better.values[part] - self.other.values[part]

    def error(self, part: Part) -> float:
        """The standard error of the difference."""
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
        """True if a part is worth a line in a table."""
        return any(
            abs(each.values[part]) >= NEGLIGIBLE_POINTS for each in (self.better, self.other)
        )


@dataclass(frozen=True)
class Coming:
    """The likeliest hand that the next card makes in a row, and the cards that make it."""

    row: Row
    out: Out


@dataclass(frozen=True)
class Hint:
    """The best placements, best first; the first compared with the second, and its best outlook.

    `giving_up` is the cost of giving up (R8) if that is better than all of them, else 0.
    """

    best: tuple[Advice, ...]
    compared: Compared | None = None
    coming: Coming | None = None
    giving_up: int = 0


@dataclass(frozen=True)
class JudgedDecision:
    """A decision beside the best one; the placement None is giving up.

    `cost` is in points; `rank` counts from 1 among `of` ways, None if it is not known.
    `on_behalf`: it was taken for the player. `error` is by how many points the cost may be wrong.
    `compared` has the parts of the cost, None if unknown; `coming` is what the best may become
    next.
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
