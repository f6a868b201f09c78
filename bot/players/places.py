"""Positions by the thousand: where each of the 52 cards is, as seen from one seat.

A position is a row of 52 small numbers, one for each card of `DECK`: the `Row` it lies in, or
`GONE` (a discard, or on another board) or `LIVE` (unseen: in the deck or in hidden hands).
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.ofc.board import CAPACITIES, Board
from bot.ofc.cards import Card
from bot.ofc.variants import Street
from bot.players.tables import (
    KEYS,
    Floats,
    Ints,
    Strengths,
    five_strengths,
    numbers,
    three_strengths,
)

Places: TypeAlias = NDArray[np.int8]

GONE: Final = 3
LIVE: Final = 4
_CARDS: Final = 52


def places_of(board: Board, gone: Iterable[Card]) -> Places:
    """One position, shape (52,); cards neither on the board nor gone are live."""
    places = np.full(_CARDS, LIVE, np.int8)
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


def strengths(places: Places) -> tuple[Strengths, Strengths, Strengths]:
    """The strengths of full boards, (n, 52) to three times (n,)."""
    front, middle, back = row_keys(places)
    return three_strengths(front), five_strengths(middle), five_strengths(back)


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


class Choices(NamedTuple):
    """The legal placements of one draw for each of several positions, one after another.

    `places` (m, 52) are the positions after them; `of` (m,) says from which position each
    comes (ascending), `ways` (m,) which of the street's `patterns` it is.
    """

    places: Places
    of: NDArray[np.intp]
    ways: NDArray[np.intp]

    @property
    def starts(self) -> NDArray[np.intp]:
        """Where the placements of each position begin."""
        return np.flatnonzero(np.diff(self.of, prepend=-1))

    def best(self, values: Floats) -> NDArray[np.intp]:
        """The placement with the highest value (m,) of each position: indices, ascending."""
        highest = np.maximum.reduceat(values, self.starts)
        top = np.flatnonzero(values == highest[self.of])
        return top[np.diff(self.of[top], prepend=-1) > 0]

    def several(self, values: Floats, count: int) -> "Choices":
        """The placements with the `count` highest values (m,) of each position."""
        order = np.lexsort((-values, self.of))
        sizes = np.diff(self.starts, append=len(self.of))
        rank = np.arange(len(self.of)) - np.repeat(self.starts, sizes)
        kept = order[rank < count]
        return Choices(self.places[kept], self.of[kept], self.ways[kept])


def choices(places: Places, draws: Ints, street: Street) -> Choices:
    """All legal placements of `draws` (n, dealt) on `places` (n, 52)."""
    ways = patterns(street)
    taken = np.stack([np.count_nonzero(ways == row, axis=1) for row in range(3)], axis=1)
    legal = (taken[None] <= open_places(places)[:, None]).all(axis=2)
    of, which = np.nonzero(legal)
    after = places[of]
    np.put_along_axis(after, draws[of].astype(np.int64), ways[which], axis=1)
    return Choices(after, of, which)
