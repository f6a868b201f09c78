"""Rows that say what has happened: no statement changes, deletes or replaces one."""

import sqlite3
from pathlib import Path
from typing import Final

import pytest

from bot.store import schema
from bot.store.connection import connect

_MAY_GO: Final = {"attempts"}
"""Rows that forgetting somebody deletes."""
_OWN: Final = "^(?!.*constraint failed)"
"""What a trigger says, and not SQLite."""


@pytest.fixture
def filled(tmp_path: Path) -> sqlite3.Connection:
    """A database with one row in every table, of ones."""
    db = connect(tmp_path / "ofc.sqlite3")
    triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("PRAGMA ignore_check_constraints = ON")
    for table in schema.columns(db):
        kinds = db.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
        ones = ("x'01'" if kind == "BLOB" else "1" for _, kind in kinds)
        db.execute(f"INSERT INTO {table} VALUES ({', '.join(ones)})")
    db.execute("UPDATE entries SET reverses = NULL")
    db.execute("UPDATE deals SET anew = NULL")
    for _, sql in triggers:
        db.execute(sql)
    return db


def test_what_is_never_changed_is_never_deleted_or_replaced(filled: sqlite3.Connection):
    rows = filled.execute(
        "SELECT DISTINCT tbl_name FROM sqlite_schema"
        " WHERE type = 'trigger' AND (name LIKE '%_stay' OR name LIKE '%_remain')"
    )
    tables = {name for (name,) in rows}
    assert {"entries", "plays", "visits", "entry_seeds", "attempts", "finishes"} <= tables
    for table in tables:
        with pytest.raises(sqlite3.IntegrityError, match=_OWN):
            filled.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        if table not in _MAY_GO:
            with pytest.raises(sqlite3.IntegrityError, match=_OWN):
                filled.execute(f"DELETE FROM {table}")
