"""What the bot remembers of itself, by names."""

from typing import Final

from bot.store.engine import Connection
from bot.store.upsert import upsert

_APART: Final = 5_250
"""Thousandths of a second between two shards that Discord counts as the same; it asks for 5 s."""
_NOW: Final = "SELECT CAST(1000 * EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)"


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


def next_turn(db: Connection, alike: int) -> float:
    """Take the next turn of the shards that Discord counts as the same; seconds until it comes.

    Needs a server's database, whose time all processes share.
    """
    (now,) = db.execute(_NOW).fetchone()
    name = f"identifies {alike}"
    turn = max(now, int(fact(db, name) or 0))
    keep_fact(db, name, str(turn + _APART))
    return (turn - now) / 1000
