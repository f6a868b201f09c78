"""The least that an unfinished board is sure of, as long as it does not foul.

A pair stays a pair, or better, whatever joins it; no card makes a row lower. So the royalty of
what a row makes already is the least that it ends with, and a Fantasyland that it earns already
is earned.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ofc_engine.board import Board, Row
from ofc_engine.cards import Cards
from ofc_engine.ranking import Category, Shape, shape, strength
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import PerRow, Shapes, earned_fantasyland, royalty_of

_KEPT: Final = 2048
"""Rows that people lay out at the same time: with every tap two of three stay as they were."""
_GROUPS: Final[Mapping[tuple[int, ...], Category]] = MappingProxyType(
    {
        (4,): Category.QUADS,
        (4, 1): Category.QUADS,
        (3,): Category.TRIPS,
        (3, 1): Category.TRIPS,
        (2, 2): Category.TWO_PAIR,
        (2,): Category.PAIR,
        (2, 1): Category.PAIR,
    }
)


def so_far(row: Row, cards: Cards) -> Shape:
    """The rank of a row as it lies there; straights and flushes count once the row is full."""
    if len(cards) == row.capacity:
        return shape(strength(cards))
    ranks = [card.rank for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts = tuple(count for count, _ in groups[:2])
    category = _GROUPS.get(counts, Category.HIGH_CARD)
    return Shape(category, tuple(rank for _, rank in groups))


@dataclass(frozen=True)
class AssuredRows:
    """The ranks of a board's rows, and the least that it brings if it does not foul.

    `fantasyland` is the number of cards that it earns for the next hand, or 0; while the Front has
    an open place it may become more.
    """

    made: Shapes
    royalties: PerRow
    fantasyland: int


def assured(board: Board, rules: Ruleset, *, players: int, fantasyland: int = 0) -> AssuredRows:
    """The rows of a board, full or not, and its least worth in a hand of `players` players.

    `fantasyland` is the number of cards this hand is played with there, or 0.
    """
    rows = [_row(row, board[row], rules) for row in Row]
    (front, first), (middle, second), (back, third) = rows
    made, royalties = (front, middle, back), (first, second, third)
    earned = earned_fantasyland(made, royalties, rules, players, fantasyland)
    return AssuredRows(made, royalties, earned)


@lru_cache(maxsize=_KEPT)
def _row(row: Row, cards: Cards, rules: Ruleset) -> tuple[Shape, int]:
    made = so_far(row, cards)
    return made, royalty_of(row, made, rules)
