"""Deadlines: until when somebody has to decide. Times are Unix seconds."""

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection


@dataclass(frozen=True)
class Deadline:
    """When a player's decision at a table is due; `decision` names its hand and street."""

    table_id: int
    player_id: int
    decision: str
    due_at: int


def want(db: Connection, table_id: int, decisions: Mapping[int, tuple[str, int]]) -> None:
    """Keep that these players, and no others at the table, have to decide what and until when.

    A decision that has a deadline already keeps it.
    """
    for player_id in of_table(db, table_id).keys() - decisions.keys():
        db.execute(
            "DELETE FROM deadlines WHERE table_id = ? AND player_id = ?", (table_id, player_id)
        )
    db.executemany(
        """
        INSERT INTO deadlines (table_id, player_id, decision, due_at) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET decision = excluded.decision, due_at = excluded.due_at
        WHERE decision <> excluded.decision
        """,
        [(table_id, player_id, *decision) for player_id, decision in decisions.items()],
    )


def of_table(db: Connection, table_id: int) -> dict[int, int]:
    """When each player of a table has to have decided."""
    rows = db.execute("SELECT player_id, due_at FROM deadlines WHERE table_id = ?", (table_id,))
    return {row["player_id"]: row["due_at"] for row in rows}


def first(db: Connection) -> Deadline | None:
    """The deadline that comes first of all."""
    row = db.execute("SELECT * FROM deadlines ORDER BY due_at LIMIT 1").fetchone()
    return None if row is None else Deadline(**dict(row))


def get(db: Connection, table_id: int, player_id: int) -> Deadline | None:
    """The deadline of a player at a table."""
    row = db.execute(
        "SELECT * FROM deadlines WHERE table_id = ? AND player_id = ?", (table_id, player_id)
    ).fetchone()
    return None if row is None else Deadline(**dict(row))


def put_off(due: Deadline, seconds: int, db: Connection) -> None:
    """Move one deadline on."""
    db.execute(
        "UPDATE deadlines SET due_at = due_at + ? WHERE table_id = ? AND player_id = ?",
        (seconds, due.table_id, due.player_id),
    )


def postpone(db: Connection, seconds: int) -> None:
    """Move all deadlines on."""
    db.execute("UPDATE deadlines SET due_at = due_at + ?", (seconds,))
