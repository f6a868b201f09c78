"""Reminders: what each player on turn has been told, and when they are told next.

Times are Unix seconds. A row belongs to one player's decision (hand and street). Where several
decide at once, the rows of those who are done stay until the others are.
"""

from collections.abc import Collection
from dataclasses import dataclass
from sqlite3 import Connection, Row

from bot.scenes import Told


@dataclass(frozen=True)
class Reminder:
    """The last reminder of a `decision` (`hand.street`), when it was given, when the next is due.

    `since` is when the player was first asked to decide, `caller_id` who has called time.
    """

    table_id: int
    player_id: int
    decision: str
    since: int
    told: Told = Told.NOTHING
    told_at: int = 0
    next_at: int | None = None
    caller_id: int | None = None


def of_table(db: Connection, table_id: int) -> dict[int, Reminder]:
    """Player id -> the reminder kept for them at a table."""
    rows = db.execute("SELECT * FROM reminders WHERE table_id = ?", (table_id,))
    return {row["player_id"]: _reminder(row) for row in rows}


def put(db: Connection, reminder: Reminder) -> None:
    """Keep a player's reminder, in place of the one they had at the table."""
    db.execute(
        "INSERT OR REPLACE INTO reminders VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            reminder.table_id,
            reminder.player_id,
            reminder.decision,
            reminder.since,
            reminder.told,
            reminder.told_at,
            reminder.next_at,
            reminder.caller_id,
        ),
    )


def drop(db: Connection, table_id: int, player_ids: Collection[int]) -> None:
    """Forget the reminders of some of a table's players."""
    db.executemany(
        "DELETE FROM reminders WHERE table_id = ? AND player_id = ?",
        [(table_id, player_id) for player_id in player_ids],
    )


def _reminder(row: Row) -> Reminder:
    return Reminder(
        row["table_id"],
        row["player_id"],
        row["decision"],
        row["since"],
        Told(row["told"]),
        row["told_at"],
        row["next_at"],
        row["caller_id"],
    )
