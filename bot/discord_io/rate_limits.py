"""Limits how fast the bot makes requests and opens direct messages.

Discord refuses requests beyond its limit, and refusals count towards a ban. Answers to
interactions, and whatever else goes by an interaction's token, are exempt.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.surfaces.admission import AdmissionQueue
from bot.surfaces.gateway import TooManyDms

MOST_REQUESTS: Final = 50
"""Requests per second that Discord takes from one bot, all its processes together."""
_JITTER: Final = 0.05
"""Seconds: Discord counts when requests arrive, and the network may bunch them."""
_EDIT_DELAY: Final = 1.0
"""Seconds that an edit or a deletion waits behind new messages, since those call somebody."""


class RequestLimiter:
    """Lets at most `most` requests per second go, times the `share` (0 to 1) of this process."""

    def __init__(self, most: int = MOST_REQUESTS, share: Callable[[], float] = lambda: 1.0) -> None:
        self._most = most
        self._share = share
        self._went: deque[float] = deque(maxlen=most)
        self._queue = AdmissionQueue(1)

    async def acquire(self, *, is_new: bool = True) -> None:
        """Wait until a request may go: new messages first, else first come, first served."""
        loop = asyncio.get_running_loop()
        async with self._queue.admission(0.0 if is_new else _EDIT_DELAY):
            if (wait := self._wait(loop.time())) > 0:
                await asyncio.sleep(wait)
            self._went.append(loop.time())

    def _wait(self, now: float) -> float:
        """Seconds until the next request may go."""
        # Even a process without shards of its own makes a request now and then, as to log in.
        rate = max(self._most * self._share(), 1.0)
        most = int(rate)
        if len(self._went) < most:
            return 0.0
        return self._went[-most] + most / rate + _JITTER - now


# --- direct messages -------------------------------------------------------------------------


@dataclass(frozen=True)
class DmRates:
    """How fast direct messages are opened; everything but `at_once` is in seconds."""

    at_once: int = 10
    """How many may follow each other without a pause after a rest, as when a table is dealt."""
    pause: float = 6.0
    """Between any two after those, at the start and again after a refusal."""
    quickest: float = 1.5
    """What the pause shrinks to while Discord refuses none."""
    longest: float = 20.0
    """The longest anybody waits; meanwhile they don't know that it is their turn."""
    rest: float = 60.0
    """How long none is opened after Discord has refused one."""


_PAUSE_FACTOR: Final = 0.99
"""Factor on the pause each time Discord allows one: from 6 to 1.5 seconds takes about 140."""


class DmLimiter:
    """Lets direct messages be opened at `rates`; `clock` gives seconds."""

    def __init__(self, rates: DmRates, clock: Callable[[], float]) -> None:
        self._rates = rates
        self._clock = clock
        self._pause = rates.pause
        self._next_at = 0.0
        """When the next would be due if every one so far had waited its pause."""

    async def acquire(self) -> None:
        """Wait until another may be opened; raises TooManyDms if that would take too long."""
        rates, now = self._rates, self._clock()
        # A token bucket: whatever went unused counts as saved up, but only `at_once` of it.
        at = max(self._next_at, now - (rates.at_once - 1) * self._pause)
        if at - now > rates.longest:
            raise TooManyDms("too many direct messages are being opened")
        self._next_at = at + self._pause
        await asyncio.sleep(at - now)

    def allowed(self) -> None:
        """Go a little faster, since Discord has allowed one."""
        self._pause = min(self._pause, max(_PAUSE_FACTOR * self._pause, self._rates.quickest))

    def rest(self) -> None:
        """Open none for a while and then go slowly, since Discord has refused one."""
        self._pause = self._rates.pause
        self._next_at = max(self._next_at, self._clock() + self._rates.rest)
