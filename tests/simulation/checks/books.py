"""Sums are zero, stored data is consistent, and nothing is lost once it was answered."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from bot.store.engine import Connection
from bot.verifying import first_fault
from discord_standin.model.feed import Change, Event
from discord_standin.model.interactions import Interaction, Phase
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_RUNNING: Final = "SELECT id FROM hands WHERE state = 'playing' OR id > ?"
_LINES: Final = "SELECT number, operation FROM operations WHERE hand_id = ?"
_KEPT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "entries": "SELECT id, hand_id, a, b, points FROM entries WHERE id > ?",
        "bookings": "SELECT hand_id, guild_id, number FROM bookings WHERE hand_id > ?",
    }
)
"""Rows that are never deleted, with rising numbers."""
_NOT_ZERO: Final = "SELECT table_id, sum(points) FROM totals GROUP BY 1 HAVING sum(points) <> 0"
_STATES: Final = (
    "SELECT tables.id, tables.state, hands.state FROM tables"
    " LEFT JOIN hands ON hands.table_id = tables.id AND hands.state = 'playing'"
    " WHERE (tables.state = 'playing') <> (hands.state IS NOT NULL)"
)
_TWICE: Final = "SELECT hand_id, count(*) FROM bookings GROUP BY hand_id HAVING count(*) > 1"


class Books(Check):
    """Remembers what there was at each answer, and looks for it after each start."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._hands: dict[int, set[tuple[Any, ...]]] = {}
        self._rows: dict[str, dict[int, tuple[Any, ...]]] = {name: {} for name in _KEPT}
        self._starts = 0
        world.discord.world.feed.follow(self._see)

    def _see(self, change: Change) -> None:
        interaction = change.subject
        if change.event is not Event.INTERACTION_ENDED or not isinstance(interaction, Interaction):
            return
        if interaction.phase is Phase.ANSWERED and self.world.machine.bot is not None:
            self._remember(self.world.committed.db)

    def _remember(self, db: Connection) -> None:
        last = max(self._hands, default=0)
        for (hand_id,) in db.execute(_RUNNING, (last,)).fetchall():
            self._hands[hand_id] = {tuple(row) for row in db.execute(_LINES, (hand_id,))}
        for name, query in _KEPT.items():
            known = self._rows[name]
            known |= {row[0]: tuple(row) for row in db.execute(query, (max(known, default=0),))}

    def look(self, db: Connection) -> None:
        """Check that sums are zero and, after a start, that nothing is missing."""
        for table_id, points in db.execute(_NOT_ZERO).fetchall():
            self.fail(f"the totals of table {table_id} sum up to {points}")
        for table_id, state, hand in db.execute(_STATES).fetchall():
            self.fail(f"table {table_id} is {state}, and its hand {hand}")
        for hand_id, count in db.execute(_TWICE).fetchall():
            self.fail(f"hand {hand_id} is booked {count} times")
        if self._starts != self.world.machine.starts:
            self._starts = self.world.machine.starts
            self._look_for_all(db)

    def finish(self, db: Connection) -> None:
        """Check the database as `ofc-bot verify` does."""
        self._look_for_all(db)
        fault = first_fault(db)
        if fault is not None:
            self.fail(f"verify finds a fault: {fault}")

    def _look_for_all(self, db: Connection) -> None:
        for hand_id, lines in self._hands.items():
            lost = lines - {tuple(row) for row in db.execute(_LINES, (hand_id,))}
            if lost:
                self.fail(f"hand {hand_id} has lost what somebody was told: {sorted(lost)}")
        for name, query in _KEPT.items():
            there = {row[0]: tuple(row) for row in db.execute(query, (0,))}
            for key, row in self._rows[name].items():
                if there.get(key) != row:
                    self.fail(f"{name} have lost {row}: there is {there.get(key)}")
