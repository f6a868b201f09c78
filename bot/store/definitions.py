"""Definitions of a schema: its tables, indexes and triggers, and how two schemas differ."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.store import catalog
from bot.store.engine import Connection

_BLANKS: Final = re.compile(r"(--[^\n]*\s|\s)+")
"""Comments and blanks, which SQLite keeps with a table and which say nothing about it."""
_DEFINED: Final = (
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
)

Definitions: TypeAlias = Mapping[tuple[str, str], str]
"""Kind and name of a table, an index or a trigger -> how it is defined."""


class MadeSchema(NamedTuple):
    """The schema that a script makes of an empty file, and the statements that make just that.

    Each table comes after those to whose rows it refers, and nothing is made that is dropped again.
    """

    definitions: Definitions
    statements: str


def of_file(db: Connection) -> Definitions:
    """The definitions of everything in a file but what SQLite makes for itself."""
    return {(kind, name): _words(sql) for kind, name, _, sql in db.execute(_DEFINED)}


@lru_cache(maxsize=16)
def made_by(script: str) -> MadeSchema:
    """The schema that a script of SQLite's makes of an empty file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        fresh.executescript(script)
        return MadeSchema(of_file(fresh), _statements(fresh))


def _statements(db: sqlite3.Connection) -> str:
    order = {table: place for place, table in enumerate(catalog.in_order(db))}
    rows = db.execute(f"{_DEFINED} AND sql IS NOT NULL ORDER BY rowid").fetchall()
    rows.sort(key=lambda row: (row[0] != "table", row[0] == "trigger", order[row[2]]))
    return "\n".join(f"{sql};" for *_, sql in rows)


def first_difference(found: Definitions, wanted: Definitions) -> str | None:
    """The first thing of a schema that is not as it should be, in a sentence."""
    for kind, name in sorted(wanted.keys() | found.keys()):
        what = f"The {kind} {name}"
        if (kind, name) not in found:
            return f"{what} is missing."
        if (kind, name) not in wanted:
            return f"{what} is none of the bot's."
        if found[kind, name] != wanted[kind, name]:
            return f"{what} is not as the bot made it."
    return None


def _words(sql: str | None) -> str:
    return _BLANKS.sub(" ", sql or "").strip()
