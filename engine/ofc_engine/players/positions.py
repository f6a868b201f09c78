"""Cards, rows and positions by the thousand, as NumPy arrays.

A card is its number in `DECK` (0 to 51), followed by the jokers; a row is the sum of its cards'
keys (see `ofc_engine.cards.Card`), and one look-up gives the strengths of millions of rows, the
same as in `ofc_engine.rows`. A position is seen from one seat: an array with a small number for
each card of the variant's deck, the `Row` it is in, `GONE` (a discard, or on another board) or
`LIVE` (unseen: in the deck or in hidden hands). These are 52, and one more for each joker; if
positions of several games are together, a joker that is not in the deck of one is `ABSENT`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import CAPACITIES, Board, Row
from ofc_engine.cards import DECK, JOKERS, SUIT_BITS, SUITS, Card, Cards
from ofc_engine.jokers import JokerRanking, readings
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
"""The place of each card: (52,) for one position, (n, 52) for several; more with jokers."""

STRENGTHS: Final = HIGHEST + 1
"""The number of strengths."""

KEYS: Final[Ints] = np.array([int(card) for card in DECK + JOKERS], dtype=np.int32)
"""The key of each card by number; a row's key is the sum of its cards' keys."""

_NUMBERS: Final = {card: number for number, card in enumerate(DECK + JOKERS)}
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_FLUSH: Final = 5
"""The number of cards in a flush."""
_ACES: Final = (Card(14, "s"),) * _FLUSH
GONE: Final = 3
LIVE: Final = 4
ABSENT: Final = 5


def numbers(cards: Iterable[Card]) -> Ints:
    """The cards' numbers, in their order."""
    return np.array([_NUMBERS[card] for card in cards], dtype=np.int32)


def row_key(cards: Iterable[Card]) -> int:
    """The key of some cards of one row."""
    return sum(map(int, cards))


def _of_ranks(ranks: Sequence[int]) -> Cards:
    """Cards of these ascending ranks that are no flush: equal ranks get different suits."""
    cards: list[Card] = []
    for at, rank in enumerate(ranks):
        copy = ranks[:at].count(rank)
        suit = copy if len(set(ranks)) < len(ranks) else at % len(SUITS)
        cards.append(Card(rank, SUITS[suit]))
    return tuple(cards)


class _Readings(NamedTuple):
    """The strengths that rows with jokers can be read as (R13.2).

    `numbers` has the number of each such row, from 1, at the index of its strength in a look-up.
    `sorted` are the strengths of all of them, plus `STRENGTHS` times the number of the row; where
    those of a row start is in `begins`.
    """

    numbers: Ints
    sorted: Ints
    begins: Ints

    @staticmethod
    def of(numbers: Ints, found: Sequence[Sequence[int]]) -> "_Readings":
        """The readings of the rows numbered from 1."""
        every = [STRENGTHS * n + of for n, row in enumerate(found, 1) for of in row]
        begins = np.cumsum([0, 0, *map(len, found)])[:-1]
        return _Readings(numbers, np.array(every, np.int32), begins.astype(np.int32))


