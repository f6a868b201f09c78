"""How the bot stays below the requests that Discord takes of it in a second.

Whoever makes more is refused, and refusals count towards a ban. Answers to interactions, and what
goes by their tokens, are not among them.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from bot.surfaces.admission import AdmissionQueue

MOST: Final = 50
"""Requests a second that Discord takes of a bot, wherever they come from."""
_SPARE: Final = 0.05
"""Seconds by which requests may come together on their way."""
_LATER: Final = 1.0
"""Seconds by which what changes or goes gives way to what is new, which calls somebody."""


class Pace:
    """Lets so many requests go each second, or of them the `share` (0 to 1) of this process."""

    def __init__(self, most: int = MOST, share: Callable[[], float] = lambda: 1.0) -> None:
        self._most = most
        self._share = share
        self._went: deque[float] = deque(maxlen=most)
        self._line = AdmissionQueue(1)

    async def turn(self, *, is_new: bool = True) -> None:
        """Wait until another request may go: what is new first, else whoever came first."""
        loop = asyncio.get_running_loop()
        async with self._line.admission(0.0 if is_new else _LATER):
            if (wait := self._wait(loop.time())) > 0:
                await asyncio.sleep(wait)
            self._went.append(loop.time())

    def _wait(self, now: float) -> float:
        """In how many seconds the next may go."""
        # Before it looks after anything, and after, a process asks for little.
        rate = max(self._most * self._share(), 1.0)
        most = int(rate)
        if len(self._went) < most:
            return 0.0
        return self._went[-most] + most / rate + _SPARE - now
