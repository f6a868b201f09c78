"""Rows with jokers (R13.2): everything that they can be read as, and what they then are.

A joker counts as a card that is not in its row, so there is no five of a kind. Rows are read from
the Back up, each as strong as it can be without being higher than the one below it, or as strong
where equal rows are a foul; only where nothing fits is the board a foul. No variant has jokers in
its deck so far: this is their ranking alone.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from ofc_engine.board import Row
from ofc_engine.cards import DECK, RANKS, SUITS, Card, Cards
from ofc_engine.ranking import strength
from ofc_engine.rows import PerRow, RowRules

_ALL_RANKS: Final = range(2, 2 + len(RANKS))
_OF_A_RANK: Final = len(SUITS)
_CARDS: Final = {(card.rank, card.suit): card for card in DECK}


class JokerRow(NamedTuple):
    """A full row: its cards, and how many jokers lie beside them."""

    cards: Cards
    jokers: int = 0


JokerRows: TypeAlias = tuple[JokerRow, JokerRow, JokerRow]
"""Front, Middle and Back."""


def readings(row: JokerRow) -> tuple[int, ...]:
    """The different strengths that a full row can be read as, from low to high."""
    if not row.jokers:
        return (strength(row.cards),)
    of_one_suit = len({card.suit for card in row.cards}) == 1
    return _readings(tuple(sorted(card.rank for card in row.cards)), row.jokers, of_one_suit)


@cache
def _readings(ranks: tuple[int, ...], jokers: int, of_one_suit: bool) -> tuple[int, ...]:
    """The readings of all rows with cards of these ranks: there are a few thousand of them."""
    found = set[int]()
    is_five = len(ranks) + jokers == Row.BACK.capacity
    for added in combinations_with_replacement(_ALL_RANKS, jokers):
        row = (*ranks, *added)
        most = max(Counter(row).values())
        if most <= _OF_A_RANK:
            found.add(strength(_of_mixed_suits(row)))
        if of_one_suit and is_five and most == 1:
            found.add(strength([_CARDS[rank, SUITS[0]] for rank in row]))
    return tuple(sorted(found))


def _of_mixed_suits(ranks: tuple[int, ...]) -> list[Card]:
    """Cards of these ranks, at most four of each, that are no flush."""
    # Cards of a rank follow each other, and so have different suits.
    return [_CARDS[rank, SUITS[n % _OF_A_RANK]] for n, rank in enumerate(sorted(ranks))]


def read(rows: JokerRows, rules: RowRules, *, equal_rows_foul: bool) -> PerRow:
    """The strengths that full rows are read as, Front to Back.

    What nothing can be done for is read as low as it can be, so that `rules.fouls` finds the foul.
    """
    found = [0, 0, 0]
    for row in reversed(Row):
        possible = readings(rows[row])
        fit = len(possible)
        for order in rules.orders:
            if order.weaker is row:
                below = found[order.stronger]
                is_strict = equal_rows_foul and order.equal is not None
                fit = min(fit, (bisect_left if is_strict else bisect_right)(possible, below))
        found[row] = possible[max(0, fit - 1)]
    front, middle, back = found
    return front, middle, back
