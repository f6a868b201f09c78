"""What is simulated: a seed, for how long, with how many people and which faults."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

DAY: Final = 86_400.0
_FIRST_DAY: Final = 1_767_225_600
"""The beginning of 2026 in Unix seconds; worlds begin in the four years from then on."""
_DAYS: Final = 4 * 365


class Fault(StrEnum):
    """What can go wrong."""

    KILL = "kill"
    """The bot's process dies at whatever it waits for, or is told to stop."""


@dataclass(frozen=True)
class Plan:
    """A world to be. The same plan is the same world, to the byte.

    Each part of the world draws from a stream of its own, so that a smaller plan of the same seed
    is much like the larger one.
    """

    seed: int
    days: float = 1.0
    people: int = 8
    faults: frozenset[Fault] = frozenset(Fault)

    def chance(self, what: str) -> Random:
        """The stream of a part of the world."""
        return Random(f"{self.seed} {what}")

    @property
    def begins_at(self) -> float:
        """When it begins, in Unix seconds."""
        return _FIRST_DAY + self.chance("day").uniform(0, _DAYS) * DAY

    @property
    def command(self) -> str:
        """What runs it again."""
        faults = ",".join(sorted(self.faults)) or "none"
        return (
            f"python -m tests.simulation --seed {self.seed} --days {self.days:g}"
            f" --people {self.people} --faults {faults}"
        )
