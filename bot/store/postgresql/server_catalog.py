"""The tables of a server's database and their rows, asked for in PostgreSQL's words."""

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any, Final

from bot.store.engine import Cursor, OtherEngine, Values

_COLUMNS: Final = """
    SELECT relname, attname FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attisdropped = false
        AND relname NOT IN ('schema_version', 'leases')
    ORDER BY relname, attnum
"""
_REFERENCES: Final = """
    SELECT c.relname, attname, r.relname
    FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid JOIN pg_class r ON r.oid = confrelid
        JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
"""
_PLACE: Final = """
    SELECT concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
        'surfaces'::regclass::oid) FROM pg_control_system()
"""
"""The server, which of its histories it goes on with, and the table: whatever puts a backup in
place makes another of them."""


class ServerCatalog(OtherEngine):
    """The part of `OtherEngine` that statements answer."""

    shared: Callable[[str, float], str] | None = None
    """What says which of the rows that it shares with other processes are this one's."""

    @abstractmethod
    def execute(self, sql: str, parameters: Values = (), /) -> Cursor:
        """See `bot.store.engine.Connection`."""

    def columns(self) -> Iterable[Any]:
        """Each table and a column of it, in their order, but what is a server's alone."""
        return self.execute(_COLUMNS)

    def references(self) -> Iterable[Any]:
        """Each table, a column of it, and the table to whose rows it refers."""
        return self.execute(_REFERENCES)

    @contextmanager
    def without_triggers(self) -> Generator[None]:
        """Rows are written as they are, whatever triggers would forbid or do beside."""
        tables = {table for table, _ in self.columns()}
        for table in tables:
            self.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in tables:
            self.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

    def go_on_after(self, table: str) -> None:
        """Number new rows of a table after those there are."""
        self.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), latest)"
            f" FROM (SELECT max(id) AS latest FROM {table}) AS known WHERE latest > 0"
        ).fetchall()

    def place(self) -> str:
        """The place of the database: another one where a backup was put there."""
        return self.execute(_PLACE).fetchone()[0]

    def ours(self, guild_id: str, seconds: float) -> str:
        """See `bot.store.ours.of_guild`: all, unless it shares them with other processes."""
        return "" if self.shared is None else self.shared(guild_id, seconds)
