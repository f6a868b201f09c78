"""What computer players can be asked, for a process of its own.

Asking takes no NumPy: what computes is imported where a question is answered. That takes long,
so it is not for the event loop, nor for the process that runs it.
"""

# ruff: noqa: PLC0415 - here is the boundary to everything that needs NumPy

from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from bot.ofc.board import Placement
from bot.players.knowledge import Knowledge
from bot.players.levels import CAUTIOUS, Level


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
    earns; `foul` and `fantasyland` are chances from 0 to 1.
    """

    placement: Placement
    points: float
    foul: float
    fantasyland: float

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


def decide(level: Level, knowledge: Knowledge) -> Placement | None:
    """Where a level puts the pending cards; None gives up (R8)."""
    import numpy as np

    from bot.players import deciding

    rng = np.random.default_rng()
    if deciding.gives_up(level, knowledge, rng):
        return None
    return deciding.decide(level, knowledge, rng)


def place_safely(knowledge: Knowledge) -> Placement:
    """R11.1: where the pending cards of somebody who is late go."""
    import numpy as np

    from bot.players import deciding

    return deciding.decide(CAUTIOUS, knowledge, np.random.default_rng())


def advise(knowledge: Knowledge, count: int = 3) -> tuple[Advice, ...]:
    """The best `count` placements, best first; whoever asks twice gets the same answer."""
    import numpy as np

    from bot.players import advice

    return advice.advise(knowledge, np.random.default_rng(0), count)


def counsel(knowledge: Knowledge) -> tuple[Advice, ...]:
    """The best three placements, and a safer one if these are all as risky; always the same."""
    import numpy as np

    from bot.players import advice

    return advice.counsel(knowledge, np.random.default_rng(0), 3)


def review(knowledge: Knowledge, placement: Placement, count: int = 3) -> Review:
    """A placement compared with the best `count`, the same each time.

    Raises PlacementError if it is not legal.
    """
    import numpy as np

    from bot.players import advice

    return advice.review(knowledge, placement, np.random.default_rng(0), count)


def beside_best(knowledge: Knowledge, placement: Placement | None) -> tuple[Advice, Review | None]:
    """The best placement, and what was placed instead compared with it; None gave up.

    Raises PlacementError if it is not legal.
    """
    if placement is None:
        return advise(knowledge, 1)[0], None
    found = review(knowledge, placement, 1)
    return found.best[0], found
