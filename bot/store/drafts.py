"""Drafts: what a player has laid out on a street but not confirmed."""

from dataclasses import dataclass
from sqlite3 import Connection


@dataclass(frozen=True)
class DraftRow:
    """Layouts (a letter per card), the latest last; `armed` when one more tap commits.

    `places_at` (Unix seconds) is when it is placed by itself, None if it is not.
    """

    layouts: tuple[str, ...]
    brush: str
    armed: bool
    places_at: int | None = None


def get(db: Connection, hand_id: int, seat: int, street: int) -> DraftRow | None:
    """What a seat has laid out on a street; None without a draft of that street."""
    row = db.execute(
        "SELECT * FROM drafts WHERE hand_id = ? AND seat = ? AND street = ?",
        (hand_id, seat, street),
    ).fetchone()
    if row is None:
        return None
    layouts = tuple(row["layouts"].split())
    return DraftRow(layouts, row["brush"], bool(row["armed"]), row["places_at"])


def put(db: Connection, hand_id: int, seat: int, street: int, draft: DraftRow) -> None:
    """Keep what a seat has laid out."""
    db.execute(
        "INSERT OR REPLACE INTO drafts (hand_id, seat, street, layouts, brush, armed, places_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            hand_id,
            seat,
            street,
            " ".join(draft.layouts),
            draft.brush,
            draft.armed,
            draft.places_at,
        ),
    )


def due(db: Connection, table_id: int, now: int) -> list[tuple[int, int]]:
    """The hands and seats of a table's layouts that are to be placed by themselves by now."""
    rows = db.execute(
        "SELECT hand_id, seat FROM drafts JOIN hands ON hands.id = hand_id"
        " WHERE table_id = ? AND places_at <= ? ORDER BY places_at",
        (table_id, now),
    )
    return [(row["hand_id"], row["seat"]) for row in rows]


def stay(db: Connection, table_id: int, now: int) -> None:
    """Do not place a table's layouts by themselves that were to be by now."""
    db.execute(
        "UPDATE drafts SET places_at = NULL WHERE places_at <= ?"
        " AND hand_id IN (SELECT id FROM hands WHERE table_id = ?)",
        (now, table_id),
    )
