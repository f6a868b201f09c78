"""From what a seat knows to what it plays for."""

import numpy as np

from bot.ofc.board import Board, Row
from bot.ofc.seat import Fate
from bot.players.knowledge import Knowledge, Opponent
from bot.players.oracle import fill, sample
from bot.players.places import places_of
from bot.players.tables import Floats
from bot.players.usual import usual_rival, visiting_rival
from bot.players.visits import visit_worth
from bot.players.worth import FOULED, Aim, Rival, board_royalties

_FORESEEN = 60
"""Samples for what an open board may become."""
_FOUL = -9.0


def worths(knowledge: Knowledge) -> dict[int, float]:
    """Points from all opponents together that a visit is worth, by its cards."""
    players = max(1, len(knowledge.opponents))
    return {cards: worth * players for cards, worth in visit_worth(knowledge.rules).items()}


def usual_aim(knowledge: Knowledge, dream: float = 1.0) -> Aim:
    """The aim against rivals of whom nothing is seen but whether they are in Fantasyland.

    With a `dream` other than 1 visits are worth so many times as much.
    """
    return _aim(knowledge, [_unseen_rival(knowledge, other) for other in _met(knowledge)], dream)


def exact_aim(knowledge: Knowledge, rng: np.random.Generator, dream: float = 1.0) -> Aim:
    """The aim against the boards that are seen, and what they may become."""
    rivals = [_seen_rival(knowledge, other, rng) for other in _met(knowledge)]
    return _aim(knowledge, rivals, dream)


def _met(knowledge: Knowledge) -> list[Opponent]:
    return [other for other in knowledge.opponents if other.fate is not Fate.SURRENDERED]


def _aim(knowledge: Knowledge, met: list[Rival], dream: float) -> Aim:
    rivals = met or [usual_rival(knowledge.rules.variant)]
    visiting = bool(knowledge.fantasyland)
    worth = {cards: dream * points for cards, points in worths(knowledge).items()}
    return Aim(knowledge.rules, rivals, worth, fantasyland=visiting)


def row_points(aim: Aim) -> Floats:
    """Points of each strength in each row, scoops shared among the rows: (3, STRENGTHS)."""
    points = aim.per_row.copy()
    scoring = aim.rules.scoring
    for rival in aim.rivals:
        share = rival.valid * (scoring.scoop / 3 + scoring.majority / 2)
        points += share * (rival.wins**2 - rival.losses**2)
    return points.astype(np.float32)


def _unseen_rival(knowledge: Knowledge, other: Opponent) -> Rival:
    if other.fate is Fate.DEAD:
        return FOULED
    if other.fantasyland:
        return visiting_rival(other.fantasyland)
    return usual_rival(knowledge.rules.variant)


def _seen_rival(knowledge: Knowledge, other: Opponent, rng: np.random.Generator) -> Rival:
    if other.fate is Fate.DEAD or not other.board.cards:
        return _unseen_rival(knowledge, other)
    if other.board.is_full:
        return Rival.of_board(other.board, knowledge.rules, 1 + len(knowledge.opponents))
    return _foreseen(knowledge, other.board, rng)


def _foreseen(knowledge: Knowledge, board: Board, rng: np.random.Generator) -> Rival:
    """A rival whose board is seen in part, filled up with samples of the cards not seen."""
    seen = {*knowledge.seen, *knowledge.pending} - set(board.cards)
    places = places_of(board, seen)
    usual = Aim(
        knowledge.rules,
        [usual_rival(knowledge.rules.variant)],
        visit_worth(knowledge.rules),
        fantasyland=False,
    )
    missing = sum(board.open_places(row) for row in Row)
    samples = sample(places, missing, _FORESEEN, rng)
    filled = fill(places[None], samples, row_points(usual), usual, _FOUL)
    valid = filled.points[0] > _FOUL
    if not valid.any():
        return FOULED
    made = filled.strengths[:, 0, valid].T
    royalties = board_royalties(made, knowledge.rules).mean() * valid.mean()
    return Rival.of_boards(made, valid=float(valid.mean()), royalties=float(royalties))
