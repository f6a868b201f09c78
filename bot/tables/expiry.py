"""Tables close by themselves: nobody touches them, or the time of their match is up."""

from sqlite3 import Connection
from typing import Final

from bot.ofc.length import Unit
from bot.store import closings, tables
from bot.tables.changed import changed, close_now
from bot.tables.table import load

_PUT_OFF: Final = 60


def close_expired(table_id: int, now: int, db: Connection) -> None:
    """Close a table whose time is over, unless somebody was quicker in the end."""
    table = load(db, table_id)
    if table is None or table.row.closes_at is None or table.row.closes_at > now:
        return
    close_now(db, table, now)


def put_off(table_id: int, now: int, db: Connection) -> None:
    """Try again to close a table in a minute."""
    closings.put(db, table_id, now + _PUT_OFF)


def end_overdue(db: Connection, now: int) -> tuple[int, ...]:
    """Close the tables whose time came between two hands; returns their ids."""
    overdue = closings.overdue(db, now)
    for table_id in overdue:
        tables.close(db, table_id, now, Unit.TIME)
        table = load(db, table_id)
        assert table is not None
        changed(db, table, now)
    return overdue
