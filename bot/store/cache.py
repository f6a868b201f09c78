"""Caches tables until a row about them changes, so that nothing out of date is ever used.

A database has one connection that writes. Triggers tell it which table a changed row is about,
whatever statement changed it; in a file they are temporary ones of this connection. What was read
in a transaction that is rolled back is dropped with it, and everything is dropped once another
program has written.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from bot.store.engine import Connection

_MOST: Final = 1024
"""The most tables that are cached: those used last."""

_OF_TABLE: Final = "{row}.table_id"
_OF_SIT_AND_GO: Final = "(SELECT id FROM tables WHERE tournament_id = {row}.%s AND room = 0)"
_OF_HAND: Final = "(SELECT table_id FROM hands WHERE id = {row}.hand_id)"
ABOUT_TABLES: Final = {
    "tables": "{row}.id",
    "seats": _OF_TABLE,
    "waiters": _OF_TABLE,
    "invitations": _OF_TABLE,
    "stakes": _OF_TABLE,
    "loss_limits": _OF_TABLE,
    "totals": _OF_TABLE,
    "tournaments": _OF_SIT_AND_GO % "id",
    "entrants": _OF_SIT_AND_GO % "tournament_id",
    "arrivals": _OF_TABLE,
    "threads": _OF_TABLE,
    "deals": _OF_TABLE,
    "seeds": _OF_TABLE,
    "hands": _OF_TABLE,
    "deadlines": _OF_TABLE,
    "reminders": _OF_TABLE,
    "time_banks": _OF_TABLE,
    "lineups": _OF_HAND,
    "operations": _OF_HAND,
    "entries": _OF_HAND,
    "bookings": _OF_HAND,
    "results": _OF_HAND,
    "matches": _OF_TABLE,
    "plays": _OF_HAND,
    "covers": _OF_HAND,
    "surfaces": _OF_TABLE,
}
"""Kind of row -> the SQL for the id of the table that a row is about."""
_EVENTS: Final = {
    "INSERT": ("NEW",),
    "UPDATE": ("OLD", "NEW"),
    "DELETE": ("OLD",),
}
OF_WHICH: Final = {
    # A cached table knows whose messages it has, not what they show, which changes often.
    "surfaces": {"UPDATE": "UPDATE OF table_id, player_id"},
}


@dataclass
class _Known:
    """A value, the ids of the people it is about, and which kinds of rows changed since."""

    value: Any
    people: Collection[int]
    changes: set[str] = field(default_factory=set[str])


class Memory:
    """A connection's cache of tables; used only in the connection's own thread."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, _Known] = OrderedDict()
        self._touched: set[int] = set()
        """The tables that the open transaction has changed."""
        self._renewed: set[int] = set()
        """The players that it has changed."""

    def recall(self, table_id: int) -> tuple[Any, Collection[str]]:
        """The known value of a table, and the kinds of its rows that have changed since then.

        None if nothing is known.
        """
        known = self._known.get(table_id)
        if known is None:
            return None, ()
        self._known.move_to_end(table_id)
        return known.value, known.changes

    def keep(self, table_id: int, value: object, people: Collection[int]) -> None:
        """Know a value that was just read; `people` are the ids of those it is about."""
        self._known[table_id] = _Known(value, people)
        self._known.move_to_end(table_id)
        if len(self._known) > _MOST:
            self._known.popitem(last=False)

    def begin(self, *, writes: bool) -> None:  # noqa: ARG002 - for memories that lock what is read
        """A transaction has begun; whether it `writes`."""
        self._touched.clear()
        self._renewed.clear()

    def finish(self) -> None:
        """A transaction that writes is about to be committed."""

    def forget_everything(self) -> None:
        """Another program has changed the database, or may have."""
        self._known.clear()

    def undo(self) -> None:
        """Changes since `begin` were rolled back: forget the tables and players they were about."""
        for table_id in self._touched:
            self._known.pop(table_id, None)
        for player_id in self._renewed:
            self._forget(player_id)

    def table_changed(self, kind: str, table_id: int | None) -> None:
        """This connection has written a row of that kind, which is about a table."""
        if table_id is not None:
            self._touched.add(table_id)
            known = self._known.get(table_id)
            if known is not None:
                known.changes.add(kind)

    def player_changed(self, player_id: int) -> None:
        """This connection has written a player."""
        self._renewed.add(player_id)
        self._forget(player_id)

    def _forget(self, player_id: int) -> None:
        """Forget all tables that somebody is at: a forgotten player must not stay in the cache."""
        about = [table_id for table_id, known in self._known.items() if player_id in known.people]
        for table_id in about:
            del self._known[table_id]


class FileMemory(Memory):
    """The memory of a connection to a file: SQLite's triggers call its functions."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__()
        self._db = db
        self._version = -1
        db.execute("PRAGMA temp_store = MEMORY")
        db.create_function("table_changed", 2, self.table_changed)
        db.create_function("player_changed", 1, self.player_changed)
        for statement in _triggers():
            db.execute(statement)

    def begin(self, *, writes: bool) -> None:
        """A transaction has begun: forget everything if another program has changed the file."""
        super().begin(writes=writes)
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self.forget_everything()
            self._version = version


class Remembering:
    """A connection that may have a memory; without one everything is read each time."""

    memory: Memory | None = None


class RememberingConnection(Remembering, sqlite3.Connection):
    """A connection to a file that may have a memory."""


def memory_of(db: Connection) -> Memory | None:
    """The memory of a connection, if it has one."""
    return db.memory if isinstance(db, Remembering) else None


def _triggers() -> Iterator[str]:
    """The statements that create the triggers, which report every change."""
    for name, of in ABOUT_TABLES.items():
        for event, rows in _EVENTS.items():
            which = OF_WHICH.get(name, {}).get(event, event)
            calls = (f"table_changed('{name}', {of.format(row=row)})" for row in rows)
            yield (
                f"CREATE TEMP TRIGGER know_{name}_{event} AFTER {which} ON {name}"
                f" BEGIN SELECT {', '.join(calls)}; END"
            )
    for event in ("UPDATE", "DELETE"):  # a new player is at no table yet
        yield (
            f"CREATE TEMP TRIGGER know_players_{event} AFTER {event} ON players"
            " BEGIN SELECT player_changed(OLD.id); END"
        )
