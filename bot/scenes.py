"""Scenes: what is on the table together with who sits there.

Screens, pictures, text twins and alt texts are made from scenes alone. A scene holds a
`HandView`, so it knows nothing that its viewer may not know.
"""

from dataclasses import dataclass

from bot.ofc.match import Transfer
from bot.ofc.scoring import Score
from bot.ofc.views import HandView


@dataclass(frozen=True)
class Player:
    """A person at the table: display name, @name in ASCII, and running total in points."""

    name: str
    handle: str
    total: int


@dataclass(frozen=True)
class TableScene:
    """A hand as one person (`view.viewer`) or the public may see it.

    `players` are by seat of the hand, that is in acting order; `order` lists those seats as
    people sit round the table, so that a board keeps its place from hand to hand. `button` is
    the seat of the hand that has it, or None when its player is among those who sit out.
    """

    number: int
    view: HandView
    players: tuple[Player, ...]
    order: tuple[int, ...]
    button: int | None
    sits_out: tuple[Player, ...] = ()


@dataclass(frozen=True)
class ResultScene:
    """A finished hand: totals in `table` include it; `transfers` are what changed hands."""

    table: TableScene
    score: Score
    transfers: tuple[Transfer, ...]
    stake: int

    def points(self, seat: int) -> int:
        """What a seat of the hand won or lost, stakes and limits included."""
        return sum(t.points * ((t.a == seat) - (t.b == seat)) for t in self.transfers)
