"""Rows kept in place of others of the same key, in words that both engines take."""

from collections.abc import Mapping
from functools import cache
from typing import Any


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
