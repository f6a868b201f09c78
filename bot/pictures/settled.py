"""The settlement of two players, as seen by the one who won."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.ofc.board import Row
from bot.ofc.scoring import PerRow
from bot.scenes import ResultScene


@dataclass(frozen=True)
class Settled:
    """A pair with its winner first; of an even one, the first in order.

    `row_points`, `bonus`, `royalties` and `surrender` add up to what the rules give; `points`
    changed hands: that many times `factor`, or less if a limit on losing `is_limited` it.
    """

    winner: int
    loser: int
    rows: PerRow
    row_points: int
    bonus: int
    royalties: int
    surrender: int
    points: int
    factor: int
    is_limited: bool

    @property
    def is_scoop(self) -> bool:
        """R4.2: whether the winner won all three rows."""
        return sum(self.rows) == len(Row)

    def count(self, value: int) -> int:
        """How many rows the winner won (1), tied (0) or lost (-1)."""
        return self.rows.count(value)


def settled_pairs(scene: ResultScene) -> tuple[Settled, ...]:
    """Every pair of a result, in the order in which they settle (R10.1)."""
    return tuple(_settled(scene))


def _settled(scene: ResultScene) -> Iterator[Settled]:
    for pair, transfer in zip(scene.score.pairs, scene.transfers, strict=True):
        sign = -1 if (transfer.points or pair.points) < 0 else 1
        front, middle, back = (sign * row for row in pair.rows)
        yield Settled(
            winner=pair.a if sign > 0 else pair.b,
            loser=pair.b if sign > 0 else pair.a,
            rows=(front, middle, back),
            row_points=sign * pair.row_points,
            bonus=sign * pair.bonus,
            royalties=sign * pair.royalties,
            surrender=sign * pair.surrender,
            points=sign * transfer.points,
            factor=transfer.factor,
            is_limited=abs(transfer.points) < abs(pair.points) * transfer.factor,
        )
