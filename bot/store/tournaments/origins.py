"""The secrets that all deals of a knock-out come from, and what joining adds to them."""

from dataclasses import dataclass

from bot.store.engine import Connection, as_row, upsert
from ofc_engine.deal import NO_SEED, commitment
from ofc_engine.duplicate_match import shared_seed


@dataclass(frozen=True)
class OriginRow:
    """The secret of a knock-out; `joined` is what joining added, None before the start.

    Each restored backup adds another, with the next `number`. `fixed_at` is Unix seconds.
    """

    number: int
    secret: bytes
    commitment: bytes
    joined: str | None
    fixed_at: int

    @property
    def is_anew(self) -> bool:
        """True if it replaced another after the tournament was opened."""
        return self.number > 1


def add(db: Connection, tournament_id: int, secret: bytes, now: int) -> None:
    """Commit to all deals of a tournament; IntegrityError if that has been done."""
    db.execute(
        "INSERT INTO origins (tournament_id, number, secret, commitment, fixed_at)"
        " VALUES (?, 1, ?, ?, ?)",
        (tournament_id, secret, commitment(secret), now),
    )


def every(db: Connection, tournament_id: int) -> tuple[OriginRow, ...]:
    """The origins of a tournament's deals, the newest first; none if each has its own secret."""
    rows = db.execute(
        "SELECT number, secret, commitment, joined, fixed_at FROM origins"
        " WHERE tournament_id = ? ORDER BY number DESC",
        (tournament_id,),
    )
    return tuple(as_row(OriginRow, row) for row in rows)


def get(db: Connection, tournament_id: int) -> OriginRow | None:
    """The origin of a tournament's deals to come; None if each has a secret of its own."""
    return next(iter(every(db, tournament_id)), None)


def set_joined(db: Connection, tournament_id: int, joined: str) -> None:
    """Store what joining has added to all deals, when the tournament starts."""
    db.execute(
        "UPDATE origins SET joined = ? WHERE tournament_id = ? AND joined IS NULL AND number ="
        " (SELECT max(number) FROM origins WHERE tournament_id = ?)",
        (joined, tournament_id, tournament_id),
    )


# --- what people add -------------------------------------------------------------------------


def add_seed(db: Connection, tournament_id: int, player_id: int, seed: str, now: int) -> None:
    """Store what somebody adds to all deals by joining, in place of what they added before."""
    key = {"tournament_id": tournament_id, "player_id": player_id}
    db.execute(*upsert("entry_seeds", key, {"seed": seed, "added_at": now}))


def added(db: Connection, tournament_id: int) -> tuple[str, ...]:
    """The texts that joining has added, in the order in which people joined.

    Last comes what the message that shows the commitment adds, if there is one.
    """
    rows = db.execute(
        "SELECT seed FROM entry_seeds WHERE tournament_id = ? ORDER BY added_at, player_id",
        (tournament_id,),
    )
    seeds = tuple(row["seed"] for row in rows)
    (message,) = db.execute(
        "SELECT message FROM tournaments WHERE id = ?", (tournament_id,)
    ).fetchone()
    return (*seeds, message) if message else seeds


def joined(db: Connection, tournament_id: int) -> str:
    """The one seed that all deals get from joining at the start; `-` if nobody added any."""
    parts = added(db, tournament_id)
    return shared_seed(parts) if any(parts) else NO_SEED
