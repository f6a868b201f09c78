"""Changing a database behind the bot's back, as no trigger lets any program do by the way."""

import sqlite3
from contextlib import closing
from pathlib import Path


def tamper(path: Path, *statements: str) -> None:
    """Run statements with all triggers away; they are back afterwards, as they were."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            db.execute(statement)
        for _, sql in kept:
            db.execute(sql)