class Lookup(NamedTuple):
    """The strengths of rows of one ranking by their keys: called with keys of any shape.

    `offsets` tells by the suits of a row where its ranks begin in `strengths`: flushes come after
    the other rows. It is None for rows that can be no flush. `readings` are those of rows with
    jokers, None without jokers; `strengths` has the highest of each.
    """

    strengths: Strengths
    offsets: Ints | None
    readings: _Readings | None = None

    def __call__(self, keys: Ints) -> Strengths:
        """The strength of each row, given the rows' keys."""
        return self.strengths[self._at(keys)]

    def _at(self, keys: Ints) -> Ints:
        ranks = keys >> SUIT_BITS
        return ranks if self.offsets is None else ranks + self.offsets[keys & _SUIT_MASK]

    def under(self, highest: Strengths, keys: Ints, found: Strengths) -> Strengths:
        """The strength of each row, read as no higher than `highest`; arrays of one shape.

        `found` are the strengths of the rows by themselves. A row that cannot be read so low is
        read as low as possible.
        """
        if self.readings is None:
            return found
        too_high = np.nonzero((found > highest) & (keys >= JOKERS[0]))
        number = self.readings.numbers[self._at(keys[too_high])]
        # A card may be tried in a row that has it already: there is no such row.
        too_high, number = tuple(at[number > 0] for at in too_high), number[number > 0]
        found = found.copy()
        most = number * STRENGTHS + highest[too_high]
        at = np.searchsorted(self.readings.sorted, most, "right") - 1
        at = np.maximum(at, self.readings.begins[number])
        found[too_high] = self.readings.sorted[at] - number * STRENGTHS
        return found


@lru_cache(maxsize=8)
def lookup(ranking: RowRanking) -> Lookup:
    """The strengths of all rows of a ranking."""
    size, jokers = ranking.size, ranking.jokers if isinstance(ranking, JokerRanking) else ()
    held = [jokers[:count] for count in range(len(jokers) + 1)]
    highest = 1 + max(row_key([*each, *_ACES[len(each) : size]]) >> SUIT_BITS for each in held)
    strengths, offsets = np.zeros(2 * highest, np.int16), np.zeros(1 << SUIT_BITS, np.int32)
    numbers, found = np.zeros(2 * highest, np.int32), list[tuple[int, ...]]()
    for cards, is_flush in chain.from_iterable(_rows(size, each) for each in held):
        at = (row_key(cards) >> SUIT_BITS) + highest * is_flush
        strengths[at] = ranking.strength(cards)
        if cards[-1].is_joker:
            found.append(readings(cards))
            numbers[at] = len(found)
    for suit, each in product(SUITS, _some_of(jokers)):
        clubs = [Card(2, suit)] * (_FLUSH - len(each))
        offsets[row_key([*each, *clubs]) & _SUIT_MASK] = highest
    read = _Readings.of(numbers, found) if jokers else None
    return Lookup(strengths, None if size < _FLUSH else offsets, read)


def _rows(size: int, jokers: Cards) -> Iterator[tuple[Cards, bool]]:
    """A row for each choice of ranks, with these jokers last, and whether it is of one suit."""
    ranks, count = range(2, 15), size - len(jokers)
    for chosen in combinations_with_replacement(ranks, count):
        if chosen[0] != chosen[-1] or count < _FLUSH:
            yield (*_of_ranks(chosen), *jokers), False
    for chosen in combinations(ranks, count) if size == _FLUSH else ():
        yield (*(Card(rank, SUITS[0]) for rank in chosen), *jokers), True


def _some_of(jokers: Cards) -> Iterator[Cards]:
    """Every choice of jokers, including none."""
    return chain.from_iterable(combinations(jokers, count) for count in range(len(jokers) + 1))


three_strengths: Final = lookup(HIGH_ROWS.rankings[Row.FRONT])
"""The strengths of three cards as high hands."""
five_strengths: Final = lookup(HIGH_ROWS.rankings[Row.BACK])
"""The strengths of five cards as high hands."""


def row_strengths(keys: Sequence[Ints], rules: Ruleset) -> tuple[Strengths, Strengths, Strengths]:
    """The strengths of full rows by the keys of Front, Middle and Back."""
    rankings = rules.variant.rows.rankings
    found = [lookup(of)(row) for of, row in zip(rankings, keys, strict=True)]
    return as_read(found, keys, rules)


