"""Tables that nobody touches any more close by themselves."""

from sqlite3 import Connection
from typing import Final

from bot.store import closings
from bot.store.tables import State
from bot.tables import lobby
from bot.tables.clock import keep_deadlines
from bot.tables.looks import want_looks
from bot.tables.table import load

_PUT_OFF: Final = 60


def close_expired(table_id: int, now: int, db: Connection) -> None:
    """Close a table whose time is over, unless somebody was quicker in the end."""
    table = load(db, table_id)
    if table is None or table.row.closes_at is None or table.row.closes_at > now:
        return
    if table.state is not State.CLOSED:
        lobby.close(db, table, now)
    keep_deadlines(db, want_looks(db, table), now)


def put_off(table_id: int, now: int, db: Connection) -> None:
    """Try again to close a table in a minute."""
    closings.put(db, table_id, now + _PUT_OFF)
