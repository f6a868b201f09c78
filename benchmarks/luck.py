"""The luck of a draw: what it is worth more than the usual one."""

from collections.abc import Iterable

import numpy as np

from bot.ofc.cards import DECK, Card
from bot.players.foresight import exact_aim
from bot.players.knowledge import Knowledge
from bot.players.network import one_street_ahead
from bot.players.oracle import draw
from bot.players.positions import numbers, places_of
from bot.players.solver import solve
from bot.players.values import RiskAversion, learnt_judges

DRAWS = 80
"""Draws at random that tell what is usual."""


def luck(knowledge: Knowledge, held: Iterable[Card], rng: np.random.Generator) -> float:
    """Points from all opponents together by which the cards in hand are better than usual.

    `held` are the cards that others hold, seen or not. In the mean over all draws luck is 0,
    however good the learnt values are: what is left of a result without it is the same in the
    mean, and scatters far less.
    """
    place = places_of(knowledge.board, {*knowledge.discards, *held})[None]
    others = draw(np.repeat(place, DRAWS, axis=0), knowledge.street.dealt, rng)
    drawn = np.concatenate([numbers(knowledge.pending)[None], others])
    if knowledge.sets_at_once:
        aim = exact_aim(knowledge, rng)
        own, *usual = (solve(tuple(DECK[n] for n in cards), aim)[0].value for cards in drawn)
    else:
        judge = learnt_judges(knowledge, RiskAversion())[knowledge.number]
        own, *usual = one_street_ahead(place, knowledge.street, judge, drawn).points[0]
    return float(own - np.mean(usual))
