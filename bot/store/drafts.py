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


@dataclass(frozen=True)
class Due:
    """A layout that is placed by itself: whose, and when (Unix seconds)."""

    hand_id: int
    table_id: int
    seat: int
    places_at: int


def first_due(db: Connection) -> Due | None:
    """The layout that is placed by itself before all others."""
    row = db.execute(
        "SELECT hand_id, table_id, seat, places_at FROM drafts JOIN hands ON hands.id = hand_id"
        " WHERE places_at IS NOT NULL ORDER BY places_at LIMIT 1"
    ).fetchone()
    return None if row is None else Due(**row)


def stay(db: Connection, due: Due) -> None:
    """Do not place a layout by itself after all, unless it has changed since it was read."""
    db.execute(
        "UPDATE drafts SET places_at = NULL WHERE hand_id = ? AND seat = ? AND places_at = ?",
        (due.hand_id, due.seat, due.places_at),
    )
