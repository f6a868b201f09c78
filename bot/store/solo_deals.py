"""Deals that people play on their own, shared or each with their own, and how they did."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.store.engine import Connection, DbRow, as_row, insert
from bot.values.ledger_records import AloneRecord
from ofc_engine.deal import NO_SEED, Deal, commitment


class SoloMode(StrEnum):
    """The modes of deals that people play alone."""

    DAILY = "daily"
    WEEKLY = "weekly"
    CHALLENGE = "challenge"
    ALONE = "alone"


@dataclass(frozen=True)
class FixedDeal:
    """A deal that gives the same cards to everybody who plays it.

    `message` is what the message that shows the commitment adds, None if none does; `joined` is
    what the first player to begin added, None before, empty in deals from before that counted.
    `anew` is when it was fixed again (Unix seconds) because a backup was restored before anybody
    began; `seen`: one was restored later, so its cards may be known. `par` is the points
    of the master, the best computer player, None until they are known.
    """

    id: int
    mode: SoloMode
    secret: bytes
    commitment: bytes
    message: str | None = None
    joined: str | None = None
    anew: int | None = None
    seen: bool = False
    par: int | None = None

    @property
    def deal(self) -> Deal:
        """The sources of the deck, once somebody has begun."""
        assert self.joined is not None, "the deck is known once somebody has begun"
        if not self.joined:
            return Deal(self.secret)
        seeds = (NO_SEED, NO_SEED)
        return Deal(self.secret, seeds=seeds, message=self.message or NO_SEED, joined=self.joined)


@dataclass(frozen=True)
class Attempt:
    """A player's attempt at a deal.

    `guild_id` is where it was begun, None outside servers; `is_told`: the server's summary tells
    of it, as its player knows. `level` is the computer player's. In acting order, `seat` is the
    player's own, and `visits` are the cards of each seat's Fantasyland, else 0. A hand alone was
    the `number`-th of its player as it began, and `total` were their points. `log` has one
    placement per line. `points` and `ended_at` (Unix seconds) are known once it is over, `costs`
    (points that each decision gave away) once it is judged.
    """

    player_id: int
    deal_id: int
    practice: bool
    guild_id: int | None
    is_told: bool = False
    variant: str = "pineapple"
    level: str = "steady"
    seat: int = 1
    visits: tuple[int, int] = (0, 0)
    number: int = 1
    total: int = 0
    log: tuple[str, ...] = ()
    ended_at: int | None = None
    points: int | None = None
    costs: tuple[float, ...] | None = None

    @property
    def is_over(self) -> bool:
        """True if the last card has been placed."""
        return self.points is not None

    @property
    def given_away(self) -> float:
        """Points that all decisions gave away, 0 until it is judged."""
        return sum(self.costs or ())


# --- deals -----------------------------------------------------------------------------------


def deal(db: Connection, deal_id: int) -> FixedDeal:
    """The deal of an attempt or a challenge, by its id; deals are never deleted."""
    row = db.execute("SELECT * FROM fixed_deals WHERE id = ?", (deal_id,)).fetchone()
    return as_row(FixedDeal, row)


def commit_to(db: Connection, mode: SoloMode, secret: bytes, now: int) -> FixedDeal:
    """Fix a new deal."""
    values = {"mode": mode, "secret": secret, "commitment": commitment(secret)}
    return as_row(FixedDeal, insert(db, "fixed_deals", {**values, "committed_at": now}))


def keep_message(db: Connection, deal_id: int, message: str) -> None:
    """Store what the message that shows a deal's commitment adds, unless somebody has begun."""
    db.execute(
        "UPDATE fixed_deals SET message = ? WHERE id = ? AND joined IS NULL", (message, deal_id)
    )


def first_begun(db: Connection, deal_id: int, seed: str, now: int) -> FixedDeal:
    """Return the deal as begun: the `seed` of the first player's press is added to it.

    Not to a deal that was fixed in the same second: its maker knew the press.
    """
    db.execute(
        "UPDATE fixed_deals SET joined = CASE WHEN committed_at < ? THEN ? ELSE '-' END"
        " WHERE id = ? AND joined IS NULL",
        (now, seed or NO_SEED, deal_id),
    )
    return deal(db, deal_id)


def set_par(db: Connection, deal_id: int, par: int) -> None:
    """Store the master's points in a deal, unless they are known."""
    db.execute("UPDATE fixed_deals SET par = ? WHERE id = ? AND par IS NULL", (par, deal_id))


