"""How far tournaments have come, and what people are told before they begin."""

from enum import StrEnum


class Phase(StrEnum):
    """How far a tournament has come, whatever its format."""

    WAITING = "waiting"
    """It has not been started."""
    ON = "on"
    OVER = "over"


class StartNews(StrEnum):
    """What people are told of the start of a tournament that they are in."""

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