def as_read(
    found: Sequence[Strengths], keys: Sequence[Ints], rules: Ruleset
) -> tuple[Strengths, Strengths, Strengths]:
    """The strengths of full rows on one board, from those of each by itself, and keys (R13.2)."""
    front, middle, back = found
    rows = rules.variant.rows
    if rules.variant.jokers:
        strict = np.int16(rules.equal_rows_foul)
        of_front, of_middle, _ = map(lookup, rows.rankings)
        middle = of_middle.under(back - strict, keys[Row.MIDDLE], middle)
        front = of_front.under(middle, keys[Row.FRONT], front)
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
"""A number for the made hand of each strength, without kickers: all pairs of aces share one."""


def places_of(board: Board, gone: Iterable[Card], deck: Cards = DECK) -> Places:
    """One position, shape (52,); cards of the deck neither on the board nor gone are live."""
    places = np.full(max(len(DECK), len(deck)), GONE, np.int8)
    places[numbers(deck)] = LIVE
    for row, cards in enumerate(board):
        places[numbers(cards)] = row
    places[numbers(gone)] = GONE
    return places


def jokers_in_deck(places: Places) -> Ints:
    """R13.2: the number of jokers in the deck of each position's game: (n, 52) to (n,)."""
    return np.count_nonzero(places[:, len(DECK) :] != ABSENT, axis=1).astype(np.int32)


def open_places(places: Places) -> Ints:
    """The number of cards that each row can still take: (n, 52) to (n, 3)."""
    filled = [np.count_nonzero(places == row, axis=1) for row in range(3)]
    return np.array(CAPACITIES, np.int32) - np.stack(filled, axis=1).astype(np.int32)


def row_keys(places: Places) -> Ints:
    """The key of each row: (n, 52) to (3, n)."""
    known = KEYS[: places.shape[1]]
    keys = [np.where(places == row, known, 0).sum(axis=1, dtype=np.int32) for row in range(3)]
    return np.stack(keys)


def strengths(places: Places, rules: Ruleset) -> tuple[Strengths, Strengths, Strengths]:
    """The strengths of full boards, (n, 52) to three times (n,)."""
    return row_strengths(tuple(row_keys(places)), rules)


@lru_cache(maxsize=32)
def patterns(street: Street) -> Places:
    """Every way to send a street's cards to empty rows or to GONE: (p, dealt)."""
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

    `places` (m, 52) are the positions after them; `of` (m,) is the position that each comes from,
    ascending; `ways` (m,) is its index in the street's `patterns`.
    """

    places: Places
    of: Indices
    ways: Indices

    @property
    def starts(self) -> Indices:
        """The index of the first placement of each position."""
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


_BELOW: Final = 1e-3
"""Points by which `at_most` stays below its limit."""


class Outlook(NamedTuple):
    """For each of several positions, (n,): points from all opponents, chances of foul and visit."""

    points: Floats
    foul: Floats
    fantasyland: Floats

    def at(self, which: np.ndarray) -> "Outlook":
        """The outlook of some of the positions."""
        return Outlook(self.points[which], self.foul[which], self.fantasyland[which])

    def at_most(self, points: float) -> "Outlook":
        """The outlook with points that are limited to a little less than `points`."""
        return self._replace(points=np.minimum(self.points, np.float32(points - _BELOW)))

    def replaced(self, which: np.ndarray, closer: "Outlook") -> "Outlook":
        """The outlook with that of the best positions replaced by a `closer` one.

        The points of the others fall as far as those of the most overrated of these, so that no
        position becomes the best just because it was not looked at.
        """
        fell = max(0.0, float((self.points[which] - closer.points).max()))
        return self._replace(points=self.points - np.float32(fell)).put(which, closer)

    def put(self, which: np.ndarray, others: "Outlook") -> "Outlook":
        """The outlook with that of some positions replaced by `others`."""
        columns = [column.copy() for column in self]
        for column, values in zip(columns, others, strict=True):
            column[which] = values
        return Outlook(*columns)

    def over_draws(self) -> "Outlook":
        """The mean of an outlook over its draws: (n, draws) to (n,)."""
        return Outlook(*(column.mean(axis=1, dtype=np.float32) for column in self))
