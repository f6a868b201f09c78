"""Results in older messages: where each stands, and which are to be painted once more."""

from dataclasses import dataclass

from bot.store import surfaces
from bot.store.engine import Connection, ours_of_table, upsert


@dataclass(frozen=True)
class Posting:
    """Where the result of a table's hand (by its number there) stands: a player's own, or 0.

    `changes` counts what has changed since it was painted.
    """

    hand_id: int
    number: int
    player_id: int
    channel_id: int
    message_id: int
    changes: int


def put(
    db: Connection,
    hand_id: int,
    player_id: int,
    *,
    channel_id: int,
    message_id: int,
    is_stale: bool = False,
) -> None:
    """Keep where a hand's result stands, in place of where it stood; the player 0 is the channel.

    It `is_stale` if it is to be painted once more.
    """
    values = {"channel_id": channel_id, "message_id": message_id, "is_stale": is_stale}
    db.execute(*upsert("postings", {"hand_id": hand_id, "player_id": player_id}, values))


def make_stale(db: Connection, hand_id: int) -> None:
    """Have a hand's result painted once more, wherever it stands."""
    # A number: what changes while the message is edited is not shown by that edit.
    db.execute("UPDATE postings SET is_stale = is_stale + 1 WHERE hand_id = ?", (hand_id,))


def show_result_anew(db: Connection, table_id: int, hand_id: int) -> None:
    """Have what shows a hand's result painted once more: there is more to tell of it."""
    if not surfaces.edit_result_again(db, table_id, hand_id):
        make_stale(db, hand_id)


def next_stale(db: Connection, table_id: int) -> Posting | None:
    """A result of a table that is to be painted once more, if it is ours."""
    row = db.execute(
        f"""
        SELECT hand_id, number, player_id, channel_id, message_id, is_stale
        FROM postings JOIN hands ON hands.id = hand_id
        WHERE is_stale <> 0 AND table_id = ?{ours_of_table(db)}
        """,
        (table_id,),
    ).fetchone()
    return None if row is None else Posting(*row)


def tables_with_stale(db: Connection) -> tuple[int, ...]:
    """The tables with results to be painted once more, as far as they are ours."""
    rows = db.execute(
        "SELECT DISTINCT table_id FROM postings JOIN hands ON hands.id = hand_id"
        f" WHERE is_stale <> 0{ours_of_table(db)}"
    )
    return tuple(row["table_id"] for row in rows)


def repainted(db: Connection, posting: Posting) -> None:
    """A result has been painted as it was, or its message is out of reach."""
    db.execute(
        "UPDATE postings SET is_stale = 0 WHERE hand_id = ? AND player_id = ? AND is_stale = ?",
        (posting.hand_id, posting.player_id, posting.changes),
    )
