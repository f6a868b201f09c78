"""The messages with the results of hands, of those that a newer result has followed as well."""

from dataclasses import dataclass
from sqlite3 import Connection


@dataclass(frozen=True)
class Posting:
    """Where the result of a table's hand (by its number there) stands."""

    hand_id: int
    number: int
    channel_id: int
    message_id: int


def put(db: Connection, hand_id: int, *, channel_id: int, message_id: int) -> None:
    """Keep where a hand's result stands, in place of where it stood."""
    db.execute(
        "INSERT OR REPLACE INTO postings (hand_id, channel_id, message_id) VALUES (?, ?, ?)",
        (hand_id, channel_id, message_id),
    )


def make_stale(db: Connection, hand_id: int) -> None:
    """Have a hand's result painted once more, if it stands anywhere."""
    db.execute("UPDATE postings SET is_stale = 1 WHERE hand_id = ?", (hand_id,))


def next_stale(db: Connection, table_id: int) -> Posting | None:
    """A result of a table that is to be painted once more."""
    row = db.execute(
        """
        SELECT hand_id, number, channel_id, message_id
        FROM postings JOIN hands ON hands.id = hand_id WHERE is_stale AND table_id = ?
        """,
        (table_id,),
    ).fetchone()
    return None if row is None else Posting(*row)


def tables_to_paint(db: Connection) -> tuple[int, ...]:
    """The tables with results that are to be painted once more."""
    rows = db.execute(
        "SELECT DISTINCT table_id FROM postings JOIN hands ON hands.id = hand_id WHERE is_stale"
    )
    return tuple(row["table_id"] for row in rows)


def painted(db: Connection, hand_id: int) -> None:
    """A result has been painted once more, or its message is out of reach."""
    db.execute("UPDATE postings SET is_stale = 0 WHERE hand_id = ?", (hand_id,))
