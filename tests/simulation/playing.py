"""A fast computer player, the same on every machine, that sometimes reaches Fantasyland."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import Cards
from ofc_engine.players import thinking
from ofc_engine.players.judging import OracleStyle, by_oracle
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import Level
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import NOBODY, Aim
from ofc_engine.views import HandView

_CARELESS: Final = 0.1
_STYLE: Final = OracleStyle((6, 12), foul=-1.0, dream=2.5)
"""Few draws for each placement, with a preference for Fantasyland."""


def placed(view: HandView, chance: Random) -> Placement:
    """A person's placement: mostly the one that they like best."""
    if chance.random() < _CARELESS:
        return _by_chance(view.own_board, view.pending, view.to_discard, chance)
    return place_safely(Knowledge.of(view), chance.getrandbits(32))


def _by_chance(board: Board, pending: Cards, to_discard: int, chance: Random) -> Placement:
    order = chance.sample(pending, len(pending))
    open_places = [row for row in Row for _ in range(board.open_places(row))]
    places = chance.sample(open_places, len(order) - to_discard)
    rows = ([c for c, at in zip(order, places, strict=False) if at is row] for row in Row)
    return Placement(*map(tuple, rows), tuple(order[len(places) :]))


def _liked(knowledge: Knowledge, seed: int, count: int) -> list[Placement]:
    """Up to `count` placements, the best liked first."""
    if knowledge.sets_at_once:
        aim = Aim(knowledge.rules, [NOBODY], {}, fantasyland=knowledge.fantasyland)
        return [each.placement for each in solve(knowledge.pending, aim, count)]
    judged = by_oracle(knowledge, np.random.default_rng(seed), _STYLE)
    best = judged.outlook.points.argsort(kind="stable")[::-1][:count]
    return [judged.placement(int(number)) for number in best]


# --- substitutes for functions of `ofc_engine.players.thinking` ---------------------------------


def decide(_level: Level, knowledge: Knowledge, seed: int) -> Placement:
    """All levels play alike."""
    return place_safely(knowledge, seed)


def place_safely(knowledge: Knowledge, seed: int) -> Placement:
    """Like `decide`."""
    return _liked(knowledge, seed, 1)[0]


def advise(knowledge: Knowledge, count: int = 3) -> tuple[Advice, ...]:
    """Some placements, each valued a point less than the one before."""
    best = _liked(knowledge, 0, count)
    return tuple(_opinion(placement, 2.0 - rank) for rank, placement in enumerate(best))


def counsel(knowledge: Knowledge) -> tuple[Advice, ...]:
    """Like `advise`."""
    return advise(knowledge)


def review(knowledge: Knowledge, placement: Placement, count: int = 3) -> Review:
    """Every placement gives a point away, except the one that is liked best."""
    best = advise(knowledge, count)
    cost = 0.0 if sorted(best[0].placement.placed) == sorted(placement.placed) else 1.0
    return Review(_opinion(placement, 2.0 - cost), best, 1 if not cost else 2, 10, cost)


def verdict(decision: Decision) -> Verdict:
    """Like `review`; giving up is always right."""
    if decision.placement is None:
        return Verdict(decision, None, advise(decision.knowledge, 1)[0], 0.0, should_give_up=True)
    found = review(decision.knowledge, decision.placement, 1)
    return Verdict(decision, found, found.best[0], found.cost)


def _opinion(placement: Placement, points: float) -> Advice:
    return Advice(placement, points, foul=0.25, fantasyland=0.125)


SIMPLE: Final[Mapping[Callable[..., Any], Callable[..., Any]]] = MappingProxyType(
    {
        thinking.decide: decide,
        thinking.place_safely: place_safely,
        thinking.advise: advise,
        thinking.counsel: counsel,
        thinking.review: review,
        thinking.verdict: verdict,
    }
)
"""Function of `thinking` -> its substitute: how well computers play is not simulated."""
