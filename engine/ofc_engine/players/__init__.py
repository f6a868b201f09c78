"""Computer players, the Fantasyland solver and advice: pure, CPU only; the one room with NumPy.

A seat's `Knowledge` of its decision is made of what it may see, `Knowledge.of(game.view(seat))`;
`decide` is where a level would place, `advise` which placements are best, `review` how good one
was. NumPy is imported when one of them is asked first. Heavy work is done in NumPy calls, which
release the interpreter's lock, so that it may run in a thread beside an event loop.
"""

from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.levels import LEVELS, Level, level
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.thinking import advise, decide, review

__all__ = [
    "LEVELS",
    "Advice",
    "Knowledge",
    "Level",
    "Opponent",
    "Review",
    "advise",
    "decide",
    "level",
    "review",
]
