"""What computer players can be asked, for a process of its own.

Asking takes no NumPy: what computes is imported where a question is answered. That takes long,
so it is not for the event loop, nor for the process that runs it.
"""

# ruff: noqa: PLC0415 - here is the boundary to everything that needs NumPy

from dataclasses import dataclass

from bot.ofc.board import Placement
from bot.players.knowledge import Knowledge
from bot.players.levels import CAUTIOUS, Level


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
