"""Named values that the bot remembers about itself and its database."""

from bot.store.engine import Connection, upsert


def fact(db: Connection, name: str) -> str | None:
    """The value of a fact; None if there is none."""
    row = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return None if row is None else row["value"]


def keep_fact(db: Connection, name: str, value: str) -> None:
    """Store the value of a fact, in place of an earlier one."""
    db.execute(*upsert("facts", {"name": name}, {"value": value}))


def drop_fact(db: Connection, name: str, value: str) -> None:
    """Delete a fact if it still has that value."""
    db.execute("DELETE FROM facts WHERE name = ? AND value = ?", (name, value))