# --- attempts --------------------------------------------------------------------------------


def find(db: Connection, player_id: int, deal_id: int, *, practice: bool = False) -> Attempt | None:
    """A player's attempt at a deal; None if they have not begun."""
    row = db.execute(
        "SELECT * FROM attempts WHERE player_id = ? AND deal_id = ? AND practice = ?",
        (player_id, deal_id, practice),
    ).fetchone()
    return None if row is None else attempt_of(row)


def begin(db: Connection, attempt: Attempt, now: int) -> None:
    """Begin a deal, in place of an earlier attempt: one for practice, or with no card dealt."""
    db.execute(
        "DELETE FROM attempts WHERE player_id = ? AND deal_id = ? AND practice = ?", _key(attempt)
    )
    db.execute(
        "INSERT INTO attempts (player_id, deal_id, practice, guild_id, is_told, began_at, variant,"
        " level, seat, visits, number, total) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(*_key(attempt), attempt.guild_id, attempt.is_told, now, attempt.variant),
            *(attempt.level, attempt.seat, " ".join(map(str, attempt.visits))),
            *(attempt.number, attempt.total),
        ),
    )


def unfinished(
    db: Connection, player_id: int, *, counts: bool, since: int = 0
) -> tuple[Attempt, ...]:
    """A player's unfinished attempts that were begun `since` (Unix seconds), the latest first.

    Those that count are compared with others'; the rest is practice and hands alone.
    """
    kind = "practice = 0 AND mode <> 'alone'" if counts else "(practice <> 0 OR mode = 'alone')"
    rows = db.execute(
        "SELECT attempts.* FROM attempts JOIN fixed_deals ON id = deal_id"
        f" WHERE player_id = ? AND points IS NULL AND began_at >= ? AND {kind}"
        " ORDER BY began_at DESC, deal_id DESC",
        (player_id, since),
    )
    return tuple(map(attempt_of, rows))


def keep_log(db: Connection, before: Attempt, after: Attempt) -> None:
    """Store the placements, and the points if it is over.

    Nothing is stored if the log is no longer that of `before`.
    """
    db.execute(
        """
        UPDATE attempts SET log = ?, points = ?, ended_at = ?
        WHERE log = ? AND player_id = ? AND deal_id = ? AND practice = ?
        """,
        ("\n".join(after.log), after.points, after.ended_at, "\n".join(before.log), *_key(after)),
    )


def keep_costs(db: Connection, attempt: Attempt, costs: Iterable[float], judge: int) -> None:
    """Store what each decision of a finished hand gave away, and the version of the judge."""
    db.execute(
        "UPDATE attempts SET costs = ?, judge = ?"
        " WHERE log = ? AND player_id = ? AND deal_id = ? AND practice = ?",
        (" ".join(f"{each:.3f}" for each in costs), judge, "\n".join(attempt.log), *_key(attempt)),
    )


def _key(attempt: Attempt) -> tuple[int, int, bool]:
    return attempt.player_id, attempt.deal_id, attempt.practice


def attempt_of(row: DbRow) -> Attempt:
    """Return the attempt of a row."""
    costs: str | None = row["costs"]
    first, second = map(int, row["visits"].split())
    return as_row(
        Attempt,
        row,
        visits=(first, second),
        log=tuple(row["log"].splitlines()),
        costs=None if costs is None else tuple(map(float, costs.split())),
    )


# --- hands that somebody plays alone ---------------------------------------------------------

_ALONE: Final = (
    "FROM attempts JOIN fixed_deals ON id = deal_id WHERE player_id = :player AND mode = 'alone'"
)


def latest_alone(db: Connection, player_id: int, *, begun: bool) -> Attempt | None:
    """A player's latest hand alone: of those that were `begun`, or the one to come."""
    is_begun = "joined IS NOT NULL" if begun else "joined IS NULL"
    row = db.execute(
        f"SELECT attempts.* {_ALONE} AND {is_begun} ORDER BY deal_id DESC LIMIT 1",
        {"player": player_id},
    ).fetchone()
    return None if row is None else attempt_of(row)


def record_alone(db: Connection, player_id: int) -> AloneRecord:
    """A player's record alone."""
    row = db.execute(
        "SELECT count(*) AS hands, count(*) FILTER (WHERE points > 0) AS won,"
        f" coalesce(sum(points), 0) AS points {_ALONE} AND points IS NOT NULL",
        {"player": player_id},
    ).fetchone()
    return as_row(AloneRecord, row)
