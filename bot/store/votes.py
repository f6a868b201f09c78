"""Votes on taking somebody's seat away."""

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection, Row


@dataclass(frozen=True)
class Vote:
    """A vote on a player's seat; `state` is `open`, `done` or `declined`.

    `ballots`: player id -> whether they agree, for everybody who has voted.
    """

    id: int
    table_id: int
    player_id: int
    made_at: int
    state: str
    ballots: Mapping[int, bool]


def add(db: Connection, table_id: int, player_id: int, *, now: int) -> int:
    """Open a vote and return its id; IntegrityError if one on this seat is open."""
    return db.execute(
        "INSERT INTO votes (table_id, player_id, made_at, state) VALUES (?, ?, ?, 'open')"
        " RETURNING id",
        (table_id, player_id, now),
    ).fetchone()["id"]


def get(db: Connection, vote_id: int) -> Vote | None:
    """A vote by its id."""
    row = db.execute("SELECT * FROM votes WHERE id = ?", (vote_id,)).fetchone()
    return None if row is None else _vote(db, row)


def open_on(db: Connection, table_id: int, player_id: int) -> Vote | None:
    """The open vote on a player's seat."""
    row = db.execute(
        "SELECT * FROM votes WHERE table_id = ? AND player_id = ? AND state = 'open'",
        (table_id, player_id),
    ).fetchone()
    return None if row is None else _vote(db, row)


def cast(db: Connection, vote_id: int, player_id: int, *, agrees: bool) -> None:
    """Keep a player's ballot, in place of an earlier one."""
    db.execute(
        "INSERT OR REPLACE INTO ballots (vote_id, player_id, agrees) VALUES (?, ?, ?)",
        (vote_id, player_id, agrees),
    )


def set_state(db: Connection, vote_id: int, state: str) -> None:
    """Close a vote as `done` or `declined`."""
    db.execute("UPDATE votes SET state = ? WHERE id = ?", (state, vote_id))


def _vote(db: Connection, row: Row) -> Vote:
    ballots = db.execute("SELECT player_id, agrees FROM ballots WHERE vote_id = ?", (row["id"],))
    return Vote(**dict(row), ballots={b["player_id"]: bool(b["agrees"]) for b in ballots})
