"""Where cards can be laid out: at a table, in a deal of one's own, in the tutorial."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True)
class Spot:
    """The table that a screen's buttons are about, with hand and street where they matter."""

    tag: ClassVar = ""
    table: int
    hand: int = 0
    street: int = 0


@dataclass(frozen=True)
class DealSpot:
    """The deal that somebody plays on their own, and the street (from 0) that buttons are about.

    `practice` is 1 where nothing counts. Whose attempt it is follows from who presses.
    """

    tag: ClassVar = "d"
    deal: int
    practice: int
    street: int = 0


@dataclass(frozen=True)
class LessonSpot:
    """The page of the tutorial that buttons belong to, from 0, and the seed of its problem.

    It is dealt from the seed again, whenever that is.
    """

    tag: ClassVar = "l"
    page: int
    seed: int


@dataclass(frozen=True)
class PlayOnSpot:
    """A decision from which somebody plays on: of a hand or deal that is over, or an exercise.

    `source` has the number of their decision in that hand, from 0, as its street. What comes is
    dealt from the `seed`, or with 0 is what came in that hand; `placed` is what they have placed
    since, with a letter for each card.
    """

    tag: ClassVar = "p"
    source: Spot | DealSpot | LessonSpot
    seed: int
    placed: str = ""


Where: TypeAlias = Spot | DealSpot | LessonSpot | PlayOnSpot
"""Where cards can be laid out."""
