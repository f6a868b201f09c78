"""A plan of a simulation: its seed, its length, its people and its faults."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

DAY: Final = 86_400.0
_FIRST_DAY: Final = 1_767_225_600
"""The beginning of 2026 in Unix seconds; worlds begin in the four years from then on."""
_DAYS: Final = 4 * 365
QUIET: Final = 1200.0
"""Seconds at the end of a world without faults."""


class Fault(StrEnum):
    """The faults that a world can have."""

    STOP = "stop"
    """The bot is told to stop, as for an update."""
    KILL = "kill"
    """The bot's process dies at any `await`."""
    POWER = "power"
    """The machine loses power, and with it everything that was not synced."""
    DISK = "disk"
    """Nothing can be written, or some calls fail."""
    LOCK = "lock"
    """Another program writes to the database."""
    CLOCK = "clock"
    """The machine's clock is put forward or back."""
    SLOW = "slow"
    """Everything takes much longer."""
    GATEWAY = "gateway"
    """The gateway's connection breaks, is refused, or sends events twice."""
    REQUESTS = "requests"
    """Requests fail, are cut off, hang, are slow, or hit rate limits."""
    LIMITS = "limits"
    """Discord opens no direct messages or threads for a while."""
    MODERATION = "moderation"
    """Somebody deletes messages, threads or channels, takes permissions, or removes the bot."""


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
        """The random stream of a part of the world."""
        return Random(f"{self.seed} {what}")

    @property
    def is_club(self) -> bool:
        """True if all people are in one server and like tournaments best."""
        return self.chance("club").random() < 0.25

    @property
    def begins_at(self) -> float:
        """When the world begins, in Unix seconds."""
        return _FIRST_DAY + self.chance("day").uniform(0, _DAYS) * DAY

    @property
    def troubled(self) -> float:
        """Seconds from the beginning during which there may be faults."""
        return max(0.0, self.days * DAY - QUIET)

    @property
    def command(self) -> str:
        """The command that runs it again."""
        words = f"--seed {self.seed} --days {self.days:g} --people {self.people}"
        if self.faults == frozenset(Fault):
            return f"python -m tests.simulation {words}"
        return (
            f"python -m tests.simulation {words} --faults {','.join(sorted(self.faults)) or 'none'}"
        )
