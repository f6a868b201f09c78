"""After every change of a table, in the same transaction: messages, deadlines, reminders."""

from sqlite3 import Connection

from bot.store.tables import State
from bot.tables import lobby
from bot.tables.clock import keep_deadlines
from bot.tables.looks import want_looks
from bot.tables.table import Table, loaded


def changed(db: Connection, table_id: int, now: int) -> Table:
    """Plan a table's messages, deadlines and reminders anew; `now` is Unix seconds.

    Returns the table as it is now.
    """
    keep_deadlines(db, want_looks(db, table_id), now)
    return loaded(db, table_id)


def close_now(db: Connection, table: Table, now: int) -> None:
    """Close a table, unless it is closed, for a reason from outside: time up, channel gone."""
    if table.state is not State.CLOSED:
        lobby.close(db, table, now)
    changed(db, table.id, now)
