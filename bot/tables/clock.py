"""The clock of a table (R11.1): how it is written, and who has how long."""

import re
from sqlite3 import Connection
from typing import Final

from bot.store import deadlines
from bot.tables.errors import TableError
from bot.tables.table import Table

SHORTEST: Final = 15
LONGEST: Final = 7 * 24 * 3600
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
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

    Computer players need none.
    """
    decisions: dict[int, str] = {}
    running = table.running
    if table.row.clock is not None and running is not None:
        for seat in running.hand.waiting_on:
            if table.people[running.player_at(seat)].is_computer:
                continue
            street = running.hand.seats[seat].streets_played(table.rules.variant)
            decisions[running.player_at(seat)] = f"{running.row.number}.{street}"
    deadlines.want(db, table.id, decisions, due_at=now + (table.row.clock or 0))
