"""What handlers work with beside the database: everything that a running bot has one of."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.store.database import Database
from bot.tables.gateway import Gateway
from bot.tables.painter import Painter
from bot.tables.runner import ComputerPlayers
from bot.tables.studio import Studio
from bot.tables.thinker import Thinker
from bot.tables.timer import Timer


@dataclass(frozen=True)
class Services:
    """The parts of a running bot.

    `clock` gives Unix seconds, `secret` 32 fresh random bytes; `seed` makes of an interaction's id
    what its person adds to a deal, empty for nothing. `gateway` sends what is no surface of a
    table, `thinker` does what takes a processor long.
    """

    database: Database
    studio: Studio
    painter: Painter
    gateway: Gateway
    timer: Timer
    computers: ComputerPlayers
    thinker: Thinker
    clock: Callable[[], float]
    secret: Callable[[], bytes]
    seed: Callable[[int], str]

    @property
    def now(self) -> int:
        """Unix seconds."""
        return int(self.clock())
