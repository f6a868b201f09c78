"""Discord's ids: milliseconds since 2015, then 22 bits that make them unique."""

from typing import Final

from discord_standin.clock import Clock

_EPOCH_MS: Final = 1_420_070_400_000
_LOW_BITS: Final = 22


class Snowflakes:
    """Makes ids that only rise."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """A new id."""
        at_now = (int(self._clock.now() * 1000) - _EPOCH_MS) << _LOW_BITS
        self._last = max(at_now, self._last + 1)
        return self._last


def moment_of(snowflake: int) -> float:
    """When an id was made, in seconds since 1970."""
    return ((snowflake >> _LOW_BITS) + _EPOCH_MS) / 1000


def shard_of(guild_id: int | None, shards: int) -> int:
    """The shard that hears of a guild; direct messages are heard by shard 0."""
    return (guild_id >> _LOW_BITS) % shards if guild_id else 0
