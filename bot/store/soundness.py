"""Whether a database file is sound: SQLite's own checks, and the schema as the bot makes it."""

import re
import sqlite3
from contextlib import closing
from typing import Final

from bot.store.migrate import migrate

_BLANKS: Final = re.compile(r"(--[^\n]*\s|\s)+")
"""Comments and blanks, which SQLite keeps with a table and which say nothing about it."""


def first_fault(db: sqlite3.Connection) -> str | None:
    """The first fault of a database of this version's schema, in a sentence; None if sound.

    Looked at are SQLite's integrity check, the foreign keys, and every table, index and trigger.
    """
    try:
        return _damage(db) or schema_fault(db) or _stray_row(db)
    except sqlite3.Error as error:
        return f"SQLite cannot read it: {error}."
    except UnicodeDecodeError:  # what SQLite says quotes the damaged text
        return "Its schema is damaged."


def schema_fault(db: sqlite3.Connection) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        wanted = _schema(fresh)
    found = _schema(db)
    for kind, name in sorted(wanted.keys() | found.keys()):
        what = f"The {kind} {name}"
        if (kind, name) not in found:
            return f"{what} is missing."
        if (kind, name) not in wanted:
            return f"{what} is none of the bot's."
        if found[kind, name] != wanted[kind, name]:
            return f"{what} is not as the bot made it."
    return None


def _schema(db: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """The definitions of everything but what SQLite makes for itself, by kind and name."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    return {(kind, name): _BLANKS.sub(" ", sql or "").strip() for kind, name, sql in rows}


def _damage(db: sqlite3.Connection) -> str | None:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    return None if found == "ok" else f"SQLite's integrity check says: {found.strip(' .')}."


def _stray_row(db: sqlite3.Connection) -> str | None:
    stray = db.execute("PRAGMA foreign_key_check").fetchone()
    return None if stray is None else f"A row of {stray[0]} refers to one of {stray[2]} not there."
