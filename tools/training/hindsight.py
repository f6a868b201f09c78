"""Positions on the way to good boards, found with the cards to come known.

Boards solved from random cards, taken back to an earlier street, show what play by rules of thumb
hardly ever finds, Fantasyland above all.
"""

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import Board
from ofc_engine.players.oracle import draw
from ofc_engine.players.positions import GONE, LIVE, Places, choices, places_of
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import Aim, RivalBoard
from ofc_engine.rulesets import Ruleset
from ofc_engine.variants import Variant
from tools.training.play import RIVALS, Hands, some_conditions

_CARDS = (13, 14, 15)
"""Cards that boards are solved from."""
_WORTHS = (6.0, 14.0)
"""Points that Fantasyland is worth for them."""
_STRAY = 0.6
"""The share of positions that are one placement at random off the way."""


def solved_boards(
    rival: RivalBoard, rules: Ruleset, count: int, rng: np.random.Generator
) -> Places:
    """Full boards solved from random cards: (count, 52), the cards not used live."""
    found, deck = list[Places](), rules.variant.deck
    for _ in range(count):
        worth = dict.fromkeys(range(13, 18), float(rng.uniform(*_WORTHS)))
        aim = Aim(rules, [rival], worth, fantasyland=0)
        cards = [deck[n] for n in rng.choice(len(deck), rng.choice(_CARDS), replace=False)]
        placement = solve(tuple(cards), aim)[0].placement
        found.append(places_of(Board(*placement.rows), placement.discards, deck))
    return np.stack(found)


def positions(
    full: Places, variant: Variant, street: int, count: int, rng: np.random.Generator
) -> Hands:
    """`count` positions after a street on the way to some of these boards."""
    chosen = full[rng.integers(len(full), size=count)]
    stray = rng.random(count) < _STRAY
    return Hands(
        np.concatenate(
            [
                _back_to(chosen[~stray], variant, street + 1, street, rng),
                _off_the_way(chosen[stray], variant, street, rng),
            ]
        ),
        some_conditions(variant, count, rng),
    )


def _back_to(
    full: Places, variant: Variant, placed: int, street: int, rng: np.random.Generator
) -> Places:
    """The boards after so many streets, placed in a random order.

    Rivals have placed as many as there are before `street`, or that street as well.
    """
    past = variant.streets[:placed]
    cards, discarded = sum(s.placed for s in past), sum(s.discarded for s in past)
    places = np.where(_some(full < GONE, cards, rng), full, LIVE).astype(np.int8)
    rivals = rng.choice(len(RIVALS), len(full), p=RIVALS)
    late = variant.streets[street].placed * (rng.random(len(full)) < 0.5)
    shown = rivals * (sum(s.placed for s in variant.streets[:street]) + late)
    places[_some(places == LIVE, shown + discarded, rng)] = GONE
    return places


def _some(
    among: NDArray[np.bool_], count: int | NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.bool_]:
    """So many of each row's cards, at random: (n, 52)."""
    order = np.where(among, rng.random(among.shape), 2).argsort(axis=1).argsort(axis=1)
    return order < np.reshape(count, (-1, 1))


def _off_the_way(full: Places, variant: Variant, street: int, rng: np.random.Generator) -> Places:
    """Take one street back, and place its cards at random."""
    before = _back_to(full, variant, street, street, rng)
    portion = variant.streets[street]
    found = choices(before, draw(before, portion.dealt, rng), portion)
    sizes = np.diff(found.starts, append=len(found.of))
    return found.places[found.starts + (rng.random(len(sizes)) * sizes).astype(np.intp)]
