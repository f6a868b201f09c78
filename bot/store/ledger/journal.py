"""The ledger: one entry per pair and hand, never changed, corrected by reversing entries."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.store.engine import Connection, as_row
from bot.store.ledger import achievements, bookings, counting, feats, seals
from bot.store.ledger.bookings import Part, Stamp
from bot.store.ledger.seals import SealKind


@dataclass(frozen=True)
class Entry:
    """Points that player `a` won from player `b`, both by our own ids."""

    a: int
    b: int
    points: int


def book(
    db: Connection, hand_id: int, entries: Iterable[Entry], parts: Sequence[Part], stamp: Stamp
) -> int:
    """Book a finished hand and return its number in the server's ledger.

    IntegrityError if the hand is booked already, or is not finished.
    """
    keep_entries(db, hand_id, entries, now=stamp.now)
    return book_kept(db, hand_id, parts, stamp)


def book_kept(db: Connection, hand_id: int, parts: Sequence[Part], stamp: Stamp) -> int:
    """Like `book`, for a finished hand whose entries are stored already."""
    guild_id, number = bookings.add(db, hand_id, stamp)
    points = _points(of_hand(db, hand_id))
    bookings.add_results(db, hand_id, parts, points)
    before = feats.bests(db, guild_id, but=hand_id)
    counting.add(db, hand_id)
    for part in parts:
        feats.add(db, guild_id, part.player_id, points.get(part.player_id, 0))
    achievements.add(db, hand_id)
    if stamp.is_news:
        feats.keep_reached(db, hand_id, before)
    seals.add(db, guild_id, SealKind.HAND, number)
    return number


def keep_entries(db: Connection, hand_id: int, entries: Iterable[Entry], *, now: int) -> None:
    """Store a finished hand's entries, for the table's totals only: it gets no number."""
    for entry in entries:
        flip = entry.a > entry.b
        a, b = (entry.b, entry.a) if flip else (entry.a, entry.b)
        db.execute(
            "INSERT INTO entries (guild_id, hand_id, a, b, points, booked_at)"
            " SELECT guild_id, hands.id, ?, ?, ?, ?"
            " FROM hands JOIN tables ON tables.id = table_id WHERE hands.id = ?",
            (a, b, -entry.points if flip else entry.points, now, hand_id),
        )


def _points(entries: Iterable[Entry]) -> Counter[int]:
    points: Counter[int] = Counter()
    for entry in entries:
        points[entry.a] += entry.points
        points[entry.b] -= entry.points
    return points


def correct(db: Connection, hand_id: int, *, is_void: bool, reason: str, now: int) -> None:
    """Make a hand void, or have it count again, by reversing its latest entries.

    IntegrityError if that is so already.
    """
    db.execute(
        """
        INSERT INTO entries (guild_id, hand_id, a, b, points, reverses, reason, booked_at)
        SELECT guild_id, hand_id, a, b, -points, id, ?, ? FROM entries e
        WHERE hand_id = ? AND NOT EXISTS (SELECT 1 FROM entries r WHERE r.reverses = e.id)
        """,
        (reason, now, hand_id),
    )
    bookings.set_void(db, hand_id, is_void=is_void)
    if is_void:
        counting.take_out(db, hand_id)
    else:
        counting.add(db, hand_id)
    booking = bookings.of_hand(db, hand_id)
    assert booking is not None
    for part in bookings.parts(db, hand_id):
        feats.count_anew(db, booking.guild_id, part.player_id)
        achievements.count_anew(db, booking.guild_id, part.player_id)
    seals.add(db, booking.guild_id, SealKind.VOID, booking.number)


def totals(db: Connection, table_id: int, *, up_to: int) -> dict[int, int]:
    """Player id -> points at a table, up to hand number `up_to`."""
    rows = db.execute(
        """
        SELECT player_id, SUM(points) AS points
        FROM (
            SELECT player_id, points FROM totals WHERE table_id = ?1
            UNION ALL
            SELECT a, -points
            FROM hands JOIN entries ON hand_id = hands.id WHERE table_id = ?1 AND number > ?2
            UNION ALL
            SELECT b, points
            FROM hands JOIN entries ON hand_id = hands.id WHERE table_id = ?1 AND number > ?2
        ) AS won
        GROUP BY player_id
        """,
        (table_id, up_to),
    )
    return {row["player_id"]: row["points"] for row in rows}


def by_hand(db: Connection, table_id: int) -> dict[int, dict[int, int]]:
    """Number of the hand -> player id -> the points it brought, for all hands of a table."""
    rows = db.execute(
        """
        SELECT number, player_id, SUM(points) AS points
        FROM (
            SELECT number, a AS player_id, points
            FROM hands JOIN entries ON hand_id = hands.id WHERE table_id = ?1
            UNION ALL
            SELECT number, b, -points
            FROM hands JOIN entries ON hand_id = hands.id WHERE table_id = ?1
        ) AS won
        GROUP BY number, player_id
        """,
        (table_id,),
    )
    found: dict[int, dict[int, int]] = {}
    for row in rows:
        found.setdefault(row["number"], {})[row["player_id"]] = row["points"]
    return found


def of_hand(db: Connection, hand_id: int) -> tuple[Entry, ...]:
    """The entries of a hand, without reversing ones."""
    rows = db.execute(
        # The plus keeps SQLite from walking the index of `reverses`, in which nearly all are NULL.
        "SELECT a, b, points FROM entries WHERE hand_id = ? AND +reverses IS NULL ORDER BY id",
        (hand_id,),
    )
    return tuple(as_row(Entry, row) for row in rows)
