"""The memory that a connection to a server has of tables, alone or beside other processes.

Triggers of the schema tell it what it changes itself. Beside others it is used only while it is up
to date: every row of PostgreSQL tells which transaction has written it (`xmin`). Whoever changes
anything about a table writes the table's own row as well, so that its transaction, and those of the
people the table is about, are the version of all that is known of it. The first look at a table in
a transaction compares versions; one that writes locks the row with it, so that two processes that
want to change the same table do so one after the other.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from bot.store.cache import ABOUT_TABLES, OF_WHICH, Memory
from bot.store.postgresql.server_connection import ServerConnection

REMEMBERS: Final = "SET ofc.remembers = 'on'; LISTEN ofc_changes"
"""Has the triggers tell this connection of its own writes, and of others' that there are some."""
KNOWS: Final = "know_"
"""How the names of these triggers and their functions begin."""
_VERSION: Final = """
    SELECT xmin::text, (
        SELECT string_agg(xmin::text, ' ' ORDER BY id) FROM players WHERE id = ANY (?1)
    ) FROM tables WHERE id = ?2
"""
_LOCKED: Final = f"{_VERSION} FOR NO KEY UPDATE"
"""Waits until no other transaction changes the table; ConflictError if one has meanwhile."""
_TOUCH: Final = """
    UPDATE tables SET locale = locale WHERE id = ANY (?) RETURNING id, xmin::text
"""


def triggers() -> Iterator[str]:
    """SQL for triggers that tell this connection which tables and players change."""
    for name, of in {**ABOUT_TABLES, "players": "{row}.id"}.items():
        old, new = of.format(row="OLD"), of.format(row="NEW")
        update = OF_WHICH.get(name, {}).get("UPDATE", "UPDATE")
        # Whoever is new is at no table yet.
        events = f"{update} OR DELETE" if name == "players" else f"INSERT OR {update} OR DELETE"
        yield f"""
CREATE OR REPLACE FUNCTION {KNOWS}{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('ofc.remembers', true) IS DISTINCT FROM 'on' THEN
        PERFORM pg_notify('ofc_changes', ''); RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN RAISE NOTICE 'ofc {name} %', {old}; END IF;
    IF TG_OP <> 'DELETE' THEN RAISE NOTICE 'ofc {name} %', {new}; END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER {KNOWS}{name} AFTER {events} ON {name}
    FOR EACH ROW EXECUTE FUNCTION {KNOWS}{name}();"""


class ServerMemory(Memory):
    """The memory of a connection alone: its triggers say what they have seen."""

    def __init__(self, db: ServerConnection) -> None:
        super().__init__()
        self._db = db
        db.heard = self._hear
        db.others_wrote = self.forget_everything

    def _hear(self, said: str) -> None:
        words = said.split()
        if len(words) != 3 or words[0] != "ofc" or not words[2].isdecimal():
            return
        if words[1] == "players":
            self.player_changed(int(words[2]))
        else:
            self.table_changed(words[1], int(words[2]))


class SharedMemory(ServerMemory):
    """The memory of a connection beside others that write."""

    def __init__(self, db: ServerConnection) -> None:
        super().__init__(db)
        self._writes = False
        self._is_deaf = False
        """While it writes rows itself in which nothing changes."""
        self._looked_at: set[int] = set()
        """The tables whose versions the open transaction has compared."""
        self._versions: dict[int, tuple[str, str]] = {}
        """Table -> the transactions of its row and of its people's rows, as it is known."""

    def begin(self, *, writes: bool) -> None:
        """A transaction has begun."""
        super().begin(writes=writes)
        self._writes = writes
        self._looked_at.clear()

    def recall(self, table_id: int) -> tuple[Any, Collection[str]]:
        """A table as it is known, if that is of the version that the database has."""
        if table_id not in self._looked_at:
            self._look_at(table_id)
        return super().recall(table_id)

    def _look_at(self, table_id: int) -> None:
        known = self._known.get(table_id)
        people = () if known is None else known.people
        found = self._db.execute(
            _LOCKED if self._writes else _VERSION, (list(people), table_id)
        ).fetchone()
        self._looked_at.add(table_id)
        if known is not None and (found is None or self._versions.get(table_id) != tuple(found)):
            del self._known[table_id]

    def keep(self, table_id: int, value: object, people: Collection[int]) -> None:
        """Know a value that was just read, with its version."""
        before = self._known.get(table_id)
        if before is None or set(before.people) != set(people):
            found = self._db.execute(_VERSION, (list(people), table_id)).fetchone()
            assert found is not None, "the table was just read"
            self._versions[table_id] = tuple(found)
        super().keep(table_id, value, people)
        if len(self._versions) > 2 * len(self._known):
            self._versions = {each: self._versions[each] for each in self._known}

    def table_changed(self, kind: str, table_id: int | None) -> None:
        """A row of that kind, which is about a table, was written by this connection."""
        if not self._is_deaf:
            super().table_changed(kind, table_id)

    def finish(self) -> None:
        """Give every table that the transaction has changed another version."""
        if not self._touched:
            return
        self._is_deaf = True
        try:
            touched = self._db.execute(_TOUCH, (sorted(self._touched),)).fetchall()
        finally:
            self._is_deaf = False
        for table_id, version in touched:
            if table_id in self._known:
                self._versions[table_id] = (version, self._versions[table_id][1])

    def undo(self) -> None:
        """Changes were undone, and locks given up with them."""
        super().undo()
        self._looked_at.clear()
