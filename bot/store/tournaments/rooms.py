"""The threads of a tournament's tables, and why it gets no more of them."""

from dataclasses import dataclass

from bot.store.engine import Connection, as_row
from bot.values.standings import NoThreads


@dataclass(frozen=True)
class Room:
    """The thread of a tournament's table, below a message in its channel; None: not made yet.

    `message` is what the number of that message adds to the table's first deal.
    """

    number: int
    message_id: int | None
    thread_id: int | None
    message: str | None = None
    is_archived: bool = False


def want(db: Connection, tournament_id: int, count: int) -> None:
    """Have threads made for `count` tables."""
    db.executemany(
        "INSERT INTO rooms (tournament_id, number) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(tournament_id, number) for number in range(1, count + 1)],
    )


def of_tournament(db: Connection, tournament_id: int) -> tuple[Room, ...]:
    """The threads of a tournament's tables, by their numbers."""
    rows = db.execute(
        "SELECT number, message_id, thread_id, message, is_archived FROM rooms"
        " WHERE tournament_id = ? ORDER BY number",
        (tournament_id,),
    )
    return tuple(as_row(Room, row) for row in rows)


def keep(db: Connection, tournament_id: int, room: Room) -> None:
    """Keep the message or the thread that a table has got, and that it is archived."""
    values = room.message_id, room.thread_id, room.message, room.is_archived
    db.execute(
        "UPDATE rooms SET message_id = ?, thread_id = ?, message = ?, is_archived = ?"
        " WHERE tournament_id = ? AND number = ?",
        (*values, tournament_id, room.number),
    )


def hold_up(db: Connection, tournament_id: int, why: NoThreads, until: int | None) -> None:
    """Keep why a tournament gets no more threads, and until when none is asked for."""
    db.execute(
        "UPDATE tournaments SET no_threads = ?, threads_at = ? WHERE id = ?",
        (why, until, tournament_id),
    )
