"""What is simulated: a seed, for how long, with how many people and which faults."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

DAY: Final = 86_400.0
_FIRST_DAY: Final = 1_767_225_600
"""The beginning of 2026 in Unix seconds; worlds begin in the four years from then on."""
_DAYS: Final = 4 * 365
QUIET: Final = 1200.0
"""Seconds at the end of a world in which nothing goes wrong any more."""


class Fault(StrEnum):
    """What can go wrong."""

    STOP = "stop"
    """The bot is told to stop, as for an update."""
    KILL = "kill"
    """Its process dies, at whatever it waits for."""
    POWER = "power"
    """The machine loses its power, and what was not synced."""
    DISK = "disk"
    """Nothing can be written, or some calls fail."""
    LOCK = "lock"
    """Another program writes to the database."""
    CLOCK = "clock"
    """The machine's clock is put forward or back."""
    SLOW = "slow"
    """Everything takes much longer."""
    GATEWAY = "gateway"
    """The connection breaks, cannot be made again, or tells things twice."""
    REQUESTS = "requests"
    """Requests fail, are cut off, hang, are slow or limited."""
    LIMITS = "limits"
    """Discord opens no direct messages or threads for a while."""
    MODERATION = "moderation"
    """Somebody deletes messages, threads, channels, takes permissions, removes the bot."""


@dataclass(frozen=True)
class Plan:
    """A world to be. The same plan is the same world, to the byte.

    Each part of the world draws from a stream of its own, so that a smaller plan of the same seed
    is much like the larger one.
    """

    seed: int
    days: float = 0.15
    people: int = 8
    faults: frozenset[Fault] = frozenset(Fault)

    def chance(self, what: str) -> Random:
        """The stream of a part of the world."""
        return Random(f"{self.seed} {what}")

    @property
    def is_club(self) -> bool:
        """True if people live in one place, and like nothing as much as tournaments."""
        return self.chance("club").random() < 0.25

    @property
    def begins_at(self) -> float:
        """When it begins, in Unix seconds."""
        return _FIRST_DAY + self.chance("day").uniform(0, _DAYS) * DAY

    @property
    def troubled(self) -> float:
        """For how many seconds from its beginning something may go wrong."""
        return max(0.0, self.days * DAY - QUIET)

    @property
    def command(self) -> str:
        """What runs it again."""
        words = f"--seed {self.seed} --days {self.days:g} --people {self.people}"
        if self.faults == frozenset(Fault):
            return f"python -m tests.simulation {words}"
        return (
            f"python -m tests.simulation {words} --faults {','.join(sorted(self.faults)) or 'none'}"
        )
