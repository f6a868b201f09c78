"""A simple player: knows a little of the game, takes no time, and is the same on every machine."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

from ofc_engine.board import BOARD_SIZE, Board, Placement, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.players import thinking
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import Level
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.rulesets import Ruleset

_CARELESS: Final = 0.1
_DREAMS: Final = 0.7
_TRIES: Final = 24
_TEN, _QUEEN, _KING = 10, 12, 13
_WEIGHTS: Final = (1.0, 2.2, 3.0)
"""What equal cards are worth in each row."""


def placed(
    board: Board, pending: Cards, to_discard: int, chance: Random, rules: Ruleset
) -> Placement:
    """Mostly the best of some placements: equal cards at the back, or what leads to Fantasyland."""
    one, *others = (_by_chance(board, pending, to_discard, chance) for _ in range(_TRIES))
    if chance.random() < _CARELESS:
        return one
    dreams = chance.random() < _DREAMS
    others += [_from_the_back(board, pending, to_discard)]
    return max(others, key=lambda each: _liking(board, each, rules, dreams=dreams))


def _by_chance(board: Board, pending: Cards, to_discard: int, chance: Random) -> Placement:
    order = chance.sample(pending, len(pending))
    places = [row for row in Row for _ in range(board.open_places(row))]
    return _laid(order, chance.sample(places, len(order) - to_discard))


def _from_the_back(board: Board, pending: Cards, to_discard: int) -> Placement:
    """Equal and high cards first, row by row."""
    counts = Counter(card.rank for card in (*pending, *board.cards))
    order = sorted(pending, key=lambda card: (counts[card.rank], card.rank), reverse=True)
    places = [row for row in reversed(Row) for _ in range(board.open_places(row))]
    return _laid(order, places[: len(order) - to_discard])


def _laid(order: Sequence[Card], places: Sequence[Row]) -> Placement:
    """Cards in places, one for each, always written alike; the rest is discarded."""
    rows = ([c for c, at in zip(order, places, strict=False) if at is row] for row in Row)
    front, middle, back, thrown = (tuple(sorted(each)) for each in (*rows, order[len(places) :]))
    return Placement(front, middle, back, thrown)


def _liking(board: Board, placement: Placement, rules: Ruleset, *, dreams: bool) -> float:
    rows = Board(*((*old, *new) for old, new in zip(board, placement.rows, strict=True)))
    has_low = rules.variant.has_low
    wanted = _KING if has_low else _QUEEN
    front, middle, back = shapes = [_shape(row) for row in rows]
    value = sum(
        weight * sum(count * (count - 1) + rank / 30 for count, rank in shape)
        for weight, shape in zip(_WEIGHTS, shapes, strict=True)
    )
    earns = bool(front) and front[0] >= (2, wanted)
    if len(rows.cards) == BOARD_SIZE:
        return value + 100.0 * (not rules.fouls(rows)) + 10.0 * earns
    if has_low:
        value += sum(3.0 if count == 1 and rank <= _TEN else -9.0 for count, rank in middle)
        value -= 14.0 * (front > back) / (1 + rows.open_places(Row.BACK))
    else:
        value -= 14.0 * (front > middle) / (1 + rows.open_places(Row.MIDDLE))
        value -= 14.0 * (middle > back) / (1 + rows.open_places(Row.BACK))
    # Whoever dreams keeps the Front for a high pair.
    return value + dreams * (12.0 * earns + sum(4.0 if r >= wanted else -3.0 for _, r in front))


def _shape(row: Sequence[Card]) -> list[tuple[int, int]]:
    """How many of which rank a row has, the most first."""
    counts = Counter(card.rank for card in row)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


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
