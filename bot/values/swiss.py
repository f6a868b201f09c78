"""Duplicate Swiss (R14.4): the scores of a round, and the standing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, TypeVar

from ofc_engine.places import shared_places

P = TypeVar("P")

SCORES: Final = (6, 4, 2, 0)
"""Points for the places of a group, from the first on; those who tie share theirs."""

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
    """The points of each person for a round: 6, 4, 2 or 0 by their place in the group.

    Those with the same points share the scores of their places. A computer player takes a place
    like anybody else. A player who missed the round gets 0.
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

    That seat got the same cards everywhere. If there is one group only, it is their own points.
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
        """The points of all rounds together."""
        return sum(each or 0 for each in self.scores)


def standing(people: Collection[P], rounds: Sequence[SwissRound[P]]) -> list[SwissScore[P]]:
    """The table of results, the best first.

    Ties in the score are broken by the points against the same seats in other groups, then by the
    points in their own; players level in all of them share a place, in the order of `people`.
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
