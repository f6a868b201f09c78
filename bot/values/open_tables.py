"""Tables in lists: the open ones of a server, a person's own, and what the next hand waits for."""

from dataclasses import dataclass
from enum import Enum, auto

from bot.values.options import Terms
from bot.values.standings import NO_HOLD, Hold


@dataclass(frozen=True)
class NextHand:
    """The people whom the next hand waits for, or who are `ready`, by name.

    From `at` on (Unix seconds; None while the table is paused) it waits for nobody: it starts
    `by_itself`, or as soon as somebody who is ready presses again. In a tournament `elsewhere` has
    the tables that still play (number, channel id, and the names they wait for), and `hold` any
    other reason for waiting.
    """

    ready: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    at: int | None = None
    by_itself: bool = False
    elsewhere: tuple[tuple[int, int, tuple[str, ...]], ...] = ()
    hold: Hold = NO_HOLD


class JoinObstacle(Enum):
    """Answers to whether somebody can sit down at a table: FREE, or why not."""

    FREE = auto()
    """Nothing: a seat is free."""
    FULL = auto()
    BEGUN = auto()
    """Its seats stay as they are to the end."""
    KEPT = auto()
    """The free seat is kept for somebody else."""
    WAITING = auto()
    """They are on its waiting list."""
    SEATED = auto()
    """They have a seat there already."""


@dataclass(frozen=True)
class OpenTable:
    """An open table: who sits there, and whether the asker can.

    `waiting` is how many people wait for a seat; `hand` is the latest, 0 before the first. `url`
    leads to its message, if there is one.
    """

    table_id: int
    channel_id: int
    terms: Terms
    names: tuple[str, ...]
    waiting: int
    hand: int
    is_playing: bool
    way_in: JoinObstacle
    url: str | None


@dataclass(frozen=True)
class Game:
    """A table somebody has a seat at.

    `hand` is 0 before the first; `waits_for` are mentions of people and names of computer players
    for whom everybody waits, until `until` (Unix seconds) if there is a limit; `is_mine`: the
    asker has cards to place, `sits_out`: they are dealt no further hands. Between two hands,
    `waits_for` has those who are not ready for the next; it `wants_ready` if the asker is one of
    them. `url` leads to the message where the asker goes on, if there is one.
    """

    table_id: int
    channel_id: int
    hand: int
    street: int
    streets: int
    waits_for: tuple[str, ...]
    until: int | None
    is_mine: bool
    url: str | None
    sits_out: bool = False
    wants_ready: bool = False
