"""The threads in which spectators follow tables; who is in one is Discord's to know."""

from dataclasses import dataclass

from bot.store.engine import Connection, upsert


@dataclass(frozen=True)
class ThreadRow:
    """Discord's id of a table's thread, None if there is none, and what is shown there.

    From the hand with the number `from_hand` on, finished hands are shown with all cards, as the
    players `agreed` to; None: without.
    """

    thread_id: int | None
    from_hand: int | None
    agreed: frozenset[int]


def thread_of(db: Connection, table_id: int) -> ThreadRow | None:
    """A table's thread; None if nobody has ever followed it."""
    row = db.execute("SELECT * FROM threads WHERE table_id = ?", (table_id,)).fetchone()
    if row is None:
        return None
    agreed = db.execute(
        "SELECT player_id FROM consents WHERE proposal_id = ? AND agreed_at IS NOT NULL",
        (row["proposal_id"],),
    )
    ids = frozenset(each["player_id"] for each in agreed)
    return ThreadRow(row["thread_id"], row["from_hand"], ids)


def put_thread(db: Connection, table_id: int, thread_id: int | None) -> None:
    """Keep that a table has that thread, or none any more."""
    db.execute(*upsert("threads", {"table_id": table_id}, {"thread_id": thread_id}))


def show_all_cards(db: Connection, table_id: int, proposal_id: int, from_hand: int) -> None:
    """Keep that all cards are shown from a hand of a table on, as a proposal says."""
    values = {"proposal_id": proposal_id, "from_hand": from_hand}
    db.execute(*upsert("threads", {"table_id": table_id}, values))


def show_open_cards(db: Connection, table_id: int) -> None:
    """Keep that only open cards are shown."""
    db.execute(
        "UPDATE threads SET proposal_id = NULL, from_hand = NULL WHERE table_id = ?", (table_id,)
    )
