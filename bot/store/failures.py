"""Failures that come again and again at a table or in a tournament, so that people can be told."""

from typing import Final

from bot.store.engine import Connection

TOLD_AFTER: Final = 3
"""Failures in a row of which people are told."""
TABLES: Final = "tables"
TOURNAMENTS: Final = "tournaments"


def count(db: Connection, of: str, about: int) -> int:
    """Count a failure of one of the `TABLES` or `TOURNAMENTS`; returns how many in a row it is."""
    query = f"UPDATE {of} SET failures = failures + 1 WHERE id = ? RETURNING failures"
    row = db.execute(query, (about,)).fetchone()
    return 0 if row is None else row["failures"]


def clear(db: Connection, of: str, about: int) -> None:
    """Keep that something has worked again."""
    db.execute(f"UPDATE {of} SET failures = 0 WHERE id = ? AND failures > 0", (about,))
