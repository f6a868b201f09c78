"""Deals: the secret that a hand's deck comes from, committed to before, and the players' seeds."""

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection

from bot.ofc.deal import commitment


@dataclass(frozen=True)
class Seed:
    """A player's part in a deal: a text they typed, or else the id that Discord gave to a press."""

    text: str
    is_typed: bool


@dataclass(frozen=True)
class DealRow:
    """The deal of a hand to come: its number at the table, and the seeds added so far by player."""

    number: int
    commitment: bytes
    seeds: Mapping[int, Seed]


def commit(db: Connection, table_id: int, number: int, secret: bytes, *, now: int) -> None:
    """Keep the 32-byte secret of a hand to come; IntegrityError if that hand has one."""
    db.execute(
        "INSERT INTO deals (table_id, number, secret, commitment, committed_at)"
        " VALUES (?, ?, ?, ?, ?)",
        (table_id, number, secret, commitment(secret), now),
    )


def get(db: Connection, table_id: int, number: int) -> DealRow | None:
    """The deal of a table's hand, None if it was not committed to: of real cards there is none."""
    row = db.execute(
        "SELECT commitment FROM deals WHERE table_id = ? AND number = ?", (table_id, number)
    ).fetchone()
    if row is None:
        return None
    return DealRow(number, row["commitment"], seeds(db, table_id, number))


def seeds(db: Connection, table_id: int, number: int) -> dict[int, Seed]:
    """The seeds added to a hand's deal, by player: what they typed, or else what Discord gave."""
    rows = db.execute(
        "SELECT player_id, seed, is_typed FROM seeds WHERE table_id = ? AND number = ?"
        " ORDER BY is_typed",
        (table_id, number),
    )
    return {row["player_id"]: Seed(row["seed"], bool(row["is_typed"])) for row in rows}


def add_seed(
    db: Connection, table_id: int, number: int, player_id: int, seed: Seed, *, now: int
) -> None:
    """Add a player's seed to a hand to come.

    IntegrityError if they have added one of the kind, or the hand is dealt or was not committed to.
    """
    db.execute(
        "INSERT INTO seeds (table_id, number, player_id, is_typed, seed, added_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (table_id, number, player_id, seed.is_typed, seed.text, now),
    )
