"""The exact Fantasyland solver: the best boards from 13 to 17 cards.

Every five cards are tried as the Back, those that could be worth most first. The worth of a Back is
bounded by the strongest Middle and Front in the cards that it leaves; once that bound is below the
boards found, nothing better is left and the answer is exact.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import BOARD_SIZE, Placement, Row
from ofc_engine.cards import Cards, verify_distinct
from ofc_engine.errors import CardError
from ofc_engine.players.positions import (
    KEYS,
    MADE,
    STRENGTHS,
    Doubles,
    Indices,
    Ints,
    Strengths,
    lookup,
    numbers,
)
from ofc_engine.players.worth import Aim
from ofc_engine.ranking import LOWEST

MOST_CARDS: Final = 17
# The best Backs come first, by a bound on the worth of boards with them. A few of them raise the
# threshold, so that most others need not be tried.
_FIRST_CHUNK: Final = 8
_GROWTH: Final = 3
_NONE: Final = -1


@dataclass(frozen=True)
class Solution:
    """A board with its discards, and its points by the aim that it was solved for."""

    placement: Placement
    value: float


@dataclass(frozen=True, eq=False)
class _Subsets:
    """All choices of `size` of `count` cards, as bit masks and as positions."""

    masks: Ints
    positions: Ints

    @staticmethod
    def of(count: int, size: int) -> "_Subsets":
        positions = np.array(list(combinations(range(count), size)), np.int32)
        return _Subsets((1 << positions).sum(axis=1, dtype=np.int32), positions)


@lru_cache(maxsize=MOST_CARDS)
def _subsets(count: int, size: int) -> _Subsets:
    return _Subsets.of(count, size)


class _Pairs(NamedTuple):
    """Backs and Middles that go together, as indices of five-card subsets, with their Fronts.

    `made` are the strengths of the Middles, as read with these Backs, `fronts` of the strongest
    Front in the cards left, which may be too high.
    """

    backs: Indices
    middles: Indices
    made: Strengths
    fronts: Strengths

    def where(self, chosen: NDArray[np.bool_]) -> "_Pairs":
        backs, middles, made, fronts = self
        return _Pairs(backs[chosen], middles[chosen], made[chosen], fronts[chosen])


class _Found(NamedTuple):
    """A board: its value, Back and Middle (indices of subsets), and strengths of Middle and Front.

    Comparable as a tuple: of equal values the one with the higher numbers counts as better.
    """

    value: float
    back: int
    middle: int
    made: int
    front: int


def solve(cards: Cards, aim: Aim, count: int = 1) -> tuple[Solution, ...]:
    """The best `count` boards that differ in the made hand of Middle or Back, best first.

    Each has the best Front and kickers for them. Ties go to the stronger rows. Raises
    CardError unless there are 13 to 17 different cards. Only for games in which the Back is never
    the weaker row of a `RowOrder`, and the Front is of one.
    """
    verify_distinct(cards)
    aim.rules.variant.verify_cards(cards)
    if not BOARD_SIZE <= len(cards) <= MOST_CARDS:
        raise CardError(
            "Fantasyland is solved for {least} to {most} cards, not {count}.",
            least=BOARD_SIZE,
            most=MOST_CARDS,
            count=len(cards),
        )
    return _BoardSearch(cards, aim, count).run() or (_foul(cards, aim),)


def _foul(cards: Cards, aim: Aim) -> Solution:
    """Any board of cards that always foul, as there may be no low in them (R13.1)."""
    return Solution(Placement(cards[:3], cards[3:8], cards[8:13], cards[13:]), aim.foul)


class _BoardSearch:
    def __init__(self, cards: Cards, aim: Aim, count: int) -> None:
        self.cards, self.aim, self.count = cards, aim, count
        self.rows = aim.rules.variant.rows
        above = {order.weaker: order.stronger for order in self.rows.orders}
        self.in_order, self.under_middle = Row.MIDDLE in above, above[Row.FRONT] is Row.MIDDLE
        qualification = self.rows.rankings[Row.MIDDLE].qualification
        self.least = LOWEST if qualification is None else qualification.least
        self.all = (1 << len(cards)) - 1
        self.fives, self.threes = _subsets(len(cards), 5), _subsets(len(cards), 3)
        keys = KEYS[numbers(cards)]
        self.five_keys = keys[self.fives.positions].sum(axis=1, dtype=np.int32)
        self.three_keys = keys[self.threes.positions].sum(axis=1, dtype=np.int32)
        self.lookups = tuple(map(lookup, self.rows.rankings))
        front, middle, back = self.lookups
        self.fronts, self.middles = front(self.three_keys), middle(self.five_keys)
        self.strengths = back(self.five_keys)
        self.best_front = self._strongest_inside(self.threes, self.fronts)
        self.found: list[_Found] = []
        """The best first."""

    def _strongest_inside(self, subsets: _Subsets, strengths: Strengths) -> Strengths:
        """For each set of cards (a bit mask) the strength of the strongest such row inside it."""
        best = np.full(self.all + 1, _NONE, np.int16)
        best[subsets.masks] = strengths
        for bit in range(len(self.cards)):
            halves = best.reshape(-1, 2, 1 << bit)
            np.maximum(halves[:, 1], halves[:, 0], out=halves[:, 1])
        return best

    @cached_property
    def bounds(self) -> Doubles:
        """For each Back, points that no board with it exceeds; -inf if no Middle fits."""
        rest = self.all ^ self.fives.masks
        middles = self._strongest_inside(self.fives, self.middles)[rest]
        if self.in_order:
            middles = np.minimum(middles, self.strengths - np.int16(self.aim.strict))
        fronts = np.minimum(self.best_front[rest], middles if self.under_middle else self.strengths)
        ceiling = self._ceiling(fronts, middles, self.strengths)
        return np.where(middles < self.least, -np.inf, ceiling)

    @cached_property
    def usable(self) -> Indices:
        """The five-card subsets that can be a Middle."""
        return np.flatnonzero(self.middles >= self.least)

    def _ceiling(self, fronts: Strengths, middles: Strengths, backs: Strengths) -> Doubles:
        ceilings = self.aim.ceilings
        return self.aim.constant + ceilings[0][fronts] + ceilings[1][middles] + ceilings[2][backs]

    @property
    def threshold(self) -> float:
        """The value that a board must exceed to be among the best."""
        return self.found[-1][0] if len(self.found) == self.count else -np.inf

    def run(self) -> tuple[Solution, ...]:
        order = np.argsort(-self.bounds)
        start, size = 0, _FIRST_CHUNK
        while start < len(order):
            backs = order[start : start + size]
            backs = backs[self.bounds[backs] > self.threshold]
            if not len(backs):
                break
            self._try(self._pairs(backs))
            start, size = start + size, size * _GROWTH
        return tuple(map(self._solution, self.found))

    def _pairs(self, backs: Indices) -> _Pairs:
        """The pairs with these Backs that could be worth enough."""
        fits = (self.fives.masks[backs, None] & self.fives.masks[self.usable]) == 0
        which, middles = np.nonzero(fits)
        backs, middles = backs[which], self.usable[middles]
        made = self.middles[middles]
        if self.in_order:
            highest = self.strengths[backs] - np.int16(self.aim.strict)
            made = self.lookups[Row.MIDDLE].under(highest, self.five_keys[middles], made)
            fits = made <= highest
            backs, middles, made = backs[fits], middles[fits], made[fits]
        rest = self.all ^ self.fives.masks[backs] ^ self.fives.masks[middles]
        return self._promising(_Pairs(backs, middles, made, self.best_front[rest]))

    def _highest_front(self, pairs: _Pairs) -> Strengths:
        """The strength that the Front must not exceed."""
        return pairs.made if self.under_middle else self.strengths[pairs.backs]

    def _promising(self, pairs: _Pairs) -> _Pairs:
        fronts = np.minimum(pairs.fronts, self._highest_front(pairs))
        bounds = self._ceiling(fronts, pairs.made, self.strengths[pairs.backs])
        return pairs.where(bounds > self.threshold)

    def _try(self, pairs: _Pairs) -> None:
        fits = pairs.fronts <= self._highest_front(pairs)
        self._keep(pairs.where(fits))
        lower = self._with_lower_fronts(self._promising(pairs.where(~fits)))
        self._keep(lower.where(lower.fronts != _NONE))

    def _with_lower_fronts(self, pairs: _Pairs) -> _Pairs:
        """These pairs, each with the strongest Front that is not too high.

        The Front is `_NONE` if every Front from the cards left would be a foul.
        """
        rest = self.all ^ self.fives.masks[pairs.backs] ^ self.fives.masks[pairs.middles]
        inside = (self.threes.masks & ~rest[:, None]) == 0
        highest = self._highest_front(pairs)[:, None]
        fronts = self._read_fronts(highest)
        legal = inside & (fronts <= highest)
        return pairs._replace(fronts=np.where(legal, fronts, np.int16(_NONE)).max(axis=1))

    def _read_fronts(self, highest: Strengths) -> Strengths:
        """The strengths of all Fronts, read as no higher than `highest`: (n, 1) to (n, m)."""
        front = self.lookups[Row.FRONT]
        if front.readings is None:
            return self.fronts[None]
        limits, which = np.unique(highest, return_inverse=True)
        shape = len(limits), len(self.fronts)
        read = front.under(
            np.broadcast_to(limits[:, None], shape),
            np.broadcast_to(self.three_keys, shape),
            np.broadcast_to(self.fronts, shape),
        )
        return read[which.reshape(-1)]

    def _keep(self, pairs: _Pairs) -> None:
        """Merge these boards into the best found."""
        values = self.aim.values(pairs.fronts, pairs.made, self.strengths[pairs.backs])
        best = np.flatnonzero(values > self.threshold)
        best = best[np.argsort(-values[best])]
        hands = self._hands(pairs.backs[best], pairs.made[best])
        best = best[np.sort(np.unique(hands, return_index=True)[1])][: self.count]
        for at in best:
            back, middle, made, front = (int(column[at]) for column in pairs)
            self._insert(_Found(float(values[at]), back, middle, made, front))

    def _hands(self, backs: Indices, middles: Strengths) -> Ints:
        """A number for the made hands of Back and Middle, by its subset and by its strength."""
        made = MADE[middles] if self.in_order else middles
        return MADE[self.strengths[backs]].astype(np.int32) * STRENGTHS + made

    def _insert(self, board: _Found) -> None:
        """Add a board, unless one with the same made hands is better."""
        every = [*self.found, board]
        hands = self._hands(
            np.array([each.back for each in every]), np.array([each.made for each in every])
        )
        same = [each for each, of in zip(self.found, hands, strict=False) if of == hands[-1]]
        if same and same[0].value >= board.value:
            return
        kept = [found for found in self.found if found not in same]
        self.found = sorted([*kept, board], reverse=True)[: self.count]

    def _solution(self, found: _Found) -> Solution:
        value, back, middle, made, front_strength = found
        rest = self.all ^ int(self.fives.masks[back]) ^ int(self.fives.masks[middle])
        fronts = self._read_fronts(np.array([[made]], np.int16))[0]
        inside = ((self.threes.masks & ~rest) == 0) & (fronts == front_strength)
        front = int(self.threes.masks[np.argmax(inside)])
        placement = Placement(
            front=self._chosen(front),
            middle=self._chosen(int(self.fives.masks[middle])),
            back=self._chosen(int(self.fives.masks[back])),
            discards=self._chosen(rest & ~front),
        )
        return Solution(placement, value)

    def _chosen(self, mask: int) -> Cards:
        return tuple(card for at, card in enumerate(self.cards) if mask >> at & 1)
