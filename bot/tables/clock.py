"""The clock of a table (R11.1): how it is written, and who has how long."""

import re
from sqlite3 import Connection
from typing import Final

from bot.ofc.match import SECONDS
from bot.scenes import Told
from bot.store import due
from bot.store.tables import State
from bot.tables.errors import TableError
from bot.tables.reminding import TIME_CALL, keep_reminders
from bot.tables.table import Table

SHORTEST: Final = 15
LONGEST: Final = 7 * 24 * 3600
LASTS: Final = {State.LOBBY: 24 * 3600, State.BETWEEN: 30 * 24 * 3600}
"""Seconds after which a table that nobody touches closes by itself."""
_AUTOPLAYED: Final = "!"
"""Marks a decision made for somebody who is away: as another decision it is due at once."""
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
    seconds = int(match[1]) * SECONDS[match[2].lower()]
    if not SHORTEST <= seconds <= LONGEST:
        raise TableError("The clock can be 15 seconds (15s) to 7 days (7d).")
    return seconds


def keep_deadlines(db: Connection, table: Table, now: int) -> None:
    """Start the clock of the players on turn, stop everybody else's, and plan the reminders.

    A player who is away has no time left; computer players need no clock. At a table without one
    only a time call sets a limit (R11.2). Between hands the time until the table closes by itself
    begins anew. `now` is Unix seconds.
    """
    wanted: dict[int, tuple[str, int]] = {}
    for player_id, decision in table.waited_for.items():
        limit = TIME_CALL if table.told(player_id) is Told.TIME else table.options.clock
        if player_id not in table.decisions:
            wanted[player_id] = (f"{decision}{_AUTOPLAYED}", now)
        elif limit is not None:
            wanted[player_id] = (decision, now + limit)
    due.set_deadlines(db, table.id, wanted)
    keep_reminders(db, table, now)
    lasts = LASTS.get(table.state)
    closes_at = None if lasts is None else now + lasts
    if closes_at != table.row.closes_at:
        due.set_closing(db, table.id, closes_at)
