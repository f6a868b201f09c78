"""Opinions on a placement: advice before it, a review after it."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ofc_engine.board import Placement

NEGLIGIBLE: Final = 0.05
"""Points below which a cost counts as none, as points are written with one decimal."""


class Risk(IntEnum):
    """How risky a chance of a foul is to people."""

    LOW = 0
    SOME = 1
    HIGH = 2

    @staticmethod
    def of(foul: float) -> "Risk":
        """The risk for a chance of a foul, from 0 to 1."""
        return Risk(bisect_right(_RISKS, foul))


_RISKS: Final = (0.15, 0.45)
"""The chances of a foul from which there is some risk, and a high one."""


class Part(IntEnum):
    """A part of the points expected of a placement: a line of the score sheet at the end.

    Every board that it may lead to is scored by the rules (R4 to R7), and each part is the mean of
    one line over all of them. So parts add up to the points, and nothing is in two of them. A board
    that fouls loses its rows, its bonus and its royalties: what it pays for rows and bonus is in
    `FOUL`, and all its other lines are 0 except `THEIRS`, which everybody pays. What it would have
    been worth does not count: royalties lost by fouling more often show as fewer royalties.
    Opponents who foul lose their rows and the bonus to a board that does not.
    """

    FRONT = 0
    """Points of the row, like the next two: R4.1."""
    MIDDLE = 1
    BACK = 2
    BONUS = 3
    """For a scoop or a majority: R4.2, R4.3."""
    FRONT_ROYALTIES = 4
    """Own royalties of the row, like the next two: R6."""
    MIDDLE_ROYALTIES = 5
    BACK_ROYALTIES = 6
    THEIRS = 7
    """The cost of the opponents' royalties."""
    FANTASYLAND = 8
    """The worth of a visit that is earned, or in Fantasyland of staying: R7."""
    FOUL = 9
    """The cost of a foul for rows and bonus: R5.2."""


@dataclass(frozen=True)
class Parts:
    """The parts of a placement's points, by `Part`; they sum to the points of its `Advice`.

    `errors` are standard errors of each part's difference from that of the placement it is compared
    with: 0 for that one itself, and if everything is exact.
    """

    values: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class Advice:
    """A placement and its outlook.

    `points` are expected from all opponents together, with the worth of a Fantasyland it
    earns; `foul` and `fantasyland` are chances from 0 to 1. `error` is the standard error, in
    points, of its difference from other good placements: 0 if that is exact. `parts` are there if
    they were asked for.
    """

    placement: Placement
    points: float
    foul: float
    fantasyland: float
    error: float = 0.0
    parts: Parts | None = None

    @property
    def risk(self) -> Risk:
        """The risk of its chance of a foul."""
        return Risk.of(self.foul)


@dataclass(frozen=True)
class Review:
    """A placement compared with the best.

    `rank` counts from 1 among `of` placements; in a Fantasyland it is None when the board is not
    among the best ten. `cost` is what was given away, in points, and never negative.
    """

    given: Advice
    best: tuple[Advice, ...]
    rank: int | None
    of: int
    cost: float
