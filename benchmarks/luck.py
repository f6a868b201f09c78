"""The luck of a draw, by learnt values: what it is worth more than the usual one."""

import numpy as np

from bot.players.knowledge import Knowledge
from bot.players.network import one_street_ahead
from bot.players.oracle import draw
from bot.players.positions import numbers, places_of
from bot.players.values import Temper, learnt_judges

DRAWS = 80
"""Draws at random that tell what is usual."""


def luck(knowledge: Knowledge, rng: np.random.Generator) -> float:
    """Points from all opponents together by which the cards in hand are better than usual.

    In the mean over all draws it is 0, however good the learnt values are: what is left of a result
    without it is the same in the mean, and scatters far less. Not for cards of a Fantasyland.
    """
    judge, street = learnt_judges(knowledge, Temper())[knowledge.number], knowledge.street
    place = places_of(knowledge.board, knowledge.gone)[None]
    others = draw(np.repeat(place, DRAWS, axis=0), street.dealt, rng)
    drawn = np.concatenate([numbers(knowledge.pending)[None], others])
    own, *usual = one_street_ahead(place, street, judge, drawn).points[0]
    return float(own - np.mean(usual))
