"""The only things that others know of an engine: connections, rows, upserts and errors.

The names and what they promise are those of Python's DB-API (PEP 249), as far as they are used. The
errors are those of `sqlite3`, which is always there: another engine raises them, too.
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
"""What stands for `?`, `?1` or `:name` in a statement."""

Error: TypeAlias = sqlite3.Error
"""Anything that went wrong in the database."""
OperationalError: TypeAlias = sqlite3.OperationalError
"""What is no fault of the statement: busy, full, read-only, gone."""
IntegrityError: TypeAlias = sqlite3.IntegrityError
"""A statement against the schema's constraints and triggers: nothing of it is kept."""


class DbRow(Protocol):
    """A row of an answer: its values in order, by place and by the names of their columns."""

    def __getitem__(self, key: int | str, /) -> Any: ...  # noqa: ANN401 - a column has any type

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> list[str]:
        """The names of the columns."""
        ...


class Cursor(Protocol):
    """The answer to a statement: its rows, each of them once."""

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
    """A connection to a database; transactions are begun and ended by statements."""

    @property
    def in_transaction(self) -> bool:
        """True if a transaction has begun that is not over."""
        ...

    def execute(self, sql: str, parameters: Values = ..., /) -> Cursor:
        """Run one statement; raises Error."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> Cursor:
        """Run a statement that answers nothing once for each of the values; raises Error."""
        ...

    def close(self) -> None:
        """End the connection; what was not committed is undone."""
        ...


class OtherEngine(ABC):
    """A connection to another engine than SQLite, which answers what each has its own words for."""

    columns: str
    """A query for each table and a column of it, in their order, where the bot keeps something."""
    references: str
    """A query for each table, a column of it, and the table to whose rows it refers."""
    place: str
    """A query for the place of the database: another one where a backup was put there."""
    ours: Callable[[str, float], str]
    """See `ours_of_guild`, which has the same parameters."""

    @abstractmethod
    def stream(self, sql: str, parameters: Values = ..., /) -> Iterator[Any]:
        """The rows of an answer, read as they are asked for; raises Error."""

    @abstractmethod
    def without_triggers(self) -> AbstractContextManager[None]:
        """Rows are written as they are, whatever triggers would forbid or do beside."""

    @abstractmethod
    def go_on_after(self, table: str) -> None:
        """Number new rows of a table after those there are."""


def streamed(db: Connection, sql: str, parameters: Values = ()) -> Iterator[Any]:
    """The rows of an answer that may need more memory than there is; raises Error."""
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
    """A statement that adds a row, or gives the one of the same key these values, and its values.

    `key` has the columns of the primary key, `values` others, each with what it holds; the rest of
    a row that is there is left alone.
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
    """A row as a dataclass whose fields are called as its columns are.

    SQLite has neither truth values nor enumerations: where a field is a `bool` or a `StrEnum`, so
    is what the column holds. `more` are fields that are no columns, or more than their column.
    """
    made = {
        name: row[name] if kind is None else kind(row[name])
        for name, kind in _kinds(cls).items()
        if name not in more
    }
    return cls(**made, **more)


@cache
def _kinds(cls: Any) -> Mapping[str, type | None]:  # noqa: ANN401 - any class of rows
    """Field -> the type into which its column is turned, None for what SQLite has itself."""
    hints = get_type_hints(cls)
    return {field.name: _kind(hints[field.name]) for field in fields(cls)}


def _kind(hint: object) -> type | None:
    is_class = isinstance(hint, type)
    return hint if is_class and (hint is bool or issubclass(hint, StrEnum)) else None


# --- which rows are ours ---------------------------------------------------------------------


def ours_of_guild(db: Connection, guild_id: str = "guild_id", *, seconds: float = 0) -> str:
    """An ` AND ...` of SQL that keeps to the servers whose rows are its own; empty for all.

    `guild_id` is the SQL that gives a row's server. They have been its own for so many `seconds`
    without a break; after `inf`, when no process was there, all are.
    """
    return db.ours(guild_id, seconds) if isinstance(db, OtherEngine) and seconds < inf else ""


def ours_of_table(db: Connection, *, seconds: float = 0) -> str:
    """As `ours_of_guild`, for rows with a `table_id`."""
    guild_id = "(SELECT guild_id FROM tables WHERE tables.id = table_id)"
    return ours_of_guild(db, guild_id, seconds=seconds)


def is_our_table(db: Connection, table_id: int) -> bool:
    """True if a table is one of its own."""
    condition = ours_of_guild(db)
    query = f"SELECT 1 FROM tables WHERE id = ?{condition}"
    return not condition or db.execute(query, (table_id,)).fetchone() is not None
