"""Duplicate Swiss (R14.4): the groups of a round, what a round is worth, who has come where."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, Generic, TypeVar

from bot.ofc.places import shared_places

P = TypeVar("P")

SCORES: Final = (6, 4, 2, 0)
"""What the places of a group are worth, from the first on; those who tie share theirs."""
MISSES: Final = 2
"""Missed rounds after which somebody is out, until they come back."""
_WORSE: Final = 4
"""How many times worse it is to meet a person again than a computer player."""
_TRIES: Final = 2000
"""How many beginnings of groups are looked at before more is repeated."""

# --- groups ----------------------------------------------------------------------------------


class Met(Generic[P]):
    """How often people have been in a group with each other, and with computer players."""

    def __init__(self, groups: Iterable[Sequence[P | None]] = ()) -> None:
        self._pairs: Counter[frozenset[P]] = Counter()
        self._computers: Counter[P] = Counter()
        for group in groups:
            people = [each for each in group if each is not None]
            self._pairs.update(map(frozenset, combinations(people, 2)))
            self._computers.update(people if len(people) < len(group) else ())

    def repeats(self, people: Sequence[P], size: int) -> int:
        """What a group of these people would repeat; computers fill it to `size`.

        To meet somebody again weighs more than to have a computer player again.
        """
        again = sum(self._pairs[frozenset(pair)] for pair in combinations(people, 2))
        filled = sum(self._computers[each] for each in people if len(people) < size)
        return _WORSE * again + filled


def groups(order: Sequence[P], met: Met[P], size: int) -> tuple[tuple[P | None, ...], ...]:
    """The groups of the next round, each by seats; None is the seat of a computer player.

    `order` are those who play, the best first: neighbours come together, and as few as can be
    found have met before. Each group has `size` seats, and two groups differ by at most one
    computer player. Nobody comes to the same seat for being good: seats turn from group to group.
    """
    sizes = _sizes(len(order), size)

    def found(allowed: int) -> list[tuple[P, ...]] | None:
        """Groups that repeat no more than that, None if none were found."""
        return _GroupSearch(met, size, _TRIES).split(tuple(order), sizes, allowed)

    # In the end everybody may meet everybody again: so some are found, and then better ones.
    too_few, enough = -1, 0
    while (best := found(enough)) is None:
        too_few, enough = enough, 2 * enough + 1
    while enough - too_few > 1:
        between = (too_few + enough) // 2
        better = found(between)
        if better is None:
            too_few = between
        else:
            best, enough = better, between
    return tuple(_seated(group, size, number) for number, group in enumerate(best))


def _sizes(people: int, size: int) -> tuple[int, ...]:
    """How many people each group has, the fullest first."""
    number = -(-people // size)
    return tuple(people // number + (each < people % number) for each in range(number))


def _seated(people: Sequence[P], size: int, number: int) -> tuple[P | None, ...]:
    filled = (*people, *(None for _ in range(size - len(people))))
    turn = number % size
    return filled[turn:] + filled[:turn]


class _GroupSearch(Generic[P]):
    """Looks for groups with few repeated meetings, from the top of the standing down."""

    def __init__(self, met: Met[P], size: int, tries: int) -> None:
        self._met = met
        self._size = size
        self._tries = tries

    def split(
        self, order: tuple[P, ...], sizes: Sequence[int], allowed: int
    ) -> list[tuple[P, ...]] | None:
        """The order in groups of these sizes; None if none was found with so few repeats."""
        if not sizes:
            return []
        for group in self._beginnings(order, sizes[0]):
            again = self._met.repeats(group, self._size)
            if again > allowed:
                continue
            rest = tuple(each for each in order if each not in group)
            others = self.split(rest, sizes[1:], allowed - again)
            if others is not None:
                return [group, *others]
        return None

    def _beginnings(self, order: tuple[P, ...], size: int) -> Iterator[tuple[P, ...]]:
        """The groups that the first of the order could be in, neighbours first."""
        for others in combinations(order[1:], size - 1):
            if self._tries <= 0:
                return
            self._tries -= 1
            yield (order[0], *others)


# --- a round ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwissGroup(Generic[P]):
    """A group that has played a round: who had each seat, None for a computer, and their points."""

    players: tuple[P | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class SwissRound(Generic[P]):
    """A round that is over; `missed` are those who placed nothing in it themselves."""

    groups: tuple[SwissGroup[P], ...]
    missed: frozenset[P] = frozenset()


def scores(played: SwissRound[P]) -> dict[P, int]:
    """What a round is worth to each person: 6, 4, 2 or 0 by their place in the group.

    Those with the same points share what their places are worth together. A computer player has a
    place like everybody. Whoever has missed the round gets 0.
    """
    found: dict[P, int] = {}
    for group in played.groups:
        ranked = sorted(group.points, reverse=True)
        for player, points in zip(group.players, group.points, strict=True):
            if player is not None:
                first, tied = ranked.index(points), ranked.count(points)
                share = sum(SCORES[first : first + tied]) // tied
                found[player] = 0 if player in played.missed else share
    return found


def compared(played: SwissRound[P]) -> dict[P, Fraction]:
    """Each person's points against the mean of the same seat in the other groups.

    That seat got the same cards everywhere. In an only group it is their points.
    """
    found: dict[P, Fraction] = {}
    for group in played.groups:
        others = [each for each in played.groups if each is not group]
        for seat, player in enumerate(group.players):
            if player is not None:
                usual = Fraction(sum(o.points[seat] for o in others), max(1, len(others)))
                found[player] = group.points[seat] - usual
    return found


# --- the standing ----------------------------------------------------------------------------


@dataclass(frozen=True)
class SwissScore(Generic[P]):
    """Somebody in the table of results: `scores` are by rounds, None where they did not play.

    `compared` are their points against the same seats elsewhere, `points` those in their groups.
    """

    place: int
    player: P
    scores: tuple[int | None, ...]
    compared: Fraction
    points: int

    @property
    def score(self) -> int:
        """What all rounds together were worth."""
        return sum(each or 0 for each in self.scores)


def standing(people: Collection[P], rounds: Sequence[SwissRound[P]]) -> list[SwissScore[P]]:
    """The table of results, the best first.

    Ties in the score are broken by the points against the same seats in other groups, then by the
    points in their own; whoever is level in all of them shares a place, in the order of `people`.
    """
    each_round = [(scores(played), compared(played), _points(played)) for played in rounds]
    unplaced = [
        SwissScore(
            0,
            player,
            tuple(score.get(player) for score, _, _ in each_round),
            sum((against.get(player, Fraction()) for _, against, _ in each_round), Fraction()),
            sum(points.get(player, 0) for _, _, points in each_round),
        )
        for player in people
    ]
    ranked = sorted(unplaced, key=_reached, reverse=True)
    return [
        SwissScore(place, each.player, each.scores, each.compared, each.points)
        for place, each in zip(shared_places(map(_reached, ranked)), ranked, strict=True)
    ]


def _reached(each: SwissScore[P]) -> tuple[int, Fraction, int]:
    return each.score, each.compared, each.points


def _points(played: SwissRound[P]) -> dict[P, int]:
    return {
        player: points
        for group in played.groups
        for player, points in zip(group.players, group.points, strict=True)
        if player is not None
    }
