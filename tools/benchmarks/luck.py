"""The luck of a draw: how much more it is worth than the usual one."""

from collections.abc import Iterable

import numpy as np

from ofc_engine.cards import Card
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.network import one_street_ahead
from ofc_engine.players.oracle import draw
from ofc_engine.players.positions import numbers, places_of
from ofc_engine.players.solver import solve
from ofc_engine.players.values import RiskAversion, learnt_judges

DRAWS = 80
"""Draws at random that tell what is usual."""


def luck(knowledge: Knowledge, held: Iterable[Card], rng: np.random.Generator) -> float:
    """Points from all opponents together by which the cards in hand are better than usual.

    `held` are the cards that others hold, seen or not. In the mean over all draws luck is 0,
    however good the learnt values are: what is left of a result without it is the same in the
    mean, and scatters far less.
    """
    deck = knowledge.rules.variant.deck
    place = places_of(knowledge.board, {*knowledge.discards, *held}, deck)[None]
    others = draw(np.repeat(place, DRAWS, axis=0), knowledge.street.dealt, rng)
    drawn = np.concatenate([numbers(knowledge.pending)[None], others])
    if knowledge.sets_at_once:
        aim = exact_aim(knowledge, rng)
        own, *usual = (solve(tuple(deck[n] for n in cards), aim)[0].value for cards in drawn)
    else:
        judge = learnt_judges(knowledge, RiskAversion())[knowledge.number]
        own, *usual = one_street_ahead(place, knowledge.street, judge, drawn).points[0]
    return float(own - np.mean(usual))
