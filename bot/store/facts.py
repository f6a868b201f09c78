"""Facts that the bot remembers of itself, by names."""

from bot.store.engine import Connection, upsert


def fact(db: Connection, name: str) -> str | None:
    """The remembered value."""
    row = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return None if row is None else row["value"]


def keep_fact(db: Connection, name: str, value: str) -> None:
    """Remember a value."""
    db.execute(*upsert("facts", {"name": name}, {"value": value}))


def drop_fact(db: Connection, name: str, value: str) -> None:
    """Remember a value no longer; another one that has taken its place stays."""
    db.execute("DELETE FROM facts WHERE name = ? AND value = ?", (name, value))
