"""All rows of one database put into another that is empty, whatever their engines."""

from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from bot.store import catalog
from bot.store.catalog import in_order
from bot.store.engine import Connection, streamed
from bot.store.schema import StoreError

_PORTION: Final = 1_000
"""Rows that are in memory at once."""


def copy(source: Connection, target: Connection) -> int:
    """Put all rows of a database into another, in the transactions that both are in.

    Both have this version's schema. Returns how many rows there are; raises StoreError if there is
    something in the target already, or if not all rows have arrived, and Error.
    """
    tables = catalog.columns(target)
    for table in tables:
        if _count(target, table):
            raise StoreError("There is something in that database already. Name an empty one.")
    if catalog.is_file(target):
        target.execute("PRAGMA defer_foreign_keys = ON")
    selves = {table for table, _, other in catalog.references(target) if table == other}
    with without_triggers(target, tables):
        for table in in_order(target):
            _fill(target, table, tables[table], _rows(source, table, tables[table], selves))
    counts = {table: _count(source, table) for table in tables}
    for table, count in counts.items():
        arrived = _count(target, table)
        if arrived != count:
            raise StoreError(
                "Of {count} rows in {table} only {arrived} have arrived.",
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
    """The rows of a table; of one that refers to itself, each after those that it refers to."""
    # Only to what was there before can a new row refer, whatever was updated since.
    order = " ORDER BY id" if table in selves else ""
    return map(tuple, streamed(db, f"SELECT {', '.join(columns)} FROM {table}{order}"))


def _fill(
    db: Connection, table: str, columns: Sequence[str], rows: Iterator[Sequence[Any]]
) -> None:
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    while portion := list(islice(rows, _PORTION)):
        db.executemany(insert, portion)
    if "id" in columns and not catalog.is_file(db):
        go_on_after(db, table)


def go_on_after(db: Connection, table: str) -> None:
    """Have a server number new rows after those there are."""
    db.execute(
        f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), latest)"
        f" FROM (SELECT max(id) AS latest FROM {table}) AS known WHERE latest > 0"
    ).fetchall()


@contextmanager
def without_triggers(db: Connection, tables: Iterable[str]) -> Generator[None]:
    """Rows are written as they are, whatever triggers would forbid or do beside."""
    if not catalog.is_file(db):
        for table in tables:
            db.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in tables:
            db.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        return
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        db.execute(sql)
