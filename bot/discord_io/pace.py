"""How fast the bot goes: requests in a second, and opening direct messages.

Whoever makes more requests than Discord takes is refused, and refusals count towards a ban. Answers
to interactions, and what goes by their tokens, are not among them.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.surfaces.admission import AdmissionQueue
from bot.surfaces.gateway import TooManyDms

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


# --- direct messages -------------------------------------------------------------------------


@dataclass(frozen=True)
class OpeningPace:
    """How fast direct messages are opened, all in seconds but the first."""

    at_once: int = 10
    """So many without a pause, if none was opened for long."""
    pause: float = 6.0
    """Between two of the others, at first and after one was refused."""
    quickest: float = 1.5
    """To which the pause shrinks while none is refused."""
    longest: float = 20.0
    """That anybody's wait takes: meanwhile nobody has told them that it is their turn."""
    rest: float = 60.0
    """In which none is opened after Discord has refused one for going too fast."""


_SHRINKS: Final = 0.99
"""The share of the pause that is left with each that Discord has allowed."""


class Openings:
    """Lets direct messages be opened one after the other; `clock` gives seconds."""

    def __init__(self, pace: OpeningPace, clock: Callable[[], float]) -> None:
        self._pace = pace
        self._clock = clock
        self._pause = pace.pause
        self._next_at = 0.0
        """When the next would be opened if none of those before had been allowed at once."""

    async def turn(self) -> None:
        """Wait until another may be opened; raises TooManyDms if that would take too long."""
        pace, now = self._pace, self._clock()
        # A few at once are let through after a rest, as when a table is dealt; a rush then keeps
        # the pace.
        at = max(self._next_at, now - (pace.at_once - 1) * self._pause)
        if at - now > pace.longest:
            raise TooManyDms("too many direct messages are being opened")
        self._next_at = at + self._pause
        await asyncio.sleep(at - now)

    def allowed(self) -> None:
        """Go a little faster: Discord has allowed one."""
        self._pause = min(self._pause, max(_SHRINKS * self._pause, self._pace.quickest))

    def rest(self) -> None:
        """Open none for a while, and then slowly: Discord finds that the bot goes too fast."""
        self._pause = self._pace.pause
        self._next_at = max(self._next_at, self._clock() + self._pace.rest)
