"""The time of a stand-in, which passes or stands still, and can be moved on."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """Seconds since 1970. Alarms ring when their moment has come.

    `advance` moves it on. If it does not run, time passes only like that.
    """

    def __init__(self, *, is_running: bool = True) -> None:
        self.is_running = is_running
        self._ahead = time.time() - self._passed()
        self._alarms: set[Alarm] = set()

    def _passed(self) -> float:
        return time.monotonic() if self.is_running else 0.0

    def now(self) -> float:
        """The present time."""
        return self._passed() + self._ahead

    def at(self, moment: float, ring: Callable[[], None]) -> "Alarm":
        """Call `ring` when `moment` has come; needs a running event loop."""
        alarm = Alarm(self, moment, ring)
        self._alarms.add(alarm)
        alarm.arm()
        return alarm

    def advance(self, seconds: float) -> None:
        """Move on; the alarms that are due ring at once, in order."""
        self._ahead += seconds
        # In a copy, since an alarm that rings may set others, or cancel some of these.
        for alarm in sorted(self._alarms, key=lambda a: a.moment):
            if alarm in self._alarms:
                alarm.arm()

    async def sleep(self, seconds: float) -> None:
        """Wait until `seconds` have passed or been skipped."""
        woken = asyncio.Event()
        alarm = self.at(self.now() + seconds, woken.set)
        try:
            await woken.wait()
        finally:
            alarm.cancel()

    def forget(self, alarm: "Alarm") -> None:
        """Drop an alarm that has rung or was cancelled."""
        self._alarms.discard(alarm)

    def cancel_all(self) -> None:
        """Cancel every alarm."""
        for alarm in list(self._alarms):
            alarm.cancel()


class Alarm:
    """Something to be done at a moment."""

    def __init__(self, clock: Clock, moment: float, ring: Callable[[], None]) -> None:
        self.moment = moment
        self._clock = clock
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def arm(self) -> None:
        """Ring now if it is time, or else set a timer of the event loop."""
        self._disarm()
        left = self.moment - self._clock.now()
        if left <= 0:
            self._clock.forget(self)
            self._ring()
        elif self._clock.is_running:
            self._handle = asyncio.get_running_loop().call_later(left, self.arm)

    def cancel(self) -> None:
        """Never ring."""
        self._disarm()
        self._clock.forget(self)

    def _disarm(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None


def timestamp(moment: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
