"""Drafts: what a player has laid out on a street but not confirmed."""

from dataclasses import dataclass
from sqlite3 import Connection


@dataclass(frozen=True)
class DraftRow:
    """Layouts (a letter per card), the latest last; `armed` when one more tap commits."""

    layouts: tuple[str, ...]
    brush: str
    armed: bool


def get(db: Connection, hand_id: int, seat: int, street: int) -> DraftRow | None:
    """What a seat has laid out on a street; another street's draft counts as none."""
    row = db.execute(
        "SELECT * FROM drafts WHERE hand_id = ? AND seat = ? AND street = ?",
        (hand_id, seat, street),
    ).fetchone()
    if row is None:
        return None
    return DraftRow(tuple(row["layouts"].split()), row["brush"], bool(row["armed"]))


def put(db: Connection, hand_id: int, seat: int, street: int, draft: DraftRow) -> None:
    """Keep what a seat has laid out."""
    db.execute(
        "INSERT OR REPLACE INTO drafts (hand_id, seat, street, layouts, brush, armed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (hand_id, seat, street, " ".join(draft.layouts), draft.brush, draft.armed),
    )
