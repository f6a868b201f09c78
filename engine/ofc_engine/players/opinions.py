"""Opinions on a placement: advice before it, a review after it."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ofc_engine.board import Placement


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


@dataclass(frozen=True)
class Advice:
    """A placement and what it leads to.

    `points` are expected from all opponents together, with the worth of a Fantasyland it
    earns; `foul` and `fantasyland` are chances from 0 to 1. `error` is by how many points it may be
    nearer to or farther from other good placements (a standard error): 0 where that is exact.
    """

    placement: Placement
    points: float
    foul: float
    fantasyland: float
    error: float = 0.0

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
