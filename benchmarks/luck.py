"""The luck of a draw, by learnt values: what it is worth more than the usual one."""

import numpy as np

from bot.players.knowledge import Knowledge
from bot.players.oracle import draw
from bot.players.positions import Floats, Ints, Places, choices, numbers, places_of
from bot.players.values import Temper, learnt_judges

DRAWS = 80
"""Draws at random that tell what is usual."""


def luck(knowledge: Knowledge, rng: np.random.Generator) -> float:
    """Points from all opponents together by which the cards in hand are better than usual.

    In the mean over all draws it is 0, however good the learnt values are: what is left of a result
    without it is the same in the mean, and scatters far less. Not for cards of a Fantasyland.
    """
    judge, street = learnt_judges(knowledge, Temper())[knowledge.number], knowledge.street

    def best(places: Places, drawn: Ints) -> Floats:
        found = choices(places, drawn, street)
        points = judge(found.places).points
        return points[found.best(points)]

    place = places_of(knowledge.board, knowledge.gone)[None]
    places = np.repeat(place, DRAWS, axis=0)
    usual = best(places, draw(places, street.dealt, rng)).mean()
    return float(best(place, numbers(knowledge.pending)[None])[0] - usual)
