"""The tempers of people: how soon they react, how much they do, what they do wrong."""

from dataclasses import dataclass
from random import Random
from typing import Final


@dataclass(frozen=True)
class Temper:
    """A kind of person; chances are between 0 and 1.

    `reaction` is the least and the most seconds until they look at a call, `pause` those between
    two actions. They do at most `energy` things a day, and begin something of their own about every
    `idle` hours.
    """

    name: str
    reaction: tuple[float, float]
    pause: tuple[float, float]
    energy: int
    idle: float
    types: float = 0.5
    """Of typing cards instead of tapping."""
    twice: float = 0.0
    """Of pressing again before the answer arrives."""
    stale: float = 0.0
    """Of pressing a button of a message that has changed since."""
    wrong: float = 0.0
    """Of typing nonsense."""
    leaves: float = 0.02
    """Of stopping in the middle, until the next day."""
    closes_messages: float = 0.0
    """Of closing direct messages."""

    def reacts_in(self, chance: Random) -> float:
        """Seconds until they look: mostly few."""
        return _between(self.reaction, chance)

    def pauses(self, chance: Random) -> float:
        """Seconds until they do the next thing."""
        return _between(self.pause, chance)


def _between(bounds: tuple[float, float], chance: Random) -> float:
    least, most = bounds
    return least * (most / least) ** chance.random()


TEMPERS: Final = (
    Temper("quick", (1, 10), (0.3, 3), energy=400, idle=0.1, types=0.8),
    Temper("usual", (3, 90), (1, 15), energy=250, idle=0.3),
    Temper("slow", (30, 3600), (5, 120), energy=120, idle=0.5, leaves=0.03),
    Temper("absent", (5, 300), (1, 30), energy=150, idle=0.5, leaves=0.1),
    Temper("clumsy", (2, 60), (0.2, 5), energy=250, idle=0.3, twice=0.2, stale=0.1, wrong=0.3),
    Temper("private", (2, 120), (1, 10), energy=250, idle=0.3, closes_messages=0.3),
)
