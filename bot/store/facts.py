"""Facts that the bot remembers of itself, such as which commands Discord knows."""

from sqlite3 import Connection


def get(db: Connection, name: str) -> str | None:
    """The remembered value."""
    row = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return None if row is None else row["value"]


def put(db: Connection, name: str, value: str) -> None:
    """Remember a value."""
    db.execute("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", (name, value))
