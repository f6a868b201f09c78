"""Cards and rows as NumPy sees them: one look-up gives the strength of millions of rows.

A card is its number in `DECK` (0 to 51), a row the sum of its cards' keys (see
`bot.ofc.cards.Card`). Strengths are those of `bot.ofc.ranking`.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.ofc.cards import DECK, SUIT_BITS, SUITS, Card, Cards
from bot.ofc.ranking import HIGHEST, Category, shape, strength

Ints: TypeAlias = NDArray[np.int32]
Strengths: TypeAlias = NDArray[np.int16]
Floats: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]

STRENGTHS: Final = HIGHEST + 1
"""How many strengths there are."""

KEYS: Final[Ints] = np.array([int(card) for card in DECK], dtype=np.int32)
"""The key of each card by number; a row's key is the sum of its cards' keys."""

_NUMBERS: Final = {card: number for number, card in enumerate(DECK)}
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1


def numbers(cards: Iterable[Card]) -> Ints:
    """The cards' numbers, in their order."""
    return np.array([_NUMBERS[card] for card in cards], dtype=np.int32)


def cards_of(card_numbers: Iterable[int]) -> Cards:
    """The cards with these numbers, in their order."""
    return tuple(DECK[number] for number in card_numbers)


def unseen(seen: Iterable[Card]) -> Ints:
    """The numbers of all cards but these, ascending."""
    gone = set(seen)
    return numbers(card for card in DECK if card not in gone)


def row_key(cards: Iterable[Card]) -> int:
    """The key of some cards of one row."""
    return sum(map(int, cards))


def _of_ranks(ranks: Sequence[int]) -> Cards:
    """Cards of these ascending ranks that are no flush: equal ranks go through the suits."""
    cards: list[Card] = []
    for at, rank in enumerate(ranks):
        copy = ranks[:at].count(rank)
        suit = copy if len(set(ranks)) < len(ranks) else at % len(SUITS)
        cards.append(Card(rank, SUITS[suit]))
    return tuple(cards)


def _build() -> tuple[Strengths, Strengths, Ints]:
    ranks = range(2, 15)
    highest = sum(Card(rank, "s") >> SUIT_BITS for rank in (14, 14, 14, 14, 13)) + 1
    five = np.zeros(2 * highest, np.int16)
    for chosen in combinations_with_replacement(ranks, 5):
        if chosen[0] != chosen[4]:
            cards = _of_ranks(chosen)
            five[row_key(cards) >> SUIT_BITS] = strength(cards)
    for chosen in combinations(ranks, 5):
        cards = tuple(Card(rank, "c") for rank in chosen)
        five[highest + (row_key(cards) >> SUIT_BITS)] = strength(cards)
    three = np.zeros(3 * (Card(14, "s") >> SUIT_BITS) + 1, np.int16)
    for chosen in combinations_with_replacement(ranks, 3):
        cards = _of_ranks(chosen)
        three[row_key(cards) >> SUIT_BITS] = strength(cards)
    flush_offset = np.zeros(1 << SUIT_BITS, np.int32)
    for suit in SUITS:
        flush_offset[5 * (Card(2, suit) & _SUIT_MASK)] = highest
    return five, three, flush_offset


_FIVE, _THREE, _FLUSH_OFFSET = _build()


def five_strengths(keys: Ints) -> Strengths:
    """The strength of each row of five, given the rows' keys; any shape."""
    return _FIVE[(keys >> SUIT_BITS) + _FLUSH_OFFSET[keys & _SUIT_MASK]]


def three_strengths(keys: Ints) -> Strengths:
    """The strength of each row of three, given the rows' keys; any shape."""
    return _THREE[keys >> SUIT_BITS]


def _build_made() -> Strengths:
    found: dict[tuple[Category, tuple[int, ...]], int] = {}
    made: list[int] = []
    for value in range(STRENGTHS):
        category, ranks = shape(value)
        two = category in (Category.TWO_PAIR, Category.FULL_HOUSE)
        made.append(found.setdefault((category, ranks[: 1 + two]), len(found)))
    return np.array(made, np.int16)


MADE: Final[Strengths] = _build_made()
"""A number for the made hand of each strength, its kickers aside: all pairs of aces share one."""
MADE_HANDS: Final = int(MADE.max()) + 1
"""How many made hands there are."""
