"""All that the rest of the bot knows of a database engine: connections, rows, upserts and errors.

Names and contracts are those of Python's DB-API (PEP 249), as far as they are used. The errors are
those of `sqlite3`, which is always there: another engine raises them, too.
"""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import fields
from enum import StrEnum
from functools import cache
from math import inf
from typing import Any, Protocol, TypeAlias, TypeVar, get_type_hints

R = TypeVar("R")

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""The values for `?`, `?1` or `:name` in a statement."""

Error: TypeAlias = sqlite3.Error
"""Anything that went wrong in the database."""
OperationalError: TypeAlias = sqlite3.OperationalError
"""An error that is not the statement's fault: busy, full, read-only, gone."""
IntegrityError: TypeAlias = sqlite3.IntegrityError
"""A statement that violates the schema's constraints or triggers: none of it is kept."""


class DbRow(Protocol):
    """A row of a result: its values in order, by index and by column name."""

    def __getitem__(self, key: int | str, /) -> Any: ...  # noqa: ANN401 - a column has any type

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> list[str]:
        """The names of the columns."""
        ...


class Cursor(Protocol):
    """The result of a statement: its rows, each read once."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement has written."""
        ...

    def __iter__(self) -> Iterator[Any]: ...

    def fetchone(self) -> Any:  # noqa: ANN401 - a `DbRow` where columns have names, a tuple to unpack
        """The next row; None if there is none."""
        ...

    def fetchall(self) -> list[Any]:
        """The rows that are left."""
        ...


class Connection(Protocol):
    """A connection to a database; statements begin and end its transactions."""

    @property
    def in_transaction(self) -> bool:
        """True if a transaction has begun that is not over."""
        ...

    def execute(self, sql: str, parameters: Values = ..., /) -> Cursor:
        """Run one statement; raises Error."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> Cursor:
        """Run a statement without a result once for each of the values; raises Error."""
        ...

    def close(self) -> None:
        """Close the connection; what was not committed is rolled back."""
        ...


class OtherEngine(ABC):
    """A connection to an engine other than SQLite, with the queries that differ in their SQL."""

    columns: str
    """A query for pairs of a table and a column of it, in order, for all tables of the bot."""
    references: str
    """A query for the foreign keys: a table, a column of it, and the table that it refers to."""
    place: str
    """A query for an identifier of the database, which changes when a backup is restored."""
    ours: Callable[[str, float], str]
    """See `ours_of_guild`, which has the same parameters."""

    @abstractmethod
    def stream(self, sql: str, parameters: Values = ..., /) -> Iterator[Any]:
        """The rows of a result, fetched as they are consumed; raises Error."""

    @abstractmethod
    def without_triggers(self) -> AbstractContextManager[None]:
        """A context in which rows are written without running the schema's triggers."""

    @abstractmethod
    def go_on_after(self, table: str) -> None:
        """Make the ids of new rows of a table follow the highest one there is."""


def streamed(db: Connection, sql: str, parameters: Values = ()) -> Iterator[Any]:
    """The rows of a result that may not fit into memory; raises Error."""
    return (
        db.stream(sql, parameters)
        if isinstance(db, OtherEngine)
        else iter(db.execute(sql, parameters))
    )


def insert(db: Connection, table: str, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a `DbRow`
    """Add a row with these values, by their columns, and return the whole of it; raises Error."""
    return db.execute(_insertion(table, tuple(values)), tuple(values.values())).fetchone()


@cache
def _insertion(table: str, columns: tuple[str, ...]) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) RETURNING *"


def upsert(
    table: str, key: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[str, tuple[Any, ...]]:
    """A statement that adds a row or updates the one with the same key, and its parameters.

    `key` has the columns of the primary key and `values` others, each with its value; further
    columns of an existing row stay as they are.
    """
    return _statement(table, tuple(key), tuple(values)), (*key.values(), *values.values())


@cache
def _statement(table: str, key: tuple[str, ...], others: tuple[str, ...]) -> str:
    columns = (*key, *others)
    marks = ", ".join("?" * len(columns))
    new = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {new}"
    )


def as_row(cls: type[R], row: DbRow, **more: object) -> R:
    """A row as a dataclass whose fields have the names of its columns.

    SQLite has neither booleans nor enumerations: a column is converted where its field is a `bool`
    or a `StrEnum`. `more` are fields without a column, or with another value than it holds.
    """
    made = {
        name: row[name] if kind is None else kind(row[name])
        for name, kind in _kinds(cls).items()
        if name not in more
    }
    return cls(**made, **more)


@cache
def _kinds(cls: Any) -> Mapping[str, type | None]:  # noqa: ANN401 - any class of rows
    """Field -> the type into which its column is converted, None for types that SQLite has."""
    hints = get_type_hints(cls)
    return {field.name: _kind(hints[field.name]) for field in fields(cls)}


def _kind(hint: object) -> type | None:
    is_class = isinstance(hint, type)
    return hint if is_class and (hint is bool or issubclass(hint, StrEnum)) else None


# --- which rows are ours ---------------------------------------------------------------------


def ours_of_guild(db: Connection, guild_id: str = "guild_id", *, seconds: float = 0) -> str:
    """An ` AND ...` of SQL that selects the servers that this process looks after; empty for all.

    `guild_id` is the SQL that gives a row's server. It selects those that it has looked after for
    `seconds` without a break; with `inf`, after no process was running, all.
    """
    return db.ours(guild_id, seconds) if isinstance(db, OtherEngine) and seconds < inf else ""


def ours_of_table(db: Connection, *, seconds: float = 0) -> str:
    """As `ours_of_guild`, for rows with a `table_id`."""
    guild_id = "(SELECT guild_id FROM tables WHERE tables.id = table_id)"
    return ours_of_guild(db, guild_id, seconds=seconds)


def is_our_table(db: Connection, table_id: int) -> bool:
    """True if this process looks after a table."""
    condition = ours_of_guild(db)
    query = f"SELECT 1 FROM tables WHERE id = ?{condition}"
    return not condition or db.execute(query, (table_id,)).fetchone() is not None
