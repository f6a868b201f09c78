"""Who plays whom in a round of a duplicate tournament (R14.4): new opponents, near in strength."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Final, Generic, NamedTuple, TypeVar

P = TypeVar("P")
_Groups = list[list[int]]
"""People by their places in the standing, from 0."""

_COMPUTER: Final = 2
"""Another computer player costs as much as this many repeated meetings."""
_TRIES: Final = 400
"""Tries per group to find better ones: some tenths of a second for sixty people."""
_TRIES_FOR_NEW: Final = 2000
"""The same while anybody would meet somebody again."""
_RANDOM_EXCHANGES: Final = (2, 4)
"""The fewest and the most random exchanges to leave groups that no single exchange improves."""


class Meetings(Generic[P]):
    """How often people have been in a group with each other, and with computer players."""

    def __init__(self, groups: Iterable[Sequence[P | None]] = ()) -> None:
        self._pairs: Counter[frozenset[P]] = Counter()
        self._computers: Counter[P] = Counter()
        for group in groups:
            people = [each for each in group if each is not None]
            self._pairs.update(map(frozenset, combinations(people, 2)))
            self._computers.update(people if len(people) < len(group) else ())

    def each_other(self, one: P, other: P) -> int:
        """How often two people have met."""
        return self._pairs[frozenset((one, other))]

    def computers(self, person: P) -> int:
        """How often somebody has been in a group with a computer player."""
        return self._computers[person]


class PairingCost(NamedTuple):
    """The cost of a round's groups.

    `again` is how often people of a group have met before, `computers` how often those with a
    computer player have had one before. `apart` measures differences in strength: for each pair of
    a group, the square of their distance in places; a computer player comes after the last.
    """

    again: int
    computers: int
    apart: int

    @property
    def cost(self) -> tuple[bool, int, int]:
        """The cost to minimise, the first part above all.

        If possible, nobody meets anybody again. Computer players, the easiest opponents, go round:
        having one again is as bad as two repeated meetings, where those cannot be avoided. Then
        people of about the same strength should meet.
        """
        return self.again > 0, self.again + _COMPUTER * self.computers, self.apart


def price(
    groups: Iterable[Sequence[P | None]], order: Sequence[P], met: Meetings[P], size: int
) -> PairingCost:
    """The cost of groups with `size` seats of people in the `order` of the standing."""
    again = computers = apart = 0
    for group in groups:
        people = [each for each in group if each is not None]
        places = [order.index(each) for each in people]
        again += sum(met.each_other(one, other) for one, other in combinations(people, 2))
        apart += sum((one - other) ** 2 for one, other in combinations(places, 2))
        if len(people) < size:
            computers += sum(map(met.computers, people))
            apart += sum((len(order) - place) ** 2 for place in places)
    return PairingCost(again, computers, apart)


def groups(order: Sequence[P], met: Meetings[P], size: int) -> tuple[tuple[P | None, ...], ...]:
    """The groups of the next round, each by seats; None is the seat of a computer player.

    `order` has the players, the best first. Each group has `size` seats, and two groups differ by
    at most one computer player. These have the least `PairingCost.cost` found by a search that
    exchanges two people while that lowers the cost, then some at random, and so on. The same people
    in the same order get the same groups. Seats rotate from group to group, so that the best do not
    always get the same ones.
    """
    search = _Search(order, met, size)
    if search.meets_again and len(order) % size:
        search = _Search(order, met, size, counts_alike=True)
    found = sorted(sorted(group) for group in search.best)
    return tuple(
        _seated([order[place] for place in group], size, number)
        for number, group in enumerate(found)
    )


def sizes(people: int, size: int) -> tuple[int, ...]:
    """How many people each group has, the fullest first."""
    number = -(-people // size)
    return tuple(people // number + (each < people % number) for each in range(number))


def _seated(people: Sequence[P], size: int, number: int) -> tuple[P | None, ...]:
    filled = (*people, *(None for _ in range(size - len(people))))
    turn = number % size
    return filled[turn:] + filled[:turn]


class _Search(Generic[P]):
    """Searches for groups of the least cost, by exchanging two people of different groups.

    It avoids repeated meetings at any cost, unless `counts_alike` weighs them against computer
    players.
    """

    def __init__(
        self, order: Sequence[P], met: Meetings[P], size: int, *, counts_alike: bool = False
    ) -> None:
        count, had = len(order), [met.computers(each) for each in order]
        self._count = count
        self._size = size
        # One number for the whole cost: a unit of each part outweighs all of the next.
        unit = size * count**3
        computers = _COMPUTER * unit
        self._again = unit if counts_alike else unit + computers * sum(had)
        self._pairs = [
            [
                self._again * met.each_other(one, other) + (place - there) ** 2
                for there, other in enumerate(order)
            ]
            for place, one in enumerate(order)
        ]
        self._short = [computers * had[place] + (count - place) ** 2 for place in range(count)]

    @cached_property
    def best(self) -> _Groups:
        """The best groups that were found."""
        random = Random(self._count)
        best = self._improved(self._in_order())
        least, tries = self._cost(best), 0
        while len(best) > 1 and tries * len(best) < self._most_tries(least):
            tried = self._improved(self._perturbed(best, random))
            found = self._cost(tried)
            if found <= least:
                best, least = tried, found
            tries += 1
        return best

    @property
    def meets_again(self) -> bool:
        """True if anybody meets somebody again in the best groups."""
        return self._cost(self.best) >= self._again

    def _most_tries(self, cost: int) -> int:
        return _TRIES if cost < self._again else _TRIES_FOR_NEW

    def _in_order(self) -> _Groups:
        """Groups of neighbours in the standing, those with a computer player last."""
        found: _Groups = []
        for size in sizes(self._count, self._size):
            first = sum(map(len, found))
            found.append(list(range(first, first + size)))
        return found

    def _perturbed(self, groups: _Groups, random: Random) -> _Groups:
        shaken = [list(group) for group in groups]
        for _exchange in range(random.randint(*_RANDOM_EXCHANGES)):
            one, other = random.sample(shaken, 2)
            a, b = random.randrange(len(one)), random.randrange(len(other))
            one[a], other[b] = other[b], one[a]
        return shaken

    def _improved(self, groups: _Groups) -> _Groups:
        """Exchange people until no exchange of two lowers the cost."""
        is_better = True
        while is_better:
            is_better = False
            for one, other in combinations(groups, 2):
                for a in range(len(one)):
                    for b in range(len(other)):
                        if self._saves(one, a, other, b):
                            one[a], other[b] = other[b], one[a]
                            is_better = True
        return groups

    def _saves(self, one: list[int], a: int, other: list[int], b: int) -> bool:
        """True if exchanging two people, by their places in their groups, lowers the cost."""
        goes, comes = self._pairs[one[a]], self._pairs[other[b]]
        more = -2 * goes[other[b]]  # the two are not in one group afterwards, either
        for each in one:
            more += comes[each] - goes[each]
        for each in other:
            more += goes[each] - comes[each]
        shorter = (len(one) < self._size) - (len(other) < self._size)
        return more + shorter * (self._short[other[b]] - self._short[one[a]]) < 0

    def _cost(self, groups: _Groups) -> int:
        pairs = sum(self._pairs[a][b] for group in groups for a, b in combinations(group, 2))
        short = (group for group in groups if len(group) < self._size)
        return pairs + sum(self._short[place] for group in short for place in group)
