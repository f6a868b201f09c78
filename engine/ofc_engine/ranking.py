"""Hand ranking (R2): every row of 3 or 5 cards on one scale of strengths.

A strength is an ordinal from 0 (4-3-2 in the Front) to 7,916 (a royal flush). Rows of
different size share the scale, so that checking a board for fouls (R2.5) and comparing
rows of two players are both one comparison of integers.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from operator import mul
from typing import Final, NamedTuple

from ofc_engine.cards import SUIT_BITS, Card

_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_ALL_RANKS: Final = tuple(range(14, 1, -1))
_STRAIGHTS: Final = {
    tuple(range(high, high - 5, -1)) if high > 5 else (14, 5, 4, 3, 2): high
    for high in range(5, 15)
}
"""The ranks of each straight and its highest card; R2.2: the ace is low only in 5-high."""


class Category(IntEnum):
    """The categories of R2.1 in ascending order; `LOW`, one that qualifies (R13.1), is apart."""

    LOW = -1
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
    """The rank of a row, comparable as a tuple.

    `ranks` are sorted by count, then from high to low, each once (R2.4): a pair of aces with a nine
    is (14, 9). As a tuple sorts before longer ones that begin with it, a Front equal to the first
    ranks of a Middle is lower, as R2.5 requires.
    """

    category: Category
    ranks: tuple[int, ...]


_OF_A_KIND: Final[dict[tuple[int, ...], Category]] = {
    (4, 1): Category.QUADS,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.TRIPS,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (3,): Category.TRIPS,
    (2, 1): Category.PAIR,
    (1, 1, 1): Category.HIGH_CARD,
}
"""The category of a full row by the counts of its ranks, if it is no straight or flush."""

_GROUPS: Final[dict[tuple[int, ...], Category]] = {
    (4,): Category.QUADS,
    (3,): Category.TRIPS,
    (3, 1): Category.TRIPS,
    (2, 2): Category.TWO_PAIR,
    (2,): Category.PAIR,
    (2, 1): Category.PAIR,
}
"""The category of a row with open places by its two largest groups of equal ranks."""


def _of_counts(counts: tuple[int, ...], ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every choice of different ranks for these counts; for equal counts the higher rank first."""
    if not counts:
        yield ()
        return
    alike = counts.count(counts[0])
    for chosen in combinations(ranks, alike):
        left = [rank for rank in ranks if rank not in chosen]
        for others in _of_counts(counts[alike:], left):
            yield chosen + others


def _plain_shape(counts: tuple[int, ...], ranks: tuple[int, ...]) -> Shape:
    """The shape of 3 or 5 cards that are not all of one suit."""
    if len(ranks) == 5 and ranks in _STRAIGHTS:
        return Shape(Category.STRAIGHT, (_STRAIGHTS[ranks],))
    return Shape(_OF_A_KIND[counts], ranks)


def _flush_shape(ranks: tuple[int, ...]) -> Shape:
    """The shape of five different ranks of one suit."""
    high = _STRAIGHTS.get(ranks)
    if high is None:
        return Shape(Category.FLUSH, ranks)
    if high == 14:
        return Shape(Category.ROYAL_FLUSH, (14,))
    return Shape(Category.STRAIGHT_FLUSH, (high,))


@cache
def _tables() -> tuple[tuple[Shape, ...], tuple[dict[int, int], ...]]:
    """Every shape from low to high, and three tables of strengths by the keys of rows."""
    keys = {rank: Card(rank, "c") >> SUIT_BITS for rank in _ALL_RANKS}
    three, five, flush = dict[int, Shape](), dict[int, Shape](), dict[int, Shape]()
    for counts in _OF_A_KIND:
        table = three if sum(counts) == 3 else five
        for ranks in _of_counts(counts, _ALL_RANKS):
            key = sum(map(mul, counts, map(keys.__getitem__, ranks)))
            table[key] = _plain_shape(counts, ranks)
    for ranks in combinations(_ALL_RANKS, 5):
        flush[sum(map(keys.__getitem__, ranks))] = _flush_shape(ranks)
    shapes = sorted({*three.values(), *five.values(), *flush.values()})
    ordinal = {shape: index for index, shape in enumerate(shapes)}
    strengths = ({key: ordinal[of] for key, of in table.items()} for table in (three, five, flush))
    return tuple(shapes), tuple(strengths)


class _Strengths(dict[int, int]):
    """One of the tables, which are built when the first row is ranked, as that takes a while."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def __missing__(self, key: int) -> int:
        table = _tables()[1][self._number]
        self.update(table)
        return table[key]


_THREE: Final = _Strengths(0)
_FIVE: Final = _Strengths(1)
_FLUSH: Final = _Strengths(2)
_ONE_SUIT: Final = frozenset(5 * (card & _SUIT_MASK) for card in (Card(2, s) for s in "cdhs"))


def strength(cards: Sequence[Card]) -> int:
    """The strength of a full row of 3 or 5 cards; a higher number wins.

    Rows of any other size have no strength; callers check the size first.
    """
    if len(cards) == 3:
        return _THREE[sum(cards) >> SUIT_BITS]
    first, second, third, fourth, fifth = cards
    total = first + second + third + fourth + fifth  # faster than sum() for a subclass of int
    if total & _SUIT_MASK in _ONE_SUIT:
        return _FLUSH[total >> SUIT_BITS]
    return _FIVE[total >> SUIT_BITS]


def shape(row_strength: int) -> Shape:
    """The category and ranks that a strength stands for."""
    return _tables()[0][row_strength]


def category(row_strength: int) -> Category:
    """The category that a strength stands for."""
    return shape(row_strength).category


def made_of(cards: Sequence[Card]) -> Shape:
    """The rank that a row with open places has already: only equal ranks count.

    Jokers (R13.2) join the largest group, the highest of several, and are aces if alone.
    """
    ranks = [card.rank for card in cards if not card.is_joker]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    if jokers := len(cards) - len(ranks):
        (count, rank), *others = groups or [(0, _ALL_RANKS[0])]
        groups = [(count + jokers, rank), *others]
    counts = tuple(count for count, _ in groups[:2])
    category = _GROUPS.get(counts, Category.HIGH_CARD)
    return Shape(category, tuple(rank for _, rank in groups))


LOWEST: Final = 0
HIGHEST: Final = 7916
