"""Hand ranking (R2): every row of 3 or 5 cards on one scale of strengths.

A strength is an ordinal from 0 (4-3-2 in the Front) to 7,916 (a royal flush). Rows of
different size share the scale, so that checking a board for fouls (R2.5) and comparing
rows of two players are both one comparison of integers.
"""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from bot.ofc.cards import SUIT_BITS, Card

_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_ALL_RANKS: Final = range(2, 15)
_STRAIGHTS: Final = {
    frozenset(range(high - 4, high + 1)) if high > 5 else frozenset((14, 2, 3, 4, 5)): high
    for high in range(5, 15)
}
"""The ranks of each straight and its highest card; R2.2: the ace is low only in 5-high."""


class Category(IntEnum):
    """The categories of R2.1, in ascending order."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class Shape(NamedTuple):
    """What a row is worth, comparable as a tuple.

    `ranks` are grouped by count, then from high to low (R2.4): (14, 14, 9) is not written
    out, a pair of aces with a nine is (14, 9). Since a tuple sorts before those it begins,
    a Front equal to the first ranks of a Middle is lower, as R2.5 wants.
    """

    category: Category
    ranks: tuple[int, ...]


_OF_A_KIND: Final[dict[tuple[int, ...], Category]] = {
    (4, 1): Category.QUADS,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.TRIPS,
    (3,): Category.TRIPS,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (2, 1): Category.PAIR,
}


def _plain_shape(ranks: Sequence[int]) -> Shape:
    """The shape of 3 or 5 ranks that are not all of one suit."""
    high = _STRAIGHTS.get(frozenset(ranks)) if len(ranks) == 5 else None
    if high is not None:
        return Shape(Category.STRAIGHT, (high,))
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    counts = tuple(count for count, _ in groups)
    category = _OF_A_KIND.get(counts, Category.HIGH_CARD)
    return Shape(category, tuple(rank for _, rank in groups))


def _flush_shape(ranks: Sequence[int]) -> Shape:
    """The shape of five different ranks of one suit."""
    high = _STRAIGHTS.get(frozenset(ranks))
    if high is None:
        return Shape(Category.FLUSH, tuple(sorted(ranks, reverse=True)))
    if high == 14:
        return Shape(Category.ROYAL_FLUSH, (14,))
    return Shape(Category.STRAIGHT_FLUSH, (high,))


def _rank_sum(ranks: Sequence[int]) -> int:
    return sum(Card(rank, "c") >> SUIT_BITS for rank in ranks)


def _build() -> tuple[tuple[Shape, ...], dict[int, int], dict[int, int], dict[int, int]]:
    threes = {_rank_sum(m): _plain_shape(m) for m in combinations_with_replacement(_ALL_RANKS, 3)}
    fives = {
        _rank_sum(m): _plain_shape(m)
        for m in combinations_with_replacement(_ALL_RANKS, 5)
        if m[0] != m[4]
    }
    flushes = {_rank_sum(c): _flush_shape(c) for c in combinations(_ALL_RANKS, 5)}
    shapes = sorted({*threes.values(), *fives.values(), *flushes.values()})
    ordinal = {shape: index for index, shape in enumerate(shapes)}
    three, five, flush = (
        {key: ordinal[shape] for key, shape in table.items()} for table in (threes, fives, flushes)
    )
    return tuple(shapes), three, five, flush


_SHAPES, _THREE, _FIVE, _FLUSH = _build()
_ONE_SUIT: Final = frozenset(5 * (card & _SUIT_MASK) for card in (Card(2, s) for s in "cdhs"))


def strength(cards: Sequence[Card]) -> int:
    """The strength of a full row of 3 or 5 cards; a higher number wins.

    Rows of any other size have no strength; boards check sizes before they ask.
    """
    total = sum(cards)
    if len(cards) == 3:
        return _THREE[total >> SUIT_BITS]
    if total & _SUIT_MASK in _ONE_SUIT:
        return _FLUSH[total >> SUIT_BITS]
    return _FIVE[total >> SUIT_BITS]


def shape(row_strength: int) -> Shape:
    """The category and ranks that a strength stands for."""
    return _SHAPES[row_strength]


def category(row_strength: int) -> Category:
    """The category that a strength stands for."""
    return _SHAPES[row_strength].category


LOWEST: Final = 0
HIGHEST: Final = len(_SHAPES) - 1
