"""Rows with jokers (R13.2): everything that they can be read as, and what they count as.

A joker counts as a card that is not in its row, so there is no five of a kind. Rows are read from
the Back up, each as strong as it can be without being higher than the one below it, or without
being equal if that is a foul. The board is a foul only if no reading fits.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, JOKERS, RANKS, SUITS, Card, Cards, without_jokers
from ofc_engine.ranking import Category, Shape, shape, strength
from ofc_engine.rows import HIGH_ROWS, FullRows, RowRanking, RowRules, Shapes

_ALL_RANKS: Final = range(2, 2 + len(RANKS))
_OF_A_RANK: Final = len(SUITS)
_CARDS: Final = {(card.rank, card.suit): card for card in DECK}
_NOTHING: Final = Shape(Category.HIGH_CARD, ())
_ROWS_KEPT: Final = 4096
"""Rows whose jokers' cards are cached: pictures, alt texts and plain texts all ask for them."""


def readings(row: Cards) -> tuple[int, ...]:
    """The strengths that a full row can be read as, from low to high."""
    cards = without_jokers(row)
    if len(cards) == len(row):
        return (strength(row),)
    of_one_suit = len({card.suit for card in cards}) == 1
    ranks = tuple(sorted(card.rank for card in cards))
    return _readings(ranks, len(row) - len(cards), of_one_suit)


@cache
def _readings(ranks: tuple[int, ...], jokers: int, of_one_suit: bool) -> tuple[int, ...]:
    """The readings of all rows with these ranks and so many jokers: a few thousand in all."""
    found = set[int]()
    is_five = len(ranks) + jokers == Row.BACK.capacity
    for added in combinations_with_replacement(_ALL_RANKS, jokers):
        row = (*ranks, *added)
        most = max(map(row.count, row))
        if most <= _OF_A_RANK:
            found.add(strength(_of_mixed_suits(row)))
        if of_one_suit and is_five and most == 1:
            found.add(strength([_CARDS[rank, SUITS[0]] for rank in row]))
    return tuple(sorted(found))


def _of_mixed_suits(ranks: tuple[int, ...]) -> list[Card]:
    """Cards of these ranks, at most four of each, that are no flush."""
    # Equal ranks are neighbours, and so get different suits.
    return [_CARDS[rank, SUITS[n % _OF_A_RANK]] for n, rank in enumerate(sorted(ranks))]


@lru_cache(maxsize=_ROWS_KEPT)
def stand_ins(row: Cards, row_strength: int) -> Cards:
    """The cards that the jokers of a full row, in order, count as at a reading of `row_strength`.

    Empty if it has no joker, or cannot be read like that. Of suits that serve equally the highest
    is given, spades before hearts.
    """
    cards = without_jokers(row)
    others = (card for card in reversed(DECK) if card not in cards)
    for more in combinations(others, len(row) - len(cards)):
        if strength((*cards, *more)) == row_strength:
            return more
    return ()


@dataclass(frozen=True)
class JokerRanking(RowRanking):
    """High hands of rows that may contain any of these `jokers`."""

    jokers: Cards = ()

    def strength(self, cards: Cards) -> int:
        """The highest strength that a full row can be read as."""
        return readings(cards)[-1]

    def lowest(self, cards: Cards) -> int:
        """The lowest strength that a full row can be read as."""
        return readings(cards)[0]

    def joins(self, card: Card, cards: Cards) -> bool:
        """True if a card and others can make a hand before their row is full."""
        return card.is_joker or any(c.is_joker for c in cards) or super().joins(card, cards)


@dataclass(frozen=True)
class JokerRows(RowRules):
    """Three high hands with jokers: the reading of a row depends on the one below it.

    `strict` tells if equal rows are a foul.
    """

    strict: bool = False

    def strengths(self, board: Board) -> FullRows:
        """The strength that each full row is read as, None for a row with open places.

        If no reading fits, a row is read as low as possible, so that `fouls` finds the foul.
        """
        found: list[int | None] = [None] * len(Row)
        for row in reversed(Row):
            if board.open_places(row):
                continue
            possible = readings(board[row])
            fit = min([len(possible), *self._fits(row, possible, found)])
            found[row] = possible[max(0, fit - 1)]
        front, middle, back = found
        return front, middle, back

    def _fits(self, row: Row, possible: tuple[int, ...], found: list[int | None]) -> Iterator[int]:
        """For each row below, how many of the `possible` strengths are low enough."""
        for order in self.orders:
            below = found[order.stronger]
            if order.weaker is row and below is not None:
                is_strict = self.strict and order.equal is not None
                yield (bisect_left if is_strict else bisect_right)(possible, below)

    def stands(self, board: Board) -> dict[Card, Card]:
        """The cards that the jokers of full rows count as."""
        found: dict[Card, Card] = {}
        for row, read in zip(board, self.strengths(board), strict=True):
            held = [card for card in row if card.is_joker]
            if held and read is not None:
                found |= zip(held, stand_ins(row, read), strict=False)
        return found

    def assured(self, board: Board) -> Shapes:
        """The least that each row is sure to be, whatever joins it.

        Above the Back a joker may count for less while its row, or one below, has open places.
        """
        made, is_open = list(self.made(board)), False
        for row in reversed(Row):
            is_open = is_open or board.open_places(row) > 0
            if is_open and row is not Row.BACK and any(card.is_joker for card in board[row]):
                made[row] = self._least(row, board[row])
        front, middle, back = made
        return front, middle, back

    def _least(self, row: Row, cards: Cards) -> Shape:
        if len(cards) == row.capacity:
            return shape(readings(cards)[0])
        rest = without_jokers(cards)
        return self.rankings[row].made(rest) if rest else _NOTHING


def rows_with_jokers(jokers: int, *, strict: bool) -> JokerRows:
    """How rows rank with so many jokers in the deck; `strict` if equal rows are a foul."""
    front, middle, back = (JokerRanking(row.capacity, jokers=JOKERS[:jokers]) for row in Row)
    return JokerRows((front, middle, back), HIGH_ROWS.orders, strict)
