"""How the processes of a bot stay below Discord's limits together.

Discord takes 50 requests a second of a bot, wherever they come from. Each process has as large a
part of them as it has of the shards that are looked after: about the same part of the messages to
be painted is its own, and nobody has to be asked before a request. Answers to interactions do not
count. Of the shards that Discord counts as the same one may identify every five seconds, which goes
by the database server's clock.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from bot.store.backend import Door
from bot.store.engine import Connection
from bot.store.facts import fact, keep_fact

MOST: Final = 50
"""Requests a second that Discord takes of a bot."""
_SPARE: Final = 0.05
"""Seconds by which requests may come together on their way."""
_APART: Final = 5_250
"""Thousandths of a second between two shards that Discord counts as the same; it asks for 5 s."""
_NOW: Final = "SELECT CAST(1000 * EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)"


class ProcessTurns:
    """This process's: `MOST` requests each second, or `share` (0 to 1) of them."""

    def __init__(self, door: Door, share: Callable[[], float]) -> None:
        self._door = door
        self._share = share
        self._went: deque[float] = deque(maxlen=MOST)
        self._lock = asyncio.Lock()

    async def to_request(self) -> None:
        """Wait until another request may go; whoever came first goes first."""
        loop = asyncio.get_running_loop()
        async with self._lock:
            await asyncio.sleep(self._wait(loop.time()))
            self._went.append(loop.time())

    def _wait(self, now: float) -> float:
        """In how many seconds the next may go."""
        # Before it looks after anything, and after, a process asks for little.
        rate = max(MOST * self._share(), 1.0)
        most = int(rate)
        if len(self._went) < most:
            return 0.0
        return self._went[-most] + most / rate + _SPARE - now

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
