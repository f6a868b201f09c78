"""Opinions on a placement: advice before it, a review after it."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ofc_engine.board import Placement

NEGLIGIBLE: Final = 0.05
"""Points: a cost below this is none, as points are written with one decimal."""


class Risk(IntEnum):
    """How much of a risk a chance to foul is, as people weigh it."""

    LOW = 0
    SOME = 1
    HIGH = 2

    @staticmethod
    def of(foul: float) -> "Risk":
        """The risk of a chance from 0 to 1."""
        return Risk(bisect_right(_RISKS, foul))


_RISKS: Final = (0.15, 0.45)
"""The chances to foul with which some risk begins, and a high one."""


class Part(IntEnum):
    """A part of the points expected of a placement: lines of the score sheet at the end.

    Every board that it may come to is scored as the rules say (R4 to R7), and each part is the mean
    of one line over all of them. So parts add up to the points, and nothing is in two of them. A
    board that fouls loses its rows, its bonus and its royalties: what it then loses for rows and
    bonus is in `FOUL`, and all its other lines are 0 but `THEIRS`, which everybody pays. Nothing is
    supposed of what it would have been worth: royalties that are lost by fouling more often are
    fewer royalties. Opponents who foul lose their rows and the bonus to a board that does not.
    """

    FRONT = 0
    """Points of the row, as those of `MIDDLE` and `BACK`: R4.1."""
    MIDDLE = 1
    BACK = 2
    BONUS = 3
    """For a scoop or a majority: R4.2, R4.3."""
    FRONT_ROYALTIES = 4
    """Own royalties of the row, as the next two: R6."""
    MIDDLE_ROYALTIES = 5
    BACK_ROYALTIES = 6
    THEIRS = 7
    """What the opponents' royalties cost."""
    FANTASYLAND = 8
    """The worth of a visit that is earned, in Fantasyland of one that is kept: R7."""
    FOUL = 9
    """What a foul loses for rows and bonus: R5.2."""


@dataclass(frozen=True)
class Parts:
    """The parts of a placement's points, by `Part`; they sum to the points of its `Advice`.

    `errors` are standard errors of the difference of each part from that of the placement it is
    compared with: 0 in that one itself, and where all is worked out.
    """

    values: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True)
class Advice:
    """A placement and what it leads to.

    `points` are expected from all opponents together, with the worth of a Fantasyland it
    earns; `foul` and `fantasyland` are chances from 0 to 1. `error` is by how many points it may be
    nearer to or farther from other good placements (a standard error): 0 where that is exact.
    `parts` are there where they were asked for.
    """

    placement: Placement
    points: float
    foul: float
    fantasyland: float
    error: float = 0.0
    parts: Parts | None = None

    @property
    def risk(self) -> Risk:
        """How much of a risk it is."""
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
