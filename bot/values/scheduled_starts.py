"""Tournaments that start at a set time: how far they have come, and what is told of them."""

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """How far a tournament has come, whatever its format."""

    WAITING = "waiting"
    """It has not been started."""
    ON = "on"
    OVER = "over"


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
