"""What a seat plays for: what a Fantasyland is worth, how rivals end, and the aim of both.

What is usual was measured: visits with the solver and the referee of `benchmarks/strength.py`, the
boards of rivals that cannot be seen by `training/values.py`.
"""

from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from bot.ofc.board import BOARD_SIZE, Board, Row
from bot.ofc.rulesets import Ruleset
from bot.ofc.seat import Fate
from bot.ofc.variants import Variant
from bot.players.knowledge import Knowledge, Opponent
from bot.players.oracle import fill, sample
from bot.players.positions import Floats, Strengths, places_of
from bot.players.worth import FOULED, Aim, RivalBoard, board_royalties, row_tables

_FORESEEN: Final = 60
"""Samples for what an open board may become, unless it is to be known better."""
_FOUL: Final = -9.0


class _Visit(NamedTuple):
    """A visit of so many cards: royalties, and how often a board stays by each rule (R7.4)."""

    royalties: float
    standard: float
    ten_points: float
    strict: float
    never: float = 0.0


_VISITS: Final = MappingProxyType(
    {
        13: _Visit(8.9, 0.08, 0.08, 0.06),
        14: _Visit(12.6, 0.17, 0.17, 0.11),
        15: _Visit(16.3, 0.29, 0.29, 0.20),
        16: _Visit(20.6, 0.47, 0.47, 0.36),
        17: _Visit(24.4, 0.65, 0.65, 0.56),
    }
)


class _Usual(NamedTuple):
    """A hand outside Fantasyland: its royalties, how often it earns a visit, and what rows
    and fouls bring more, on average, to a board set in Fantasyland that meets such a hand.
    """

    royalties: float
    entries: float
    edge: float


_USUAL: Final = MappingProxyType(
    {
        "classic": _Usual(1.5, 0.06, 2.0),
        "pineapple": _Usual(4.5, 0.20, 3.5),
        "turbo": _Usual(2.3, 0.08, 2.0),
        "chinese": _Usual(8.9, 0.25, 0.0),
    }
)


def visit_worth(rules: Ruleset) -> dict[int, float]:
    """Points from one opponent that a visit is worth, by its number of cards; never negative."""
    again = rules.visit_cards
    if not again:
        return {}
    usual = _USUAL[rules.variant.name]
    gain = {n: v.royalties + usual.edge - usual.royalties for n, v in _VISITS.items()}
    stays = {n: float(getattr(v, rules.choice("stay"))) for n, v in _VISITS.items()}
    repeat = max(0.0, gain[again] / (1 - stays[again] + usual.entries))
    worth = {n: max(0.0, gain[n] + (stays[n] - usual.entries) * repeat) for n in _VISITS}
    return {cards: worth[cards] for cards in sorted(_earned(rules) | {again})}


@lru_cache(maxsize=64)
def _earned(rules: Ruleset) -> frozenset[int]:
    """The visits that a Front can earn, by their cards."""
    return frozenset(int(cards) for cards in np.unique(row_tables(rules).visits)) - {0}


@lru_cache(maxsize=1)
def _weights() -> dict[str, Strengths | Floats]:
    with (files("bot.players") / "weights" / "usual.npz").open("rb") as file:
        return dict(np.load(file))


def usual_rival(variant: Variant) -> RivalBoard:
    """A rival who plays a hand of this variant outside Fantasyland."""
    if variant.streets[0].placed == BOARD_SIZE:
        return visiting_rival(variant.cards)
    return _rival(variant.name)


def visiting_rival(cards: int) -> RivalBoard:
    """A rival in a Fantasyland of 13 to 17 cards."""
    return _rival(f"visit{cards}")


@lru_cache(maxsize=16)
def _rival(name: str) -> RivalBoard:
    valid, royalties = _weights()[f"{name}.rates"]
    boards = _weights()[name].astype(np.int16)
    return RivalBoard.of_boards(boards, valid=float(valid), royalties=float(royalties))


def worths(knowledge: Knowledge) -> dict[int, float]:
    """Points from all opponents together that a visit is worth, by its cards."""
    players = max(1, len(knowledge.opponents))
    return {cards: worth * players for cards, worth in visit_worth(knowledge.rules).items()}


def usual_aim(knowledge: Knowledge, dream: float = 1.0) -> Aim:
    """The aim against rivals of whom nothing is seen but whether they are in Fantasyland.

    With a `dream` other than 1 visits are worth so many times as much.
    """
    return _aim(knowledge, [_unseen_rival(knowledge, other) for other in _met(knowledge)], dream)


def exact_aim(knowledge: Knowledge, rng: np.random.Generator, samples: int = _FORESEEN) -> Aim:
    """The aim against the boards that are seen, and what they may become, by so many samples."""
    rivals = [_seen_rival(knowledge, other, rng, samples) for other in _met(knowledge)]
    return _aim(knowledge, rivals, 1.0)


def _met(knowledge: Knowledge) -> list[Opponent]:
    return [other for other in knowledge.opponents if other.fate.is_active]


def _aim(knowledge: Knowledge, met: list[RivalBoard], dream: float) -> Aim:
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


def _unseen_rival(knowledge: Knowledge, other: Opponent) -> RivalBoard:
    if other.fate is Fate.DEAD:
        return FOULED
    if other.fantasyland:
        return visiting_rival(other.fantasyland)
    return usual_rival(knowledge.rules.variant)


def _seen_rival(
    knowledge: Knowledge, other: Opponent, rng: np.random.Generator, samples: int
) -> RivalBoard:
    if other.fate is Fate.DEAD or not other.board.cards:
        return _unseen_rival(knowledge, other)
    if other.board.is_full:
        return RivalBoard.of_board(other.board, knowledge.rules, 1 + len(knowledge.opponents))
    return _foreseen(knowledge, other.board, rng, samples)


def _foreseen(
    knowledge: Knowledge, board: Board, rng: np.random.Generator, samples: int
) -> RivalBoard:
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
    drawn = sample(places, missing, samples, rng)
    filled = fill(places[None], drawn, row_points(usual), usual, _FOUL)
    valid = filled.points[0] > _FOUL
    if not valid.any():
        return FOULED
    made = filled.strengths[:, 0, valid].T
    royalties = board_royalties(made, knowledge.rules).mean() * valid.mean()
    return RivalBoard.of_boards(made, valid=float(valid.mean()), royalties=float(royalties))
