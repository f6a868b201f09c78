"""What checks have in common."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.store.engine import Connection

if TYPE_CHECKING:
    from tests.simulation.world import World


@dataclass(frozen=True)
class Failure:
    """What did not hold: the name of its check, when (seconds of the world), and what was seen."""

    check: str
    at: float
    seen: str

    def __str__(self) -> str:
        return f"{self.check} after {self.at:.3f} s: {self.seen}"


class Check:
    """Looks at a world from its beginning to its end."""

    def __init__(self, world: "World") -> None:
        self.world = world

    def fail(self, seen: str) -> None:
        """It does not hold; the world ends."""
        self.world.fail(type(self).__name__.lower(), seen)

    def was_calm(self, since: float, grace: float = 5.0) -> bool:
        """True if nothing was wrong from some seconds before a moment (Unix seconds) until now."""
        return self.world.weather.calm_since < since - grace

    def look(self, db: Connection) -> None:
        """Look at what is committed; called soon after every change of it."""

    def finish(self, db: Connection) -> None:
        """Look at what is committed once nothing has been wrong for a while."""

    async def conclude(self) -> None:
        """Try something at the very end, while nobody else does anything."""
