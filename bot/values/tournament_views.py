"""Tournaments as everybody sees them: before a start, at a set time, at the tables, at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.values.options import TableOptions
from bot.values.standings import Hold, Ranked, TournamentPlace


class StartNews(StrEnum):
    """Kinds of news for people about the start of their tournament."""

    SOON = "soon"
    MOVED = "moved"
    """It starts at another time."""
    OPEN = "open"
    """It does not start by itself any more."""
    PUT_OFF = "put off"
    """Too few people are in, and it waits for more."""
    CALLED_OFF = "called off"
    """Too few people were in again."""
    ENDED = "ended"
    """Its host has ended it before it began."""


class EventState(StrEnum):
    """How far a scheduled event of a server is to have come."""

    SCHEDULED = "scheduled"
    ACTIVE = "active"
    COMPLETED = "completed"
    CANCELED = "canceled"
    """It does not take place."""


@dataclass(frozen=True)
class ServerEvent:
    """A tournament as a scheduled event of its server, in the language of that.

    `link` leads to its announcement and stands in its `description`, and in no other event's.
    Times are Unix seconds.
    """

    guild_id: int
    channel_id: int
    name: str
    description: str
    link: str
    starts_at: int
    ends_at: int
    state: EventState


SIT_AND_GO: Final = "sit-and-go"
"""The name of the format that is played at the table of the channel."""
KNOCK_OUT: Final = "knock-out"
DUPLICATE: Final = "duplicate"


@dataclass(frozen=True, kw_only=True)
class FormatWords:
    """A format as its choice, its heading, the rules of its announcement, and its controls tell it.

    These are a pause and more time; `extended` confirms the latter. `decided` tells who has won
    where several are left. One at a table has none of these.
    """

    choice: str
    heading: str
    rules: Sequence[str] = ()
    pause: str = ""
    extension: str = ""
    extended: str = ""
    decided: str = ""


class OptionKey(StrEnum):
    """An option that the host of a tournament may choose before it starts: a field of a form."""

    SEATS = "seats"
    STACK = "stack"
    LEVELS = "levels"
    CLOCK = "clock"
    BANK = "bank"
    BOOKS = "books"
    """Hands count in the server's ledger: `yes` or `no`."""
    ROUNDS = "rounds"
    HANDS = "hands"
    DEADLINE = "deadline"


@dataclass(frozen=True)
class PastResult:
    """A tournament that is over: when (Unix seconds), after how many hands, and its places.

    `key` names it in the menu.
    """

    ended_at: int
    variant: str
    hands: int
    standing: Sequence[TournamentPlace]
    key: str


@dataclass(frozen=True)
class ScheduledStart:
    """A tournament starts `at` a moment (Unix seconds) by itself, with `least` people or more.

    It `is_put_off` if they were too few at the time before. `host` may start it earlier.
    One who was forgotten has no name.
    """

    at: int
    is_put_off: bool
    least: int
    host: str


@dataclass(frozen=True)
class SeatedPlayer:
    """Somebody at a table, with their stack."""

    name: str
    stack: int


@dataclass(frozen=True)
class TableGroup:
    """A table: its number, its thread, and who sits there."""

    number: int
    channel_id: int
    people: Sequence[SeatedPlayer]


@dataclass(frozen=True, kw_only=True)
class SeveralTables:
    """A tournament of several tables as everybody sees it: its format, and a `stage` of its life.

    `host` has no name if they were forgotten, `hold` is what holds it up. Deals to come were fixed
    `anew` (Unix seconds) if a backup was put back. `starting` is when it starts by itself, None for
    when its host does; it `lacked_people` if it was called off for that. While it cannot begin or
    go on it `waits_until` a moment (Unix seconds) at which it ends.
    """

    tournament: int
    words: FormatWords
    options: TableOptions
    host: str
    stage: str
    is_won: bool
    round: int
    hold: Hold
    anew: int | None = None
    starting: ScheduledStart | None = None
    waits_until: int | None = None
    lacked_people: bool = False

    @property
    def news(self) -> object:
        """The facts that are worth an edit of the announcement as soon as they change."""
        return self


@dataclass(frozen=True, kw_only=True)
class Announcement(SeveralTables):
    """A tournament in which all tables play a hand together.

    `names` are of all who ever joined, `left` is how many of them are in. `standing` has all of
    them, the best first. A hand lasts at most `hand_seconds`; what is open then is placed safely.
    `commitment` is that of all its deals, empty where each has its own; `joined` is what joining
    has added to them, empty before the start.
    """

    hand_seconds: int
    names: Sequence[str]
    computers: int
    left: int
    groups: Sequence[TableGroup]
    standing: Sequence[TournamentPlace]
    commitment: str = ""
    joined: str = ""

    @property
    def news(self) -> object:
        """The announcement; without stacks while it is played, as each hand changes them."""
        if self.stage == "over":
            return self
        seated = [
            (each.number, each.channel_id, [there.name for there in each.people])
            for each in self.groups
        ]
        return replace(self, groups=(), standing=()), seated


@dataclass(frozen=True, kw_only=True)
class Duplicate(SeveralTables):
    """A duplicate tournament.

    `over` rounds are over; of the `round` that is played `done` groups are. `groups` are the names
    in each, `ends_at` (Unix seconds) is when it closes, `digest` stands for all its deals.
    """

    rounds: int
    hands: int
    seconds: int
    ends_at: int | None
    over: int
    done: int
    groups: Sequence[Sequence[str]]
    ranked: Sequence[Ranked]
    digest: str
