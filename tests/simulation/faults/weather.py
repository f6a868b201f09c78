"""What is wrong just now, and since when nothing has been."""

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from math import inf

from tests.simulation.plan import Fault


class Weather:
    """Knows of every fault; `clock` gives seconds, `note` takes lines for the transcript."""

    def __init__(self, clock: Callable[[], float], note: Callable[[str], None]) -> None:
        self._clock = clock
        self._note = note
        self._now = Counter[Fault]()
        self._over_at = -inf
        self.seen = Counter[Fault]()
        """How often each fault came."""

    @contextmanager
    def during(self, fault: Fault, what: str = "") -> Generator[None]:
        """While something is wrong."""
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
        """What is going on."""
        return [fault for fault, count in self._now.items() if count]

    @property
    def calm_since(self) -> float:
        """The moment from which on nothing was wrong; infinitely late while something is."""
        return inf if self.now else self._over_at
