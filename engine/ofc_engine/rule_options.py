"""House rules: the meanings of the values of a ruleset's options that take more than a word.

Each maps its allowed values to the data or the function that the engine uses, so that no code asks
for a value by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, TypeAlias

from ofc_engine.board import Row
from ofc_engine.ranking import Category

# --- scoring of a pair (R4) ---------------------------------------------------------------


@dataclass(frozen=True)
class Scoring:
    """R4.1-R4.3: points for a row, for all three rows, and for at least two of them."""

    row: int
    scoop: int
    majority: int

    @property
    def full_loss(self) -> int:
        """Points that a scooped or fouled player loses to one opponent, before royalties (R5.2)."""
        return 3 * self.row + self.scoop + self.majority


SCORINGS: Final = MappingProxyType(
    {"1-6": Scoring(1, 3, 0), "2-4": Scoring(1, 0, 1), "1": Scoring(1, 0, 0)}
)

# --- royalties (R6.2, R6.3) ---------------------------------------------------------------

Points: TypeAlias = Mapping[Category, int]


def _points(*of: int, trips: int = 0) -> Points:
    """Points from straight to royal flush, and for trips."""
    ascending = (c for c in Category if c >= Category.STRAIGHT)
    return MappingProxyType({Category.TRIPS: trips, **dict(zip(ascending, of, strict=True))})


@dataclass(frozen=True)
class Royalties:
    """R6.2: points by category for the two five-card rows.

    `ranked` tells if rows that are paid by rank score at all: the Front (R6.3) and lows (R13.1).
    """

    middle: Points
    back: Points
    ranked: bool = True

    def __getitem__(self, row: Row) -> Points:
        return self.middle if row is Row.MIDDLE else self.back


_BACK: Final = _points(2, 4, 6, 10, 15, 25)
ROYALTIES: Final = MappingProxyType(
    {
        "standard": Royalties(_points(4, 8, 12, 20, 30, 50, trips=2), _BACK),
        "us2012": Royalties(_points(4, 8, 12, 16, 20, 40), _points(2, 4, 6, 8, 10, 20)),
        "002": Royalties(_points(4, 8, 12, 20, 30, 50), _BACK),
        "003": Royalties(_points(4, 8, 12, 20, 30, 30), _BACK),
        "none": Royalties({}, {}, ranked=False),
    }
)

_RANKS: Final = range(2, 15)
FRONT_TRIPS: Final = MappingProxyType(
    {
        "ladder": MappingProxyType({rank: rank + 8 for rank in _RANKS}),
        "flat": MappingProxyType(dict.fromkeys(_RANKS, 20)),
    }
)
"""R6.3: points for three of a kind in the Front, by rank."""

FRONT_PAIRS: Final = MappingProxyType({rank: rank - 5 for rank in range(6, 15)})
"""R6.3: points for a pair in the Front, by rank; 66 is the lowest that pays."""

LOWS: Final = MappingProxyType({9: 1, 8: 2, 7: 4})
WHEEL_ROYALTY: Final = 8
"""R13.1: points for a low in the Middle by its highest card, and for 7-5-4-3-2."""

# --- Fantasyland (R7) ---------------------------------------------------------------------


@dataclass(frozen=True)
class FantasylandCards:
    """R7.2: the number of cards of a visit.

    `plain` cards in variants without discards, `pineapple` in those with them. A first visit has
    `kings`, `aces` or `trips` more, by the Front that earned it, and none more for queens.
    """

    plain: int
    pineapple: int
    kings: int = 0
    aces: int = 0
    trips: int = 0

    def extra(self, category: Category, rank: int) -> int:
        """Cards that a first visit has more than a repeat, by the Front that earned it."""
        if category is Category.TRIPS:
            return self.trips
        return {13: self.kings, 14: self.aces}.get(rank, 0)


FANTASYLANDS: Final = MappingProxyType(
    {
        "none": None,
        "13": FantasylandCards(13, 13),
        "13/14": FantasylandCards(13, 14),
        "progressive": FantasylandCards(14, 14, kings=1, aces=2, trips=3),
    }
)


@dataclass(frozen=True)
class FinishedRows:
    """The rows that a stay rule looks at: category and royalty of each, on a valid board."""

    categories: tuple[Category, Category, Category]
    royalties: tuple[int, int, int]


StayRule: TypeAlias = Callable[[FinishedRows], bool]


def _never(_: FinishedRows) -> bool:
    return False


def _strict(board: FinishedRows) -> bool:
    front, _, back = board.categories
    return front is Category.TRIPS or back >= Category.QUADS


def _standard(board: FinishedRows) -> bool:
    return _strict(board) or board.categories[Row.MIDDLE] >= Category.FULL_HOUSE


def _ten_points(board: FinishedRows) -> bool:
    return _standard(board) or max(board.royalties) >= 10


STAYS: Final[Mapping[str, StayRule]] = MappingProxyType(
    {"standard": _standard, "ten_points": _ten_points, "strict": _strict, "never": _never}
)
"""R7.4: what keeps a player in Fantasyland."""


class Reveal(Enum):
    """R7.3: when a Fantasyland board is laid open."""

    AT_END = auto()
    ON_TURN = auto()


class DealMode(Enum):
    """R3.4: when a street's cards are dealt."""

    ON_TURN = auto()
    AHEAD = auto()
    SIMULTANEOUS = auto()


REVEALS: Final = MappingProxyType({reveal.name.lower(): reveal for reveal in Reveal})
DEAL_MODES: Final = MappingProxyType({mode.name.lower(): mode for mode in DealMode})
