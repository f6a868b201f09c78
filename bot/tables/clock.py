"""The clock of a table (R11.1): how it is written, and who has how long."""

import re
from sqlite3 import Connection
from typing import Final

from bot.scenes import Told
from bot.store import deadlines
from bot.tables.errors import TableError
from bot.tables.reminding import TIME_CALL, keep_reminders
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
    """Start the clock of whoever has to decide now, stop everybody else's, plan the reminders.

    Computer players need none. Without a clock only those have a limit on whom time was called
    (R11.2).
    """
    limit = TIME_CALL if table.row.clock is None else table.row.clock
    decisions = {
        player_id: decision
        for player_id, decision in table.decisions.items()
        if table.row.clock is not None or table.told(player_id) is Told.TIME
    }
    deadlines.want(db, table.id, decisions, due_at=now + limit)
    keep_reminders(db, table, now)
