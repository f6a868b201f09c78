"""Computer players, the Fantasyland solver and advice: pure, CPU only; the part that uses NumPy.

A seat's `Knowledge` of its decision comes from what it may see, `Knowledge.of(game.view(seat))`.
`decide` gives the placement of a level, `advise` the best placements, `review` compares one with
the best. NumPy is imported at the first call of one of these. The heavy work is done in NumPy
calls, which release the interpreter's lock, so it may run in a thread beside an event loop.
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
