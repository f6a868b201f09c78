"""Ratings and their evidence: points a hand compared with the computer player *Steady*.

    rating = points given away less than Steady does, to each opponent + what the judge overlooks

The first is known precisely from judged hands. The second is small, and shows in luck: a player who
is better than the judge thinks has good luck in the long run. The result of a hand that is not
judged tells about both. `ofc_engine.players.rating_estimate` computes ratings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

NINETEEN_IN_TWENTY: Final = 1.96
"""Standard errors on either side of an estimate that contain the truth 19 times in 20."""


@dataclass(frozen=True)
class Prior:
    """The prior knowledge of a game, in points a hand from one opponent.

    `scatter` is the standard deviation of what two equally strong players settle in a hand, with
    the visits to Fantasyland that follow; `given` is what *Steady* gives away, `anchors` are the
    ratings of the computer players.
    """

    scatter: float
    given: float
    anchors: Mapping[str, float]


def _yardstick(
    scatter: float, given: float, *, beginner: float, bold: float, master: float
) -> Prior:
    anchors = {"beginner": beginner, "steady": 0.0, "bold": bold, "master": master}
    return Prior(scatter, given, MappingProxyType(anchors))


_WITH_JOKERS: Final = {
    "pineapple": _yardstick(18.8, 1.5, beginner=-3.6, bold=0.6, master=1.3),
    "classic": _yardstick(12.0, 1.4, beginner=-2.4, bold=0.1, master=0.3),
    "turbo": _yardstick(13.1, 1.3, beginner=-2.6, bold=0.1, master=0.4),
}
"""For a variant with one joker and with two: few hands have been measured (docs/skill.md)."""
YARDSTICKS: Final = MappingProxyType(
    {
        "pineapple": _yardstick(13.6, 2.2, beginner=-3.9, bold=1.1, master=2.0),
        "classic": _yardstick(8.0, 1.2, beginner=-2.2, bold=0.6, master=1.0),
        "turbo": _yardstick(10.7, 1.0, beginner=-2.4, bold=0.3, master=0.7),
        "chinese": _yardstick(8.4, 0.0, beginner=-0.1, bold=0.0, master=0.0),
        "deuce": _yardstick(12.4, 1.6, beginner=-3.1, bold=0.8, master=1.4),
        **{f"{name}+{n}": known for name, known in _WITH_JOKERS.items() for n in (1, 2)},
    }
)
"""By game (`Variant.game`), with standard rules: scatter and points given away are measured by
`python -m tools.benchmarks.rating`, anchors by what the levels win from *Steady* without the luck
of the draws (`tools.benchmarks.strength`; in Chinese, which is solved, by what they give away).

The scatter in Classic and Turbo is larger than that of luck, which the tool prints: with that alone
the intervals from hands that are not judged would be too narrow.
"""


LEAST_HANDS: Final = 30
"""Hands from which a player has a place on the ladder."""


@dataclass(frozen=True)
class PlayerPoints:
    """The results of a player: points from each opponent, summed over `hands`.

    `level` is a computer player's. `given` was given away in `judged` hands, `squares` is the sum
    of its squares by hand. `luck` is that of hands whose luck is known, `net` the points of hands
    that are not judged, both divided by the number of players: in a hand of n a seat has 1 / n of
    what it won from all.
    """

    player_id: int
    level: str | None
    hands: int
    judged: int = 0
    given: float = 0.0
    squares: float = 0.0
    luck: float = 0.0
    net: float = 0.0


@dataclass(frozen=True)
class PairPoints:
    """How much two players played together, 1 / n for a hand of n: in `lucky` hands, whose luck is
    known, and in `bare` ones, which are not judged.
    """

    a: int
    b: int
    lucky: float = 0.0
    bare: float = 0.0


@dataclass(frozen=True)
class Evidence:
    """Everything that is known of the hands of a server in one game."""

    played: tuple[PlayerPoints, ...]
    together: tuple[PairPoints, ...]


@dataclass(frozen=True)
class Rating:
    """How well a person plays: points a hand from *Steady*, and its standard error."""

    player_id: int
    points: float
    error: float

    @property
    def span(self) -> tuple[float, float]:
        """The interval that contains the true value 19 times in 20."""
        margin = NINETEEN_IN_TWENTY * self.error
        return self.points - margin, self.points + margin
