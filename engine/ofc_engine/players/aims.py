"""The aims of a seat: the worth of a Fantasyland, the usual boards of rivals, and both together.

What is usual was measured: visits with the solver and the referee of `tools.benchmarks.strength`,
the unseen boards of rivals with `tools/training/values.py`.
"""

from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.board import BOARD_SIZE
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.positions import Floats, Strengths
from ofc_engine.players.worth import FOULED, Aim, RivalBoard
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate
from ofc_engine.variants import Variant


class _Visit(NamedTuple):
    """The averages of a visit: its royalties, and how often its board stays by each rule (R7.4)."""

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
_VISITS_BY_GAME: Final = MappingProxyType(
    {"deuce": {14: _Visit(12.2, 0.17, 0.17, 0.17), 15: _Visit(16.1, 0.32, 0.32, 0.32)}}
)
"""Visits in games whose rows rank differently."""
_VISITS_WITH_JOKERS: Final = MappingProxyType(
    {
        1: {
            13: _Visit(10.2, 0.19, 0.19, 0.18),
            14: _Visit(14.0, 0.29, 0.29, 0.25),
            15: _Visit(18.0, 0.41, 0.41, 0.34),
            16: _Visit(22.5, 0.58, 0.58, 0.53),
            17: _Visit(27.1, 0.75, 0.75, 0.69),
        },
        2: {
            13: _Visit(11.7, 0.29, 0.29, 0.28),
            14: _Visit(15.7, 0.40, 0.40, 0.37),
            15: _Visit(20.1, 0.54, 0.54, 0.50),
            16: _Visit(24.9, 0.68, 0.68, 0.64),
            17: _Visit(29.4, 0.80, 0.80, 0.78),
        },
    }
)
"""Visits by the number of jokers in the deck."""


class _Usual(NamedTuple):
    """The averages of a hand outside Fantasyland: its royalties, how often it earns a visit, and as
    `edge` the points from rows and fouls that a board set in Fantasyland wins from it.
    """

    royalties: float
    entries: float
    edge: float


_USUAL: Final = MappingProxyType(
    {
        "classic": _Usual(1.6, 0.02, 3.2),
        "pineapple": _Usual(4.5, 0.20, 3.5),
        "turbo": _Usual(2.3, 0.08, 2.0),
        "chinese": _Usual(8.9, 0.25, 0.0),
        "deuce": _Usual(6.6, 0.42, 1.7),
        "pineapple+1": _Usual(6.0, 0.35, 2.5),
        "pineapple+2": _Usual(7.2, 0.37, 3.2),
        "classic+1": _Usual(1.6, 0.04, 3.9),
        "classic+2": _Usual(3.0, 0.12, 3.4),
        "turbo+1": _Usual(2.8, 0.09, 2.9),
        "turbo+2": _Usual(4.0, 0.12, 2.6),
    }
)


def visit_worth(rules: Ruleset) -> dict[int, float]:
    """The worth of a visit in points from one opponent, by its number of cards; never negative."""
    again = rules.visit_cards
    if not again:
        return {}
    usual = _USUAL[rules.variant.game]
    usually = _VISITS_WITH_JOKERS.get(rules.variant.jokers, _VISITS)
    visits = _VISITS_BY_GAME.get(rules.variant.game, usually)
    gain = {n: v.royalties + usual.edge - usual.royalties for n, v in visits.items()}
    stays = {n: float(getattr(v, rules.choice("stay"))) for n, v in visits.items()}
    repeat = max(0.0, gain[again] / (1 - stays[again] + usual.entries))
    if rules.keeps_visit:
        worth = {n: (gain[n] - usual.entries * repeat) / (1 - stays[n]) for n in visits}
    else:
        worth = {n: gain[n] + (stays[n] - usual.entries) * repeat for n in visits}
    possible = visits if rules.keeps_visit else rules.possible_visits
    return {cards: max(0.0, worth[cards]) for cards in possible}


@lru_cache(maxsize=1)
def _weights() -> dict[str, Strengths | Floats]:
    with (files("ofc_engine.players") / "weights" / "usual.npz").open("rb") as file:
        return dict(np.load(file))


def usual_rival(variant: Variant) -> RivalBoard:
    """A rival who plays a hand of this variant outside Fantasyland."""
    if variant.streets[0].placed == BOARD_SIZE:
        return visiting_rival(variant, variant.cards)
    return _rival(variant.game)


def visiting_rival(variant: Variant, cards: int) -> RivalBoard:
    """A rival in a Fantasyland of 13 to 17 cards, as far as the variant has such visits."""
    own = f"{variant.name}.visit{cards}"
    jokers = f"+{variant.jokers}." if variant.jokers else ""
    return _rival(own if own in _weights() else f"{jokers}visit{cards}")


@lru_cache(maxsize=16)
def _rival(name: str) -> RivalBoard:
    valid, royalties = _weights()[f"{name}.rates"]
    boards = _weights()[name].astype(np.int16)
    return RivalBoard.of_boards(boards, valid=float(valid), royalties=float(royalties))


def worths(knowledge: Knowledge) -> dict[int, float]:
    """The worth of a visit in points from all opponents together, by its number of cards."""
    players = max(1, len(knowledge.opponents))
    return {cards: worth * players for cards, worth in visit_worth(knowledge.rules).items()}


def usual_aim(knowledge: Knowledge, dream: float = 1.0) -> Aim:
    """The aim against rivals of whom only Fantasyland is known, not their boards.

    Visits count `dream` times their worth.
    """
    return aim_against([unseen_rival(knowledge, o) for o in met(knowledge)], knowledge, dream)


def met(knowledge: Knowledge) -> list[Opponent]:
    """The opponents whose boards a board will be compared with."""
    return [other for other in knowledge.opponents if other.fate.is_active]


def rivals_met(knowledge: Knowledge) -> int:
    """The number of rivals whom a board wins points from; 1, a usual one, if there are none."""
    return max(1, len(met(knowledge)))


def aim_against(rivals: list[RivalBoard], knowledge: Knowledge, dream: float = 1.0) -> Aim:
    """The aim of a seat against these rivals, or against a usual one if there are none."""
    rivals = rivals or [usual_rival(knowledge.rules.variant)]
    worth = {cards: dream * points for cards, points in worths(knowledge).items()}
    return Aim(knowledge.rules, rivals, worth, fantasyland=knowledge.fantasyland)


def row_points(aim: Aim) -> Floats:
    """The points of each strength in each row, with scoops split among the rows: (3, STRENGTHS)."""
    points = aim.per_row.copy()
    scoring = aim.rules.scoring
    for rival in aim.rivals:
        share = rival.valid * (scoring.scoop / 3 + scoring.majority / 2)
        points += share * (rival.wins**2 - rival.losses**2)
    return points.astype(np.float32)


def unseen_rival(knowledge: Knowledge, other: Opponent) -> RivalBoard:
    """A rival of whom only their fate and Fantasyland are known, not their board."""
    if other.fate is Fate.DEAD:
        return FOULED
    if other.fantasyland:
        return visiting_rival(knowledge.rules.variant, other.fantasyland)
    return usual_rival(knowledge.rules.variant)
