"""How the processes of a bot stay below Discord's limits together.

Of the requests that Discord takes of a bot each process has as large a part as it has of the shards
that are looked after: about the same part of the messages to be painted is its own, and nobody has
to be asked before a request. Of the shards that Discord counts as the same one may identify every
five seconds, which goes by the database server's clock.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from bot.store.backend import Door
from bot.store.engine import Connection
from bot.store.facts import fact, keep_fact

_APART: Final = 5_250
"""Thousandths of a second between two shards that Discord counts as the same; it asks for 5 s."""
_NOW: Final = "SELECT CAST(1000 * EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)"


class ProcessTurns:
    """This process's: of all requests the `share` (0 to 1)."""

    def __init__(self, door: Door, share: Callable[[], float]) -> None:
        self._door = door
        self.share = share

    async def to_identify(self, alike: int) -> None:
        """Wait until one of the shards that Discord counts as the same may identify."""
        await asyncio.sleep(await self._door.write(partial(_next_turn, alike=alike)))


def _next_turn(db: Connection, alike: int) -> float:
    """Take the next turn; seconds until it comes."""
    (now,) = db.execute(_NOW).fetchone()
    name = f"identifies {alike}"
    turn = max(now, int(fact(db, name) or 0))
    keep_fact(db, name, str(turn + _APART))
    return (turn - now) / 1000
