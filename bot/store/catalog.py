"""The tables of a database, their columns, and which refer to which, whatever its engine."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from graphlib import TopologicalSorter
from typing import Any, Final

from bot.store.engine import Connection, OtherEngine

_COLUMNS: Final = """
    SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
"""
_TEXTS: Final = """
    SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'
    ORDER BY t.name, c.cid
"""
_REFERENCES: Final = """
    SELECT t.name, f."from", f."table"
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main'
"""


def is_file(db: Connection) -> bool:
    """True if a connection is to a file of SQLite's."""
    return not isinstance(db, OtherEngine)


def columns(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its columns in their order, for every table with something of the bot's in it."""
    return _by_table(db.columns() if isinstance(db, OtherEngine) else db.execute(_COLUMNS))


def texts(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its columns with texts, for every table of a file that has some."""
    return _by_table(db.execute(_TEXTS))


def _by_table(rows: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for table, column in rows:
        found.setdefault(table, []).append(column)
    return {table: tuple(names) for table, names in found.items()}


def references(db: Connection) -> set[tuple[str, str, str]]:
    """A table, a column of it, and the table to whose rows it refers."""
    rows = db.references() if isinstance(db, OtherEngine) else db.execute(_REFERENCES)
    return {(table, column, other) for table, column, other in rows}


def in_order(db: Connection) -> tuple[str, ...]:
    """The tables, each after those to whose rows it refers."""
    after: dict[str, set[str]] = {table: set() for table in columns(db)}
    for table, _, other in references(db):
        if table != other:
            after[table].add(other)
    return tuple(TopologicalSorter(after).static_order())


@contextmanager
def without_triggers(db: Connection) -> Generator[None]:
    """Rows are written as they are, whatever triggers would forbid or do beside."""
    if isinstance(db, OtherEngine):
        with db.without_triggers():
            yield
        return
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        db.execute(sql)
