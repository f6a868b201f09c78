"""Databases as an older schema would have kept what is in one of today."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import schema


def kept_as(number: int, source: Path, target: Path, more: str = "") -> None:
    """Keep in the schema of a number what it has room for, and what `more` statements add.

    To these it is `old`, and today's is `main`.
    """
    with closing(sqlite3.connect(target, isolation_level=None)) as old:
        old.executescript(schema.script(0, number))
        triggers = old.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            old.execute(f"DROP TRIGGER {name}")
        columns = schema.columns(old)
    with closing(sqlite3.connect(source, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("ATTACH ? AS old", (str(target),))
        now = schema.columns(db)
        for table, names in columns.items():
            same = ", ".join(name for name in names if name in now.get(table, ()))
            if same:
                db.execute(f"DELETE FROM old.{table}")
                # What lacks something that it had to have then is left to `more`.
                there = f"INTO old.{table} ({same}) SELECT {same} FROM main.{table}"
                db.execute(f"INSERT OR IGNORE {there}")
        db.executescript(more)
    with closing(sqlite3.connect(target, isolation_level=None)) as old:
        for _, sql in kept:
            old.execute(sql)
        old.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        old.execute(f"PRAGMA user_version = {number}")
