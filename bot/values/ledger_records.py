"""Queries to the ledger and their answers, as plain values."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Final

from bot.texts import marked
from ofc_engine.errors import OfcError

DAY: Final = 86_400
"""Seconds."""


class LedgerError(OfcError):
    """Something the ledger does not have, or does not allow."""


NOTHING_COUNTS: Final = marked(
    "No hand counts here yet; those with computer players usually don't. Open a table with /play."
)
"""The sentence on every page of a ledger in which no hand counts."""
NOTHING_IN_PART: Final = marked("No hand counts in this part of the ledger.")
"""The sentence for a part without hands, such as a season that is over."""


@dataclass(frozen=True)
class Scope:
    """Which hands of a server count: by default all of them.

    `channel_id` 0 is every channel, `season` 0 every season (by number in the server),
    `variant` empty every variant, `days` 0 all time (else that many days up to today, UTC).
    """

    channel_id: int = 0
    season: int = 0
    variant: str = ""
    days: int = 0


EVERYTHING: Final = Scope()


def nothing_counts(scope: Scope) -> str:
    """The sentence where no hand of a scope counts, to be translated."""
    return NOTHING_COUNTS if scope == EVERYTHING else NOTHING_IN_PART


@dataclass(frozen=True)
class Record:
    """A player's sums over some hands.

    `squares` sums up the squares of the points of each hand. `visits` counts hands in Fantasyland,
    `stays` those of them that earned the next one, `scoops` opponents scooped; `front`, `middle`
    and `back` are royalties. `given` (away) and `luck` are sums over the `judged` hands, in
    thousandths of a point. In the `first_hands` and `last_hands` the player acted first and last.
    """

    player_id: int
    name: str
    hands: int
    points: int
    squares: int
    best: int
    worst: int
    fouls: int
    visits: int
    stays: int
    scoops: int
    front: int
    middle: int
    back: int
    judged: int = 0
    given: int = 0
    luck: int = 0
    first_hands: int = 0
    first_points: int = 0
    last_hands: int = 0
    last_points: int = 0

    @property
    def average(self) -> float:
        """Points a hand."""
        return self.points / self.hands

    @property
    def error(self) -> float | None:
        """The standard error of the average; None for fewer than two hands."""
        if self.hands < 2:
            return None
        scatter = (self.squares - self.points**2 / self.hands) / (self.hands - 1)
        return sqrt(max(scatter, 0.0) / self.hands)


@dataclass(frozen=True)
class Rival:
    """A player's record against another: `points` won from them, hands won and lost."""

    player_id: int
    name: str
    hands: int
    points: int
    won: int
    lost: int


@dataclass(frozen=True)
class Streak:
    """Streaks of hands won or lost: `run` is the present one, negative if lost.

    `won` and `lost` are the longest. A hand that brings no points ends either kind.
    """

    run: int = 0
    won: int = 0
    lost: int = 0

    @staticmethod
    def of(points: Iterable[int]) -> "Streak":
        """The streaks of hands by what each brought, the oldest first."""
        run = won = lost = 0
        for each in points:
            if each > 0:
                run = run + 1 if run > 0 else 1
                won = max(won, run)
            elif each < 0:
                run = run - 1 if run < 0 else -1
                lost = max(lost, -run)
            else:
                run = 0
        return Streak(run, won, lost)

    def then(self, points: int) -> "Streak":
        """The streaks after another hand."""
        sign = (points > 0) - (points < 0)
        run = self.run + sign if sign * self.run > 0 else sign
        return Streak(run, max(self.won, run), max(self.lost, -run))


@dataclass(frozen=True)
class Season:
    """A season; `number` counts within the server, `ended_at` is None while it runs."""

    id: int
    guild_id: int
    number: int
    name: str
    started_at: int
    ended_at: int | None


@dataclass(frozen=True)
class SeasonNote:
    """The note on a season above a page that is about its hands.

    Since it ended, the hands of these numbers were `taken_back` or `counted_again`.
    """

    name: str = ""
    taken_back: tuple[int, ...] = ()
    counted_again: tuple[int, ...] = ()


ALL_SEASONS: Final = SeasonNote()


class FeatKind(StrEnum):
    """A record, milestone or achievement."""

    POINTS = "points"
    """The most points in one hand."""
    ROYALTIES = "royalties"
    """The most royalty points on one board."""
    STREAK = "streak"
    """The most hands won one after the other."""
    HANDS = "hands"
    """A round number of hands played by somebody."""
    FANTASYLAND = "fantasyland"
    """Their first Fantasyland earned; this and the kinds below are reached once in a server."""
    STAY = "stay"
    """The first time that they stayed in Fantasyland."""
    CLEAN = "clean"
    """Their first ten hands in a row without a foul."""
    SWEEP = "sweep"
    """The first hand in which they scooped two opponents or more."""
    ROYAL = "royal"
    """Their first royal flush."""


@dataclass(frozen=True)
class Feat:
    """A record, milestone or achievement; `number` is the hand's in the server."""

    kind: FeatKind
    name: str
    value: int
    number: int = 0


@dataclass(frozen=True)
class HeldRecord:
    """A record of a server, and who holds it: the first to reach it, in the hand of that number."""

    kind: FeatKind
    value: int
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True)
class HistoryLine:
    """A hand of the ledger: everybody's points by name, and why it is void, if it is."""

    number: int
    booked_at: int
    variant: str
    channel_id: int
    points: tuple[tuple[str, int], ...]
    void: str | None


@dataclass(frozen=True)
class AloneRecord:
    """A player's record alone: hands played to the end, hands won, total points."""

    hands: int
    won: int
    points: int
