"""A channel in which something is opened or told."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Destination:
    """A channel of a server, whose language is `locale`; `message_id` None is a new message."""

    guild_id: int
    channel_id: int
    locale: str
    message_id: int | None = None
