"""The current faults, and since when there have been none."""

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from math import inf

from tests.simulation.plan import Fault


class Weather:
    """Keeps track of faults; `clock` returns seconds, `note` takes lines for the transcript."""

    def __init__(self, clock: Callable[[], float], note: Callable[[str], None]) -> None:
        self._clock = clock
        self._note = note
        self._now = Counter[Fault]()
        self._over_at = -inf
        self.seen = Counter[Fault]()
        """Fault -> how often it happened."""

    @contextmanager
    def during(self, fault: Fault, what: str = "") -> Generator[None]:
        """Mark a fault as present within the context."""
        self.seen[fault] += 1
        self._now[fault] += 1
        self._note(f"{fault} begins {what}".rstrip())
        try:
            yield
        finally:
            self._now[fault] -= 1
            self._over_at = self._clock()
            self._note(f"{fault} is over")

    @property
    def now(self) -> list[Fault]:
        """The current faults."""
        return [fault for fault, count in self._now.items() if count]

    @property
    def calm_since(self) -> float:
        """Since when there has been no fault; infinity while there is one."""
        return inf if self.now else self._over_at
