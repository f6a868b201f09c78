"""When tables that nobody touches close by themselves. Times are Unix seconds."""

from sqlite3 import Connection


def put(db: Connection, table_id: int, at: int | None) -> None:
    """Keep when a table closes by itself, None if it does not."""
    db.execute("UPDATE tables SET closes_at = ? WHERE id = ?", (at, table_id))


def first(db: Connection) -> tuple[int, int] | None:
    """The table that closes by itself before all others, and when."""
    row = db.execute(
        "SELECT id, closes_at FROM tables WHERE closes_at IS NOT NULL ORDER BY closes_at LIMIT 1"
    ).fetchone()
    return None if row is None else (row["id"], row["closes_at"])


def postpone(db: Connection, seconds: int) -> None:
    """Let all tables that close by themselves do so later."""
    db.execute(
        "UPDATE tables SET closes_at = closes_at + ? WHERE closes_at IS NOT NULL", (seconds,)
    )
