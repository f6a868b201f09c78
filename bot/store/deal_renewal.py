"""Replaces the secrets of deals to come after a backup was restored.

Those deals may have been dealt and seen after the backup was made. Hands in play keep their cards,
but are marked, so that people are told.
"""

from dataclasses import dataclass
from secrets import token_bytes

from bot.store.engine import Connection, DbRow
from ofc_engine import duplicate_match, origin
from ofc_engine.deal import NO_SEED, SECRET_BYTES, commitment


def fresh_secret() -> bytes:
    """A secret that nobody knows."""
    return token_bytes(SECRET_BYTES)


@dataclass(frozen=True)
class RenewedDeals:
    """How many tables, tournaments and deals that people play alone have new secrets.

    `in_play` counts the hands, matches and deals played alone that go on although their cards may
    be known.
    """

    tables: int
    tournaments: int
    alone: int
    in_play: int

    def __str__(self) -> str:
        return (
            "All deals to come were made anew, as somebody may have seen them (tables: "
            f"{self.tables}, tournaments: {self.tournaments}, played alone: "
            f"{self.alone}). In play, with cards that may be known: {self.in_play}."
        )


def renew_deals(db: Connection, now: int) -> RenewedDeals:
    """Give new secrets to all deals that have not been dealt, and mark those in play."""
    now = _moment(db, now)
    tournaments = _renew_origins(db, now) + _renew_shared(db, now)
    tables = _renew_at_tables(db, now)
    alone = _renew_solo(db, now)
    return RenewedDeals(tables, tournaments, alone, _mark(db, now))


def _moment(db: Connection, now: int) -> int:
    """`now`, or, if the clock was set back, a moment after the deals and seeds it replaces."""
    (latest,) = db.execute(
        """
        SELECT max(at) FROM (
            SELECT max(anew) + 1 AS at FROM deals UNION ALL SELECT max(anew) + 1 FROM shared_deals
            UNION ALL SELECT max(anew) + 1 FROM matches
            UNION ALL SELECT max(anew) + 1 FROM fixed_deals
            UNION ALL SELECT max(added_at) FROM seeds
        ) AS replaced
        """
    ).fetchone()
    return max(now, latest or 0)


# --- tournaments -----------------------------------------------------------------------------


def _renew_origins(db: Connection, now: int) -> int:
    """Give knock-outs another secret for their deals to come; how many there are."""
    rows = db.execute(
        """
        SELECT tournament_id, max(number) AS number, state FROM origins
        JOIN tournaments ON id = tournament_id WHERE state <> 'over'
        GROUP BY tournament_id, state
        """
    ).fetchall()
    for row in rows:
        secret = fresh_secret()
        # Joining added randomness that the maker of the secret could not know. It knows all who
        # have joined by now, so only later joins count.
        joined = None if row["state"] == "open" else NO_SEED
        db.execute(
            "INSERT INTO origins (tournament_id, number, secret, commitment, joined, fixed_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (row["tournament_id"], row["number"] + 1, secret, commitment(secret), joined, now),
        )
    _forget_joins(db)
    return len(rows)


def _forget_joins(db: Connection) -> None:
    """Drop what joining added before deals got new secrets: it no longer counts."""
    db.execute(
        "DELETE FROM entry_seeds"
        " WHERE tournament_id IN (SELECT id FROM tournaments WHERE state = 'open')"
    )
    db.execute("UPDATE tournaments SET message = NULL WHERE state = 'open'")
    # An open table has its copy in `deals`.
    db.execute("UPDATE rooms SET message = NULL")


def _renew_shared(db: Connection, now: int) -> int:
    """Renew the deals of duplicate tournaments that no group has been dealt; of how many."""
    rows = db.execute(
        """
        SELECT tournament_id, d.round, d.hand, e.state FROM shared_deals d
        JOIN tournaments e ON e.id = tournament_id
        WHERE e.state <> 'over' AND NOT EXISTS (
            SELECT 1 FROM tables t JOIN hands h ON h.table_id = t.id AND h.number = d.hand
            WHERE t.tournament_id = d.tournament_id AND t.round = d.round
        )
        """
    ).fetchall()
    for row in rows:
        secret = fresh_secret()
        seed = None if row["state"] == "open" else NO_SEED
        db.execute(
            "UPDATE shared_deals SET secret = ?, commitment = ?, anew = ?, seed = ?"
            " WHERE tournament_id = ? AND round = ? AND hand = ?",
            (
                secret,
                commitment(secret),
                now,
                seed,
                row["tournament_id"],
                row["round"],
                row["hand"],
            ),
        )
    return len({row["tournament_id"] for row in rows})


# --- tables ----------------------------------------------------------------------------------


