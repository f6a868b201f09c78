"""Cards, rows and positions by the thousand, as NumPy sees them.

A card is its number in `DECK` (0 to 51), a row the sum of its cards' keys (see
`ofc_engine.cards.Card`), and one look-up gives the strengths of millions of rows, which are those
of `ofc_engine.rows`. A position is as seen from one seat: a row of 52 small numbers, one for
each card of `DECK`: the `Row` it lies in, or `GONE` (a discard, or on another board) or `LIVE`
(unseen: in the deck or in hidden hands).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import CAPACITIES, Board, Row
from ofc_engine.cards import DECK, SUIT_BITS, SUITS, Card, Cards
from ofc_engine.ranking import HIGHEST, Category, shape
from ofc_engine.rows import HIGH_ROWS, RowRanking
from ofc_engine.rulesets import Ruleset
from ofc_engine.variants import Street

Ints: TypeAlias = NDArray[np.int32]
Strengths: TypeAlias = NDArray[np.int16]
Floats: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]
Doubles: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
Places: TypeAlias = NDArray[np.int8]
"""Where each card is: (52,) for one position, (n, 52) for several."""

STRENGTHS: Final = HIGHEST + 1
"""How many strengths there are."""

KEYS: Final[Ints] = np.array([int(card) for card in DECK], dtype=np.int32)
"""The key of each card by number; a row's key is the sum of its cards' keys."""

_NUMBERS: Final = {card: number for number, card in enumerate(DECK)}
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_FLUSH: Final = 5
"""How many cards of one suit a flush is."""
GONE: Final = 3
LIVE: Final = 4


def numbers(cards: Iterable[Card]) -> Ints:
    """The cards' numbers, in their order."""
    return np.array([_NUMBERS[card] for card in cards], dtype=np.int32)


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


class Lookup(NamedTuple):
    """The strengths of rows of one ranking by their keys: called with keys of any shape.

    `offsets` tells by the suits of a row where its ranks are to be found in `strengths`: flushes
    lie behind the other rows. It is None for rows that can be none.
    """

    strengths: Strengths
    offsets: Ints | None

    def __call__(self, keys: Ints) -> Strengths:
        """The strength of each row, given the rows' keys."""
        ranks = keys >> SUIT_BITS
        if self.offsets is None:
            return self.strengths[ranks]
        return self.strengths[ranks + self.offsets[keys & _SUIT_MASK]]


@lru_cache(maxsize=8)
def lookup(ranking: RowRanking) -> Lookup:
    """The strengths of all rows of a ranking."""
    ranks = range(2, 15)
    highest = ranking.size * (Card(14, "s") >> SUIT_BITS) + 1
    strengths = np.zeros(2 * highest, np.int16)
    for chosen in combinations_with_replacement(ranks, ranking.size):
        if chosen[0] != chosen[-1] or ranking.size < _FLUSH:
            cards = _of_ranks(chosen)
            strengths[row_key(cards) >> SUIT_BITS] = ranking.strength(cards)
    if ranking.size != _FLUSH:
        return Lookup(strengths, None)
    for chosen in combinations(ranks, ranking.size):
        cards = tuple(Card(rank, "c") for rank in chosen)
        strengths[highest + (row_key(cards) >> SUIT_BITS)] = ranking.strength(cards)
    offsets = np.zeros(1 << SUIT_BITS, np.int32)
    for suit in SUITS:
        offsets[_FLUSH * (Card(2, suit) & _SUIT_MASK)] = highest
    return Lookup(strengths, offsets)


three_strengths: Final = lookup(HIGH_ROWS.rankings[Row.FRONT])
"""The strengths of three cards as high hands."""
five_strengths: Final = lookup(HIGH_ROWS.rankings[Row.BACK])
"""The strengths of five cards as high hands."""


def row_strengths(keys: Sequence[Ints], rules: Ruleset) -> tuple[Strengths, Strengths, Strengths]:
    """The strengths of full rows by their keys, those of Front, Middle and Back."""
    rankings = rules.variant.rows.rankings
    front, middle, back = (lookup(of)(row) for of, row in zip(rankings, keys, strict=True))
    return front, middle, back


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


