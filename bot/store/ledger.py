"""The ledger: one entry per pair and hand, never changed, corrected by reversing entries."""

from collections.abc import Iterable
from dataclasses import dataclass
from sqlite3 import Connection

from bot.scenes import Standing


@dataclass(frozen=True)
class Entry:
    """What player `a` wins from player `b`, both by our own ids."""

    a: int
    b: int
    points: int


def book(
    db: Connection, guild_id: int, hand_id: int, entries: Iterable[Entry], *, now: int
) -> None:
    """Book a hand's entries; IntegrityError if the hand is booked already."""
    for entry in entries:
        flip = entry.a > entry.b
        a, b = (entry.b, entry.a) if flip else (entry.a, entry.b)
        db.execute(
            "INSERT INTO entries (guild_id, hand_id, a, b, points, booked_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (guild_id, hand_id, a, b, -entry.points if flip else entry.points, now),
        )


def reverse(db: Connection, hand_id: int, *, reason: str, now: int) -> None:
    """Undo a hand by reversing entries; IntegrityError if it is reversed already."""
    db.execute(
        """
        INSERT INTO entries (guild_id, hand_id, a, b, points, reverses, reason, booked_at)
        SELECT guild_id, hand_id, a, b, -points, id, ?, ?
        FROM entries WHERE hand_id = ? AND reverses IS NULL
        """,
        (reason, now, hand_id),
    )


_PER_HAND = """
    SELECT player_id, hand_id, SUM(points) AS points
    FROM (
        SELECT a AS player_id, hand_id, points, guild_id, reverses FROM entries
        UNION ALL
        SELECT b, hand_id, -points, guild_id, reverses FROM entries
    )
    WHERE {condition}
    GROUP BY player_id, hand_id
    HAVING COUNT(reverses) = 0
"""


_IN_LEDGER = "guild_id = ? AND (SELECT counts FROM hands WHERE hands.id = hand_id)"


def standing(db: Connection, guild_id: int) -> tuple[Standing, ...]:
    """Everybody who has played in a server, the most points first.

    Hands undone by reversing entries do not count, nor those that count at their table only.
    """
    rows = db.execute(
        f"""
        SELECT name, COUNT(*) AS hands, SUM(points) AS points,
               MAX(points) AS best, MIN(points) AS worst
        FROM ({_PER_HAND.format(condition=_IN_LEDGER)})
        JOIN players ON players.id = player_id
        GROUP BY player_id
        ORDER BY points DESC, hands DESC, player_id
        """,
        (guild_id,),
    )
    return tuple(Standing(**row) for row in rows)


def totals(db: Connection, table_id: int, *, up_to: int) -> dict[int, int]:
    """Each player's points at a table, by our own ids, up to the hand with that number."""
    rows = db.execute(
        """
        SELECT player_id, SUM(points) AS points
        FROM (
            SELECT a AS player_id, points
            FROM hands JOIN entries ON hand_id = hands.id WHERE table_id = ?1 AND number <= ?2
            UNION ALL
            SELECT b, -points
            FROM hands JOIN entries ON hand_id = hands.id WHERE table_id = ?1 AND number <= ?2
        )
        GROUP BY player_id
        """,
        (table_id, up_to),
    )
    return {row["player_id"]: row["points"] for row in rows}


def of_hand(db: Connection, hand_id: int) -> tuple[Entry, ...]:
    """What was booked for a hand, without reversing entries."""
    rows = db.execute(
        "SELECT a, b, points FROM entries WHERE hand_id = ? AND reverses IS NULL ORDER BY id",
        (hand_id,),
    )
    return tuple(Entry(row["a"], row["b"], row["points"]) for row in rows)
