"""How many requests a process makes a second, so that all of them stay below Discord's limit.

Discord takes 50 requests a second of a bot, wherever they come from. Each process has as large a
part of them as it has of the shards that are looked after: about the same part of the messages to
be painted is its own, and nobody has to be asked before a request. Answers to interactions do not
count.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

MOST: Final = 50
"""Requests a second that Discord takes of a bot."""
_SPARE: Final = 0.05
"""Seconds by which requests may come together on their way."""


class Budget:
    """Lets `MOST` requests go each second, or `share` (0 to 1) of them: this process's part."""

    def __init__(self, share: Callable[[], float]) -> None:
        self._share = share
        self._went: deque[float] = deque(maxlen=MOST)
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
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
