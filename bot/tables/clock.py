"""The clock of a table (R11.1): how it is written, and who has how long."""

import re
from sqlite3 import Connection
from typing import Final

from bot.store import closings, deadlines
from bot.store.tables import State
from bot.tables.errors import TableError
from bot.tables.table import Table

SHORTEST: Final = 15
LONGEST: Final = 7 * 24 * 3600
LASTS: Final = {State.LOBBY: 24 * 3600, State.BETWEEN: 30 * 24 * 3600}
"""Seconds after which a table that nobody touches closes by itself."""
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
_FOR_HIM: Final = "!"
"""Marks a decision that is made for somebody, so that it is another than his own."""
_WRITTEN: Final = re.compile(r"\s*(\d{1,6})\s*([smhd])\s*", re.IGNORECASE)


def parse_clock(text: str) -> int | None:
    """Seconds for each decision from `45s`, `10m`, `12h` or `2d`; None for `none` or nothing.

    Raises TableError outside of 15 seconds to 7 days.
    """
    if text.strip().lower() in {"", "none"}:
        return None
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise TableError("Write the clock as 45s, 10m, 12h or 2d, or none.")
    seconds = int(match[1]) * _UNITS[match[2].lower()]
    if not SHORTEST <= seconds <= LONGEST:
        raise TableError("The clock can be 15 seconds (15s) to 7 days (7d).")
    return seconds


def format_clock(seconds: int) -> str:
    """The same as it is written, in the largest unit that fits: `10m`."""
    unit = next(u for u in reversed(_UNITS) if seconds % _UNITS[u] == 0)
    return f"{seconds // _UNITS[unit]}{unit}"


def keep_deadlines(db: Connection, table: Table, now: int) -> None:
    """Start the clock of whoever has to decide now, and stop everybody else's.

    For whoever is away it is over at once; computer players need none. While no hand is played,
    the clock of the table itself starts anew.
    """
    running = table.running
    decisions: dict[int, tuple[str, int]] = {}
    for seat in () if running is None else running.hand.waiting_on:
        assert running is not None
        player_id = running.player_at(seat)
        street = running.hand.seats[seat].streets_played(table.rules.variant)
        decision = f"{running.row.number}.{street}"
        if _is_absent(table, player_id):
            decisions[player_id] = (f"{decision}{_FOR_HIM}", now)
        elif table.row.clock is not None and not table.people[player_id].is_computer:
            decisions[player_id] = (decision, now + table.row.clock)
    deadlines.want(db, table.id, decisions)
    lasts = LASTS.get(table.state)
    closes_at = None if lasts is None else now + lasts
    if closes_at != table.row.closes_at:
        closings.put(db, table.id, closes_at)


def _is_absent(table: Table, player_id: int) -> bool:
    seat = table.seat_of(player_id)
    return seat is not None and seat.presence.is_absent