def places_of(board: Board, gone: Iterable[Card], deck: Cards = DECK) -> Places:
    """One position, shape (52,); cards of the deck neither on the board nor gone are live."""
    places = np.full(len(DECK), GONE, np.int8)
    places[numbers(deck)] = LIVE
    for row, cards in enumerate(board):
        places[numbers(cards)] = row
    places[numbers(gone)] = GONE
    return places


def open_places(places: Places) -> Ints:
    """How many cards each row still takes: (n, 52) to (n, 3)."""
    filled = [np.count_nonzero(places == row, axis=1) for row in range(3)]
    return np.array(CAPACITIES, np.int32) - np.stack(filled, axis=1).astype(np.int32)


def row_keys(places: Places) -> Ints:
    """The key of each row: (n, 52) to (3, n)."""
    keys = [np.where(places == row, KEYS, 0).sum(axis=1, dtype=np.int32) for row in range(3)]
    return np.stack(keys)


def strengths(places: Places, rules: Ruleset) -> tuple[Strengths, Strengths, Strengths]:
    """The strengths of full boards, (n, 52) to three times (n,)."""
    return row_strengths(tuple(row_keys(places)), rules)


@lru_cache(maxsize=32)
def patterns(street: Street) -> Places:
    """Every way to send a street's cards to rows or to GONE, (p, dealt), capacities aside."""
    ways = product(range(GONE + 1 if street.discarded else GONE), repeat=street.dealt)
    kept = [
        way
        for way in ways
        if way.count(GONE) == street.discarded
        and all(way.count(row) <= room for row, room in enumerate(CAPACITIES))
    ]
    return np.array(kept, np.int8)


class LegalPlacements(NamedTuple):
    """The legal placements of one draw for each of several positions, one after another.

    `places` (m, 52) are the positions after them; `of` (m,) says from which position each
    comes (ascending), `ways` (m,) which of the street's `patterns` it is.
    """

    places: Places
    of: Indices
    ways: Indices

    @property
    def starts(self) -> Indices:
        """Where the placements of each position begin."""
        return np.flatnonzero(np.diff(self.of, prepend=-1))

    def best(self, values: Floats) -> Indices:
        """The placement with the highest value (m,) of each position: indices, ascending."""
        highest = np.maximum.reduceat(values, self.starts)
        top = np.flatnonzero(values == highest[self.of])
        return top[np.diff(self.of[top], prepend=-1) > 0]

    def several(self, values: Floats, count: int) -> "LegalPlacements":
        """The placements with the `count` highest values (m,) of each position."""
        order = np.lexsort((-values, self.of))
        sizes = np.diff(self.starts, append=len(self.of))
        rank = np.arange(len(self.of)) - np.repeat(self.starts, sizes)
        kept = order[rank < count]
        return LegalPlacements(self.places[kept], self.of[kept], self.ways[kept])


def choices(places: Places, draws: Ints, street: Street) -> LegalPlacements:
    """All legal placements of `draws` (n, dealt) on `places` (n, 52)."""
    ways = patterns(street)
    taken = np.stack([np.count_nonzero(ways == row, axis=1) for row in range(3)], axis=1)
    legal = (taken[None] <= open_places(places)[:, None]).all(axis=2)
    of, which = np.nonzero(legal)
    after = places[of]
    np.put_along_axis(after, draws[of].astype(np.int64), ways[which], axis=1)
    return LegalPlacements(after, of, which)


class Outlook(NamedTuple):
    """For each of several positions, (n,): points from all opponents, and two chances."""

    points: Floats
    foul: Floats
    fantasyland: Floats

    def at(self, which: np.ndarray) -> "Outlook":
        """The outlook of some of the positions."""
        return Outlook(self.points[which], self.foul[which], self.fantasyland[which])

    def replaced(self, which: np.ndarray, closer: "Outlook") -> "Outlook":
        """The outlook with that of some of the positions, the best, looked at more closely.

        The points of the others fall as far as the most overrated of these did, so that no
        position becomes the best for not having been looked at.
        """
        fell = max(0.0, float((self.points[which] - closer.points).max()))
        columns = self.points - np.float32(fell), self.foul.copy(), self.fantasyland.copy()
        for column, value in zip(columns, closer, strict=True):
            column[which] = value
        return Outlook(*columns)
