"""A simple player: knows a little of the game, takes no time, and is the same on every machine."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.players import thinking
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import Level
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.rulesets import Ruleset

_CARELESS: Final = 0.15
_DREAMS: Final = 0.25
_TEN: Final = 10


def placed(
    board: Board, pending: Cards, to_discard: int, chance: Random, rules: Ruleset
) -> Placement:
    """Pairs and high cards mostly at the back, now and then what may lead to Fantasyland.

    Where the Middle is a low, what makes one goes there.
    """
    rooms = {row: board.open_places(row) for row in Row}
    counts = Counter(card.rank for card in (*pending, *board.cards))
    lows = _for_a_low(board, pending) if rules.variant.has_low else frozenset[Card]()
    order = sorted(
        pending, key=lambda card: (card in lows, counts[card.rank], card.rank), reverse=True
    )
    rows: dict[Row, list[Card]] = {row: [] for row in Row}
    dreams = chance.random() < _DREAMS
    for card in order[: len(order) - to_discard]:
        preferred = [Row.BACK, Row.MIDDLE, Row.FRONT]
        if rules.variant.has_low:
            preferred = [Row.BACK, Row.FRONT, Row.MIDDLE]
        if card in lows:
            preferred = [Row.MIDDLE, Row.BACK, Row.FRONT]
        if dreams and counts[card.rank] == 2 and card.rank >= 12:
            preferred = [Row.FRONT, Row.BACK, Row.MIDDLE]
        if chance.random() < _CARELESS:
            chance.shuffle(preferred)
        row = next(row for row in preferred if len(rows[row]) < rooms[row])
        rows[row].append(card)
    front, middle, back = (tuple(rows[row]) for row in Row)
    return Placement(front, middle, back, tuple(order[len(order) - to_discard :]))


def _for_a_low(board: Board, pending: Cards) -> frozenset[Card]:
    """One card of each rank up to ten that the Middle has not yet."""
    taken = {card.rank for card in board.middle}
    ranks = {card.rank: card for card in pending if card.rank <= _TEN}
    return frozenset(card for rank, card in ranks.items() if rank not in taken)


# --- what stands where `ofc_engine.players.thinking` asks ---------------------------------------


def decide(_level: Level, knowledge: Knowledge, seed: int) -> Placement:
    """Every level plays alike."""
    return place_safely(knowledge, seed)


def place_safely(knowledge: Knowledge, seed: int) -> Placement:
    """As anybody places."""
    street = knowledge.street
    return placed(
        knowledge.board, knowledge.pending, street.discarded, Random(seed), knowledge.rules
    )


def advise(knowledge: Knowledge, count: int = 3) -> tuple[Advice, ...]:
    """Some placements, each thought to be worth a point less than the one before."""
    seeds = range(4 * count)
    found = dict.fromkeys(place_safely(knowledge, seed) for seed in seeds)
    best = list(found)[:count]
    return tuple(_opinion(placement, 2.0 - rank) for rank, placement in enumerate(best))


def counsel(knowledge: Knowledge) -> tuple[Advice, ...]:
    """As `advise`."""
    return advise(knowledge)


def review(knowledge: Knowledge, placement: Placement, count: int = 3) -> Review:
    """Whatever is placed gives a point away, unless it is what anybody would do."""
    best = advise(knowledge, count)
    cost = 0.0 if sorted(best[0].placement.placed) == sorted(placement.placed) else 1.0
    return Review(_opinion(placement, 2.0 - cost), best, 1 if not cost else 2, 10, cost)


def verdict(decision: Decision) -> Verdict:
    """As `review`; giving up is right."""
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
"""How well computers play and judge is not what is simulated."""
