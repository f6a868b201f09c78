"""Skill in hands: points given away, and the kinds of mistakes that cost them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ofc_engine.board import Placement
from ofc_engine.players.leaks import Leak

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


@dataclass(frozen=True)
class JudgedDecision:
    """A decision and what it was worth beside the best; None gives up.

    `cost` is in points; `rank` counts from 1 among `of` ways, None if it is not known.
    `on_behalf`: it was taken for the player. `error` is by how many points the cost may be wrong.
    """

    given: Placement | None
    best: Placement | None
    cost: float
    rank: int | None
    of: int
    on_behalf: bool = False
    error: float = 0.0

    @property
    def is_best(self) -> bool:
        """True if nothing better is known."""
        return self.cost < NEGLIGIBLE_POINTS
