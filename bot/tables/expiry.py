"""Tables close by themselves: nobody touches them, or the time of their match is up."""

from sqlite3 import Connection

from bot.ofc.length import Unit
from bot.store import closings, tables
from bot.tables.changed import changed, close_now
from bot.tables.table import loaded


def close_expired(table_id: int, now: int, db: Connection) -> None:
    """Close a table whose time is over, unless somebody was quicker in the end."""
    table = loaded(db, table_id)
    if table.row.closes_at is None or table.row.closes_at > now:
        return
    close_now(db, table, now)


def end_overdue(db: Connection, now: int) -> tuple[int, ...]:
    """Close the tables whose time came between two hands; returns their ids."""
    overdue = closings.overdue(db, now)
    for table_id in overdue:
        tables.close(db, table_id, now, Unit.TIME)
        changed(db, table_id, now)
    return overdue
