"""Ratings: a Gaussian over everybody's strength, given everything known of their hands.

Everybody has two unknowns, in points a hand from one opponent: how well they play (u), and how
much of it the judge overlooks (b). In a hand of n each seat i plays like x[i] = u[i] + chance, and
its points are the sum of x[i] - x[j] over the others, so the settlements of pairs depend on each
other as they do at a table. For the seats' points P that means

    precision of u += (I - 1/n) / s²        information += (P / n) / s²

so that only sums over hands are needed, in any order. Each hand is used once:

- not judged: its points, for u;
- judged: its points are split into what was given away, which tells about u - b, and luck, whose
  mean is b and which tells about b.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ofc_engine.players.ratings import Evidence, PlayerPoints, Prior, Rating

USUAL: Final = (-1.0, 3.0)
"""The prior of somebody's rating before their first hand: mean and standard deviation."""
OVERLOOKED: Final = 0.5
"""The standard deviation of what the judge overlooks of a player, in points a hand."""
USUAL_SCATTER: Final = (20, 3.0)
"""The prior of how much the points given away vary from hand to hand: as if seen in so many hands,
with this deviation. A few hands tell little of it, as most hands cost little and some a lot."""
MOST: Final = 500
"""Players whose ratings are computed together; others count as usual players."""

Matrix = NDArray[np.float64]


def rate(evidence: Evidence, yardstick: Prior) -> tuple[Rating, ...]:
    """The ratings of people, at most of the `MOST` with the most hands."""
    people = [each for each in evidence.played if each.level is None]
    people = sorted(people, key=lambda each: (-each.hands, each.player_id))[:MOST]
    fixed = {
        each.player_id: yardstick.anchors[each.level]
        for each in evidence.played
        if each.level is not None and each.level in yardstick.anchors
    }
    return _solved(people, fixed, evidence, yardstick) if people else ()


def _solved(
    people: list[PlayerPoints], fixed: dict[int, float], evidence: Evidence, yardstick: Prior
) -> tuple[Rating, ...]:
    count, noise = len(people), yardstick.scatter**2 / 2
    place = {each.player_id: number for number, each in enumerate(people)}
    mean, deviation = USUAL
    # The unknowns are everybody's strength, then what the judge overlooks of each.
    precision = np.diag(np.repeat([deviation**-2, OVERLOOKED**-2], count))
    pull = np.repeat([mean * deviation**-2, 0.0], count)
    pull[:count] += [each.net / noise for each in people]
    pull[count:] += [each.luck / noise for each in people]
    _add_given(precision, pull, people, yardstick)
    for pair in evidence.together:
        for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
            if one in place:
                at, beside = place[one], place.get(other)
                for first, weight in ((0, pair.bare / noise), (count, pair.lucky / noise)):
                    precision[first + at, first + at] += weight
                    if beside is not None:
                        precision[first + at, first + beside] -= weight
                pull[at] += (
                    0.0 if beside is not None else pair.bare / noise * fixed.get(other, mean)
                )
    covariance = np.linalg.inv(precision)
    means, errors = covariance @ pull, np.sqrt(np.diag(covariance))
    return tuple(
        Rating(each.player_id, float(means[at]), float(errors[at]))
        for at, each in enumerate(people)
    )


def _add_given(
    precision: Matrix, pull: Matrix, people: list[PlayerPoints], yardstick: Prior
) -> None:
    """Add what points given away, compared with those of *Steady*, tell about u - b."""
    count, (usual, deviation) = len(people), USUAL_SCATTER
    for at, each in enumerate(people):
        if each.judged:
            average = each.given / each.judged
            scatter = max(0.0, each.squares - each.judged * average**2) + usual * deviation**2
            weight = each.judged * (each.judged - 1 + usual) / scatter
            both = at, count + at
            precision[np.ix_(both, both)] += weight * np.array([[1.0, -1.0], [-1.0, 1.0]])
            known = weight * (yardstick.given - average)
            pull[at] += known
            pull[count + at] -= known
