"""The terms of a match, and who at a table may visit Fantasyland."""

from dataclasses import dataclass
from enum import Enum, auto

from bot.values.options import TableOptions


class UnplayedFantasyland(Enum):
    """Where a Fantasyland that was earned is not played, and what becomes of it."""

    NEVER = auto()
    """Alone with a computer player: another hand always follows."""
    LAST = auto()
    """Where no hand follows, and nothing becomes of it."""
    LAST_COUNTS = auto()
    """In the last hand of a duplicate round: it counts at once (R14.4)."""
    ALWAYS_COUNTS = auto()
    """In a duplicate match (R14.6)."""


@dataclass(frozen=True)
class Terms:
    """The terms of a match.

    `stakes` are the names of two players and what points between them are multiplied by, where
    the table plays for something else. `orbit` counts from 1, `ends_at` is Unix seconds; both
    are known once a hand was dealt. If the game `stops`, the running hand is its last. `limits`
    are the names of players with the most that each wants to lose; `unplayed` is where a
    Fantasyland that was earned is not played.
    """

    options: TableOptions
    stakes: tuple[tuple[str, str, int], ...] = ()
    orbit: int = 0
    ends_at: int | None = None
    stops: bool = False
    limits: tuple[tuple[str, int], ...] = ()
    unplayed: UnplayedFantasyland = UnplayedFantasyland.LAST


@dataclass(frozen=True)
class Visit:
    """Somebody at the table and their Fantasyland: whether they `are_there` in this hand.

    `earned` are the cards they have for the next hand, 0 for none, and `sits_out` says that they
    lose them. `next` are the cards of a visit that they may still earn, the fewest and the most.
    """

    name: str
    next: tuple[int, int]
    earned: int = 0
    are_there: bool = False
    sits_out: bool = False
