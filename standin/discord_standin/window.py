"""At most so many uses within so many seconds: the form of all of Discord's limits."""

from collections import deque

from discord_standin.clock import Clock


class Window:
    """At most `most` uses within `seconds`."""

    def __init__(self, clock: Clock, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._uses: deque[float] = deque()

    def wait(self) -> float:
        """Seconds until the next use is allowed; 0 when it is now."""
        now = self._clock.now()
        while self._uses and self._uses[0] <= now - self.seconds:
            self._uses.popleft()
        return 0.0 if len(self._uses) < self.most else self._uses[0] + self.seconds - now

    def use(self) -> None:
        """Count a use."""
        self._uses.append(self._clock.now())

    def take(self) -> bool:
        """Count a use if it is allowed now; returns whether it is."""
        if self.wait() > 0:
            return False
        self.use()
        return True

    @property
    def remaining(self) -> int:
        """Uses that are left now."""
        self.wait()
        return self.most - len(self._uses)

    @property
    def reset_after(self) -> float:
        """Seconds until nothing is counted any more."""
        return self._uses[-1] + self.seconds - self._clock.now() if self._uses else 0.0


class FixedWindow(Window):
    """At most `most` uses within the `seconds` that begin with the first one."""

    def wait(self) -> float:
        """Seconds until the next use is allowed; 0 when it is now."""
        if self._uses and self._uses[0] <= self._clock.now() - self.seconds:
            self._uses.clear()
        return super().wait()

    @property
    def reset_after(self) -> float:
        """Seconds until nothing is counted any more."""
        return self._uses[0] + self.seconds - self._clock.now() if self._uses else 0.0
