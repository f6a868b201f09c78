"""Rows as dataclasses."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from sqlite3 import Row
from typing import Any, TypeVar, get_type_hints

R = TypeVar("R")


def as_row(cls: type[R], row: Row, **more: object) -> R:
    """A row as a dataclass whose fields are called as its columns are.

    SQLite has neither truth values nor enumerations: where a field is a `bool` or a `StrEnum`, so
    is what the column holds. `more` are fields that are no columns, or more than their column.
    """
    kinds = _kinds(cls)
    values = {name: row[name] for name in kinds if name not in more}
    made = {n: v if (kind := kinds[n]) is None else kind(v) for n, v in values.items()}
    return cls(**made, **more)


@cache
def _kinds(cls: Any) -> Mapping[str, type | None]:  # noqa: ANN401 - any class of rows
    """Field -> the type into which its column is turned, None for what SQLite has itself."""
    hints = get_type_hints(cls)
    return {field.name: _kind(hints[field.name]) for field in fields(cls)}


def _kind(hint: object) -> type | None:
    is_class = isinstance(hint, type)
    return hint if is_class and (hint is bool or issubclass(hint, StrEnum)) else None
