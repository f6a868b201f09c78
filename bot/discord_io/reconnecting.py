"""Two ways in which discord.py keeps a connection, put right."""

import time
from typing import Any, Final, Literal

import discord.gateway
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import KeepAliveHandler

LONGEST_PAUSE: Final = 300.0
"""Seconds between two tries to connect; discord.py's own grow to 17 minutes."""


class Backoff(ExponentialBackoff[Literal[False]]):
    """The pauses between tries to connect, which grow to a few minutes."""

    def delay(self) -> float:
        """Seconds until the next try."""
        return min(super().delay(), LONGEST_PAUSE)


class Heartbeat(KeepAliveHandler):
    """Measures how long an answer takes from before its heartbeat is sent.

    From after it, as discord.py does, an answer that comes before the thread has noted the time
    counts for the heartbeat before: "Can't keep up ... websocket is 41.3s behind".
    """

    def get_payload(self) -> dict[str, Any]:
        """The heartbeat to send, whose time is taken now."""
        self._last_send = time.perf_counter()
        return super().get_payload()


def install() -> None:
    """Have every connection that is made from now on use these."""
    discord.shard.ExponentialBackoff = Backoff  # pyright: ignore[reportPrivateImportUsage]
    discord.gateway.KeepAliveHandler = Heartbeat
