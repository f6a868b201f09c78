"""Copies all rows of a database into an empty one, on the same or another engine."""

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from bot.store import schema
from bot.store.engine import Connection, OtherEngine, streamed
from bot.store.schema import StoreError, in_order

_PORTION: Final = 1_000
"""Rows in memory at once."""


def copy(source: Connection, target: Connection) -> int:
    """Copy all rows of a database into another, within the transactions that both are in.

    Both have this version's schema. Returns the number of rows; raises StoreError if the target is
    not empty or not all rows have arrived, and Error.
    """
    tables = schema.columns(target)
    for table in tables:
        if _count(target, table):
            raise StoreError("There's already something in that database. Name an empty one.")
    if schema.is_file(target):
        target.execute("PRAGMA defer_foreign_keys = ON")
    selves = {table for table, _, other in schema.references(target) if table == other}
    with schema.without_triggers(target):
        for table in in_order(target):
            _fill(target, table, tables[table], _rows(source, table, tables[table], selves))
    counts = {table: _count(source, table) for table in tables}
    for table, count in counts.items():
        arrived = _count(target, table)
        if arrived != count:
            raise StoreError(
                "Of {count} entries in {table} only {arrived} have arrived.",
                count=count,
                table=table,
                arrived=arrived,
            )
    return sum(counts.values())


def _count(db: Connection, table: str) -> int:
    return db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]


def _rows(
    db: Connection, table: str, columns: Sequence[str], selves: Container[str]
) -> Iterator[Sequence[Any]]:
    """The rows of a table; in one that refers to itself, each after those that it refers to."""
    # A new row can only refer to older ones, and no update changes that.
    order = " ORDER BY id" if table in selves else ""
    return map(tuple, streamed(db, f"SELECT {', '.join(columns)} FROM {table}{order}"))


def _fill(
    db: Connection, table: str, columns: Sequence[str], rows: Iterator[Sequence[Any]]
) -> None:
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    while portion := list(islice(rows, _PORTION)):
        db.executemany(insert, portion)
    if "id" in columns and isinstance(db, OtherEngine):
        db.go_on_after(table)
