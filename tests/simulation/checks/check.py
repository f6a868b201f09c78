"""The base class of checks."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.store.engine import Connection

if TYPE_CHECKING:
    from tests.simulation.world import World


@dataclass(frozen=True)
class Failure:
    """The failure of a check: its name, when (seconds of the world), and what was seen."""

    check: str
    at: float
    seen: str

    def __str__(self) -> str:
        return f"{self.check} after {self.at:.3f} s: {self.seen}"


class Check:
    """Watches a world from its beginning to its end."""

    def __init__(self, world: "World") -> None:
        self.world = world

    def fail(self, seen: str) -> None:
        """Report a failure, which ends the world."""
        self.world.fail(type(self).__name__.lower(), seen)

    def was_calm(self, since: float, grace: float = 5.0) -> bool:
        """True if there was no fault from some seconds before a moment (Unix seconds) until now."""
        return self.world.weather.calm_since < since - grace

    def look(self, db: Connection) -> None:
        """Look at what is committed; called soon after every change."""

    def finish(self, db: Connection) -> None:
        """Look at what is committed after a while without faults."""

    async def conclude(self) -> None:
        """Try something at the very end, while nothing else happens."""
