"""When tables close by themselves: nobody touches them, or their match has run its time.

Times are Unix seconds.
"""

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


def next_at(db: Connection) -> int | None:
    """When a table closes by itself or its match ends, whichever comes first; None if none does."""
    return db.execute(
        "SELECT min(at) FROM ("
        "SELECT min(closes_at) AS at FROM tables WHERE closes_at IS NOT NULL UNION ALL"
        " SELECT min(ends_at) FROM tables WHERE ends_at IS NOT NULL AND state = 'between')"
    ).fetchone()[0]


def postpone(db: Connection, seconds: int) -> None:
    """Let all tables that close by themselves do so later."""
    db.execute(
        "UPDATE tables SET closes_at = closes_at + ? WHERE closes_at IS NOT NULL", (seconds,)
    )


def set_end(db: Connection, table_id: int, ends_at: int) -> None:
    """Keep from when on no hand is dealt, unless that is known already."""
    db.execute(
        "UPDATE tables SET ends_at = ? WHERE id = ? AND ends_at IS NULL", (ends_at, table_id)
    )


def overdue(db: Connection, now: int) -> tuple[int, ...]:
    """The tables between two hands whose time has come."""
    rows = db.execute("SELECT id FROM tables WHERE ends_at <= ? AND state = 'between'", (now,))
    return tuple(row["id"] for row in rows)
