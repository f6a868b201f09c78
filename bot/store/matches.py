"""Duplicate matches: the secret that all of a match comes from, and what its hands count."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.store.engine import Connection, as_row
from ofc_engine.deal import commitment
from ofc_engine.duplicate_match import MatchPlay


@dataclass(frozen=True)
class MatchRow:
    """The origin of a match's deals; `seed` is of all deals, None before the first.

    It was fixed `anew` (Unix seconds) if a backup was put back before it began, and is `seen` if
    that was while it was played: its deals may be known.
    """

    secret: bytes
    commitment: bytes
    seed: str | None
    anew: int | None
    seen: bool


def add(db: Connection, table_id: int, secret: bytes) -> None:
    """Commit to a match with a 32-byte secret; IntegrityError if its table has one."""
    db.execute(
        "INSERT INTO matches (table_id, secret, commitment) VALUES (?, ?, ?)",
        (table_id, secret, commitment(secret)),
    )


def get(db: Connection, table_id: int) -> MatchRow:
    """The origin of the deals of a match, by the id of a table that plays one."""
    row = db.execute(
        "SELECT secret, commitment, seed, anew, seen FROM matches WHERE table_id = ?", (table_id,)
    ).fetchone()
    return as_row(MatchRow, row)


def set_seed(db: Connection, table_id: int, seed: str) -> None:
    """Keep the seed of all deals, once; IntegrityError if there is one."""
    db.execute("UPDATE matches SET seed = ? WHERE table_id = ?", (seed, table_id))


def keep_play(db: Connection, hand_id: int, points: Sequence[int]) -> None:
    """Keep what a finished hand counts, by seats in acting order, and cover it for now."""
    db.execute("INSERT INTO covers (hand_id) VALUES (?)", (hand_id,))
    db.executemany(
        "INSERT INTO plays (hand_id, seat, points) VALUES (?, ?, ?)",
        [(hand_id, seat, won) for seat, won in enumerate(points)],
    )


def plays(db: Connection, table_id: int) -> tuple[MatchPlay, ...]:
    """The hands of a match that are over, in order."""
    rows = db.execute(
        """
        SELECT h.number, coalesce(h.dealt_as, h.number) AS deal, l.player_id, p.points,
            coalesce(b.is_void, 0) AS is_void
        FROM hands h JOIN plays p ON p.hand_id = h.id
        JOIN lineups l ON l.hand_id = h.id AND l.seat = p.seat
        LEFT JOIN bookings b ON b.hand_id = h.id
        WHERE h.table_id = ? ORDER BY h.number, p.seat
        """,
        (table_id,),
    )
    found: list[MatchPlay] = []
    for (number, deal, is_void), seated in groupby(
        rows, lambda row: (row["number"], row["deal"], row["is_void"])
    ):
        parts = [(row["player_id"], row["points"]) for row in seated]
        players, points = zip(*parts, strict=True)
        found.append(MatchPlay(number, deal, players, points, bool(is_void)))
    return tuple(found)


def covered(db: Connection, table_id: int) -> tuple[int, ...]:
    """The numbers of the hands of a table that are covered, in order."""
    rows = db.execute(
        "SELECT number FROM covers JOIN hands ON hands.id = hand_id WHERE table_id = ?"
        " ORDER BY number",
        (table_id,),
    )
    return tuple(row["number"] for row in rows)


def uncover(db: Connection, hand_id: int) -> None:
    """Cover a hand no longer."""
    db.execute("DELETE FROM covers WHERE hand_id = ?", (hand_id,))
