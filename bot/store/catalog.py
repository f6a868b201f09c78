"""What tables a database has, of what columns, and which refer to which, whatever its engine."""

import sqlite3
from graphlib import TopologicalSorter
from typing import Final

from bot.store.engine import Connection

_COLUMNS_OF_FILE: Final = """
    SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
"""
_TEXTS_OF_FILE: Final = """
    SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'
    ORDER BY t.name, c.cid
"""
_COLUMNS_OF_SERVER: Final = """
    SELECT relname, attname FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attisdropped = false
        AND relname NOT IN ('schema_version', 'leases')
    ORDER BY relname, attnum
"""
_REFERENCES_OF_FILE: Final = """
    SELECT t.name, f."from", f."table"
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main'
"""
_REFERENCES_OF_SERVER: Final = """
    SELECT c.relname, attname, r.relname
    FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid JOIN pg_class r ON r.oid = confrelid
        JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
"""


def is_file(db: Connection) -> bool:
    """Whether a connection is to a file of SQLite's."""
    return isinstance(db, sqlite3.Connection)


def columns(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its columns in their order, for every table with something of the bot's in it."""
    return _by_table(db, _COLUMNS_OF_FILE if is_file(db) else _COLUMNS_OF_SERVER)


def texts(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its columns with texts, for every table of a file that has some."""
    return _by_table(db, _TEXTS_OF_FILE)


def _by_table(db: Connection, query: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for table, column in db.execute(query):
        found.setdefault(table, []).append(column)
    return {table: tuple(names) for table, names in found.items()}


def references(db: Connection) -> set[tuple[str, str, str]]:
    """A table, a column of it, and the table to whose rows it refers."""
    query = _REFERENCES_OF_FILE if is_file(db) else _REFERENCES_OF_SERVER
    return {(table, column, other) for table, column, other in db.execute(query)}


def in_order(db: Connection) -> tuple[str, ...]:
    """The tables, each after those to whose rows it refers."""
    after: dict[str, set[str]] = {table: set() for table in columns(db)}
    for table, _, other in references(db):
        if table != other:
            after[table].add(other)
    return tuple(TopologicalSorter(after).static_order())