def _renew_at_tables(db: Connection, now: int) -> int:
    """Renew the next deals of open tables, and drop what was added to them; at how many."""
    for row in db.execute(
        "SELECT table_id FROM matches JOIN tables ON id = table_id"
        " WHERE state <> 'closed' AND seed IS NULL"
    ).fetchall():
        secret = fresh_secret()
        db.execute(
            "UPDATE matches SET secret = ?, commitment = ?, anew = ? WHERE table_id = ?",
            (secret, commitment(secret), now, row["table_id"]),
        )
    rows = db.execute(
        """
        SELECT d.table_id, d.number, t.room, t.tournament_id, t.round, o.secret AS origin,
            s.secret AS shared, s.anew AS shared_anew, m.secret AS match, m.seed AS match_seed
        FROM deals d JOIN tables t ON t.id = d.table_id
        LEFT JOIN matches m ON m.table_id = d.table_id
        LEFT JOIN shared_deals s ON s.tournament_id = t.tournament_id AND s.round = t.round
            AND s.hand = d.number
        LEFT JOIN origins o ON o.tournament_id = t.tournament_id AND o.number = (
            SELECT max(number) FROM origins WHERE tournament_id = t.tournament_id
        )
        WHERE t.state <> 'closed' AND NOT EXISTS (
            SELECT 1 FROM hands h WHERE h.table_id = d.table_id AND h.number = d.number
        )
        """
    ).fetchall()
    renewed = {row["table_id"] for row in rows if _renew_at_table(db, row, now)}
    return len(renewed)


def _renew_at_table(db: Connection, row: DbRow, now: int) -> bool:
    """Renew a deal unless it belongs to a match or round whose deals stay; True if it was."""
    secret = _secret_for(row)
    if secret is None:
        return False
    where = (row["table_id"], row["number"])
    db.execute(
        "UPDATE deals SET secret = ?, commitment = ?, committed_at = ?, anew = ?, message = NULL"
        " WHERE table_id = ? AND number = ?",
        (secret, commitment(secret), now, now, *where),
    )
    db.execute("DELETE FROM seeds WHERE table_id = ? AND number = ?", where)
    db.execute("UPDATE seats SET ready = 0 WHERE table_id = ?", (row["table_id"],))
    db.execute(_REPOST, (row["table_id"],))
    return True


def _secret_for(row: DbRow) -> bytes | None:
    """The new secret of a table's deal, None for one that stays."""
    if row["match"] is not None:
        is_begun = row["match_seed"] is not None
        return None if is_begun else duplicate_match.secret_of(row["match"], row["number"])
    if row["round"] is not None and row["shared"] is not None:
        return row["shared"] if row["shared_anew"] is not None else None
    if row["origin"] is not None:
        return origin.secret_of(row["origin"], row["room"], row["number"])
    return fresh_secret()


_REPOST = """
    UPDATE surfaces SET painted_key = '', painted_version = ''
    WHERE table_id = ? AND slot IN ('lobby', 'result') AND message_id IS NOT NULL
        AND table_id IN (SELECT id FROM tables WHERE state IN ('lobby', 'between'))
        AND slot = (SELECT CASE state WHEN 'lobby' THEN 'lobby' ELSE 'result' END
            FROM tables WHERE id = table_id)
"""
"""The commitment is shown in a new message, whose id Discord makes after it."""


# --- one's own -------------------------------------------------------------------------------


def _renew_solo(db: Connection, now: int) -> int:
    """Renew the deals that people play on their own, unless somebody has begun; how many."""
    ids = [row["id"] for row in db.execute("SELECT id FROM fixed_deals WHERE joined IS NULL")]
    for deal_id in ids:
        secret = fresh_secret()
        db.execute(
            "UPDATE fixed_deals SET secret = ?, commitment = ?, committed_at = ?, anew = ?,"
            " message = NULL, par = NULL WHERE id = ?",
            (secret, commitment(secret), now, now, deal_id),
        )
    return len(ids)


# --- in play ---------------------------------------------------------------------------------

_WEEKLY_SECONDS = 16 * 24 * 3600
"""Seconds from when the deals of a week are fixed until they have ended everywhere."""


def _mark(db: Connection, now: int) -> int:
    """Mark hands, matches and deals in play; how many they are."""
    marked = (
        db.execute("UPDATE hands SET seen = 1 WHERE state = 'playing'"),
        db.execute(
            "UPDATE matches SET seen = 1 WHERE seed IS NOT NULL"
            " AND table_id IN (SELECT id FROM tables WHERE state <> 'closed')"
        ),
        db.execute(
            "UPDATE fixed_deals SET seen = 1 WHERE joined IS NOT NULL AND committed_at > ?",
            (now - _WEEKLY_SECONDS,),
        ),
    )
    return sum(each.rowcount for each in marked)
