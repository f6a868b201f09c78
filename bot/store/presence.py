"""Whether people are at their seats, as rows."""

from sqlite3 import Connection

from bot.scenes import Presence


def put(
    db: Connection, table_id: int, player_id: int, presence: Presence, *, run_outs: int
) -> None:
    """Keep whether a player is at his seat, and how often in a row his time has run out."""
    db.execute(
        "UPDATE seats SET presence = ?, run_outs = ? WHERE table_id = ? AND player_id = ?",
        (presence, run_outs, table_id, player_id),
    )


def end_hand(db: Connection, table_id: int) -> tuple[int, ...]:
    """Let those who are away sit out from now on; returns the players who are leaving."""
    db.execute(
        "UPDATE seats SET presence = 'out' WHERE table_id = ? AND presence = 'away'", (table_id,)
    )
    rows = db.execute(
        "SELECT player_id FROM seats WHERE table_id = ? AND presence = 'leaving' ORDER BY seat",
        (table_id,),
    )
    return tuple(row["player_id"] for row in rows)
