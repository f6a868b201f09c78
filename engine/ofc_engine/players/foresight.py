"""Opponents' unfinished boards, played to the end by learnt values."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np

from ofc_engine.board import Board
from ofc_engine.players.aims import (
    aim_against,
    met,
    row_points,
    unseen_rival,
    usual_rival,
    visit_worth,
)
from ofc_engine.players.endgame import full_boards
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.network import networks, of_several
from ofc_engine.players.oracle import draw, fill, sample
from ofc_engine.players.positions import LIVE, Places, Strengths, choices, places_of, strengths
from ofc_engine.players.values import conditions
from ofc_engine.players.worth import FOULED, Aim, RivalBoard, board_royalties, fouls
from ofc_engine.seat import Fate
from ofc_engine.variants import Street

SAMPLES: Final = 180
"""How often a board is played to the end, divided by the streets it has left."""
_LEAST_SAMPLES: Final = 60
_CAUTION: Final = 2.0
"""Points that fouls seem to cost opponents beyond the truth, so they foul as often as masters."""


def exact_aim(knowledge: Knowledge, rng: np.random.Generator, samples: int = SAMPLES) -> Aim:
    """The aim against the boards of opponents, and what they may become."""
    rivals = [_seen_rival(knowledge, other, rng, samples) for other in met(knowledge)]
    return aim_against(rivals, knowledge)


def _seen_rival(
    knowledge: Knowledge, other: Opponent, rng: np.random.Generator, samples: int
) -> RivalBoard:
    if other.fate is Fate.DEAD or not other.board.cards:
        return unseen_rival(knowledge, other)
    if other.board.is_full:
        return RivalBoard.of_board(other.board, knowledge.rules)
    return _foreseen(knowledge, other, rng, samples)


def _foreseen(
    knowledge: Knowledge, other: Opponent, rng: np.random.Generator, samples: int
) -> RivalBoard:
    """A rival who plays on from the cards on their board."""
    seen = {*knowledge.seen, *knowledge.pending} - set(other.board.cards)
    place = places_of(other.board, seen, knowledge.rules.variant.deck)
    left = _streets_left(knowledge, other.board)
    dealt = sum(street.dealt for street in left)
    if not left or np.count_nonzero(place == LIVE) < dealt:
        return unseen_rival(knowledge, other)
    count = max(_LEAST_SAMPLES, samples // len(left))
    if len(left) > 1 and not networks(knowledge.rules.variant.values):
        rows = _filled(place, left, knowledge, count, rng)
    else:
        places = np.repeat(place[None], count, axis=0)
        rows = strengths(_played_on(places, left, knowledge, other, rng), knowledge.rules)
    valid = ~fouls(rows, knowledge.rules)
    if not valid.any():
        return FOULED
    boards, share = np.stack(rows, axis=1)[valid], float(valid.mean())
    royalties = float(board_royalties(boards, knowledge.rules).mean()) * share
    return RivalBoard.of_boards(boards, valid=share, royalties=royalties)


def _filled(
    place: Places,
    left: Sequence[Street],
    knowledge: Knowledge,
    count: int,
    rng: np.random.Generator,
) -> tuple[Strengths, Strengths, Strengths]:
    """The rows of a board filled by the oracle, without learnt values: three times (count,)."""
    rules = knowledge.rules
    usual = Aim(rules, [usual_rival(rules.variant)], visit_worth(rules), fantasyland=0)
    drawn = sample(place, sum(street.placed for street in left), count, rng)
    foul = usual.foul - usual.constant
    front, middle, back = fill(place[None], drawn, row_points(usual), usual, foul).strengths[:, 0]
    return front, middle, back


def _streets_left(knowledge: Knowledge, board: Board) -> Sequence[Street]:
    """The streets that a board still has to come; none if it is in the middle of one."""
    streets = knowledge.rules.variant.streets
    placed = list(accumulate(street.placed for street in streets))
    cards = len(board.cards)
    return streets[placed.index(cards) + 1 :] if cards in placed else ()


def _played_on(
    places: Places,
    left: Sequence[Street],
    knowledge: Knowledge,
    other: Opponent,
    rng: np.random.Generator,
) -> Places:
    """Full boards from these (n, 52), with each street placed best by learnt values."""
    rules = knowledge.rules
    others = [o.fantasyland for o in knowledge.opponents if o is not other]
    visits = [knowledge.fantasyland, *others]
    given = conditions(rules, sum(map(bool, visits)) / len(visits), _CAUTION)
    usual = Aim(rules, [usual_rival(rules.variant)], visit_worth(rules), fantasyland=0)
    judges = networks(rules.variant.values)[-len(left) + 1 :] if len(left) > 1 else ()
    for street, network in zip(left, [*judges, None], strict=True):
        found = choices(places, draw(places, street.dealt, rng), street)
        if network is None:
            points = full_boards(found.places, usual).points
        else:
            points, foul, _ = of_several(network, found.places, given).T
            points = points - _CAUTION * np.clip(foul, 0, 1)
        places = found.places[found.best(points)]
    return places
