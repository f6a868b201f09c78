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
    """It was ended before it began."""


class EventState(StrEnum):
    """The state that a scheduled event of a server should have."""

    SCHEDULED = "scheduled"
    ACTIVE = "active"
    COMPLETED = "completed"
    CANCELED = "canceled"
    """It does not take place."""


@dataclass(frozen=True)
class ServerEvent:
    """A tournament as a scheduled event of its server, in the server's language.

    `link` leads to its announcement; it is in this `description` and in no other event's.
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
    """The words of a format: in its choice, heading, rules, controls and answers.

    Its controls are a pause and more time; `extended` confirms the latter. `decided` says who has
    won if several are left. `joined` and, once it has begun, `joined_late` answer whoever joins,
    `started` its host. A format at one table has none of these.
    """

    choice: str
    heading: str
    rules: Sequence[str] = ()
    pause: str = ""
    extension: str = ""
    extended: str = ""
    decided: str = ""
    joined: str = ""
    joined_late: str = ""
    started: str = ""


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
    """A tournament's start by itself, `at` a time (Unix seconds), with `least` people or more.

    It `is_put_off` if there were too few at the time before. `host` may start it earlier; it is
    empty if they were forgotten.
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

    `host` is empty if they were forgotten, `hold` is what holds it up. Upcoming deals were fixed
    `anew` (Unix seconds) if a backup was restored. `starting` is when it starts by itself, None if
    its host starts it; it `lacked_people` if it was called off for that. While it cannot begin or
    go on, it ends at `waits_until` (Unix seconds).
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
        """The facts whose change is worth an immediate edit of the announcement."""
        return self


@dataclass(frozen=True, kw_only=True)
class Announcement(SeveralTables):
    """A tournament in which all tables play a hand together.

    `names` has everybody who ever joined, `left` is how many of them are still in. `standing` has
    them all, the best first. A hand lasts at most `hand_seconds`; open decisions are then placed
    safely. `commitment` is that of all its deals, empty where each has its own; `joined` is what
    joining has added to them, empty before the start.
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
        """The announcement, without stacks while it is played, because each hand changes them."""
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

    `over` rounds are over; in the `round` being played, `done` groups are. `groups` has the names
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
