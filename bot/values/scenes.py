"""Scenes: what is on the table together with who sits there.

Screens, pictures, text twins and alt texts are made from scenes alone. A scene holds a
`HandView`, so it knows nothing that its viewer may not know.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Final

from bot.values.ledger_records import FeatKind
from ofc_engine.match import Transfer
from ofc_engine.scoring import Score
from ofc_engine.views import HandView


class Reminded(StrEnum):
    """The last reminder that a player on turn has been given."""

    NOTHING = ""
    TURN = "turn"
    """It is their turn: told when their quiet hours were over."""
    WAIT = "wait"
    """The others have been waiting for a day."""
    HALF = "half"
    """Half of their time is gone."""
    LAST = "last"
    """Their time is about to run out or, without a clock, the table is about to close."""
    TIME = "time"
    """R11.2: an opponent has called time."""


class Presence(StrEnum):
    """The presence of a seated player."""

    HERE = "here"
    AWAY = "away"
    """Their time ran out again and again: this hand is played for them, then they sit out."""
    OUT = "out"
    """They sit out from the next hand on, and keep their seat."""
    LEAVING = "leaving"
    """They have lost their seat: this hand is played for them, then the seat is free."""

    @property
    def is_absent(self) -> bool:
        """True if the hand is played for them."""
        return self in (Presence.AWAY, Presence.LEAVING)


COMPUTER: Final = " (bot)"
"""How the name of a computer player ends."""


@dataclass(frozen=True)
class ScenePlayer:
    """A person at the table: display name, @name in ASCII, and running total in points.

    If they have a tournament's stack (`has_stack`), that is the total.
    """

    name: str
    handle: str
    total: int
    is_computer: bool = False
    has_stack: bool = False

    @property
    def name_without_mark(self) -> str:
        """The name for where something else tells that it is a computer player."""
        return self.name.removesuffix(COMPUTER) if self.is_computer else self.name


@dataclass(frozen=True)
class TableScene:
    """A hand as one person (`view.viewer`) or the public may see it.

    `players` are by seat of the hand, that is in acting order; `order` lists those seats as
    people sit round the table, so that a board keeps its place from hand to hand. `button` is
    the seat of the hand that has it, or None when its player is among those who sit out. `away`
    are the seats of the hand that are played for their owners.
    """

    number: int
    view: HandView
    players: tuple[ScenePlayer, ...]
    order: tuple[int, ...]
    button: int | None
    sits_out: tuple[ScenePlayer, ...] = ()
    away: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ResultScene:
    """A finished hand: totals in `table` include it; `transfers` are what changed hands.

    Where Fantasyland is not played but counts, `fantasyland_points` has each seat's lead by those
    that were earned, else None. Not `has_next`: no hand follows.
    """

    table: TableScene
    score: Score
    transfers: tuple[Transfer, ...]
    stake: int
    fantasyland_points: tuple[int, ...] | None = None
    has_next: bool = True

    @property
    def leads_on(self) -> bool:
        """True if a Fantasyland that was earned is played in the next hand."""
        return self.has_next and self.fantasyland_points is None

    def earned(self, seat: int) -> int:
        """The cards of a seat's earned Fantasyland, 0 if it is neither played nor counted."""
        comes = self.leads_on or self.fantasyland_points is not None
        return self.score.results[seat].fantasyland if comes else 0

    def visit_points(self, seat: int) -> int | None:
        """A seat's lead by Fantasylands that are not played, None where they are."""
        return None if self.fantasyland_points is None else self.fantasyland_points[seat]

    def points(self, seat: int) -> int:
        """Points that a seat of the hand won or lost, stakes and limits included."""
        return sum(t.points * ((t.a == seat) - (t.b == seat)) for t in self.transfers)

    @property
    def best_first(self) -> list[int]:
        """The seats of the hand, most points first."""
        return sorted(range(len(self.table.players)), key=lambda seat: -self.points(seat))


@dataclass(frozen=True)
class LedgerEntry:
    """Points that one hand brought to one player; whether it was a Fantasyland or a foul."""

    points: int
    fantasyland: bool = False
    foul: bool = False


@dataclass(frozen=True)
class LedgerScene:
    """How points ran at a table or in a server, hand by hand, or `per_day`.

    `hands` are those from hand number `first` on, oldest first; each has an entry for every one
    of `players`, in their order, or None for players who did not play it. Totals in `players` are
    those after the last hand. If `per_day`, each of `hands` sums over all hands of a day. Where
    totals are stacks of a tournament, `outs` says in which hand, even one never dealt, each fell or
    left, None for players who did neither.
    """

    players: tuple[ScenePlayer, ...]
    first: int
    hands: tuple[tuple[LedgerEntry | None, ...], ...]
    per_day: bool = False
    outs: tuple[int | None, ...] | None = None

    def running(self, player: int) -> tuple[int, ...]:
        """A player's total in points before the first hand, and after each of them."""
        points = [entry.points if entry else 0 for entry in (hand[player] for hand in self.hands)]
        start = self.players[player].total - sum(points)
        return tuple(accumulate(points, initial=start))


@dataclass(frozen=True)
class Standing:
    """A player's record in a server: hands played, points, best and worst hand in points.

    `place` is by points, from 1; equals share one. Over the `judged` hands, `given` is how much
    they gave away, in thousandths of a point.
    """

    place: int
    name: str
    hands: int
    points: int
    best: int
    worst: int
    judged: int = 0
    given: int = 0


@dataclass(frozen=True)
class RatedPlayer:
    """Somebody's rating in points a hand, and the interval that holds the true one 19 times in 20.

    `place` counts people from 1 and is 0 for a computer player, whose rating is fixed.
    """

    player: ScenePlayer
    place: int
    points: float
    low: float
    high: float
    hands: int


@dataclass(frozen=True)
class RatingScene:
    """Part of a server's ladder, the best first, with the computer players between."""

    lines: tuple[RatedPlayer, ...]


@dataclass(frozen=True)
class VariantRating:
    """A person's rating in a variant, in points a hand, and what holds it 19 times in 20."""

    variant: str
    points: float
    low: float
    high: float


@dataclass(frozen=True)
class ProfileScene:
    """A player in a server: `run` is theirs alone, over the latest of `hands`, with the total.

    `best` is what their best hand brought, `given` what they gave away a hand in points, None
    where that is not known or not told; `achievements` come with the numbers of their hands.
    """

    run: LedgerScene
    hands: int
    best: int
    given: float | None = None
    rating: VariantRating | None = None
    achievements: tuple[tuple[FeatKind, int], ...] = ()

    @property
    def player(self) -> ScenePlayer:
        """Who it is, with their total."""
        return self.run.players[0]

    @property
    def average(self) -> float:
        """Points a hand."""
        return self.player.total / self.hands
