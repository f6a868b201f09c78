"""Looking through whole databases, server by server."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.ledger.event_audit import first_wrong_event, is_committed
from bot.ledger.hand_audit import first_wrong_hand
from bot.store.engine import Connection, Error
from bot.store.ledger import recount, seals
from bot.store.ledger.seals import WHOLE, SealKind, Share

_SERVERS: Final = """
    SELECT guild_id FROM tables UNION SELECT guild_id FROM seasons
    UNION SELECT guild_id FROM bookings UNION SELECT guild_id FROM seals
    UNION SELECT guild_id FROM tournaments UNION SELECT guild_id FROM finishes
    UNION SELECT guild_id FROM tallies UNION SELECT guild_id FROM rivalries
    UNION SELECT guild_id FROM streaks UNION SELECT guild_id FROM runs
    UNION SELECT guild_id FROM achievements ORDER BY 1
"""
_WITHOUT_DEAL: Final = """
    SELECT t.id FROM tables t WHERE guild_id = ? AND state <> 'closed' AND duplicate IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM deals d WHERE d.table_id = t.id AND d.number = coalesce(
                1 + (SELECT MAX(h.number) FROM hands h WHERE h.table_id = t.id), t.first_hand
            )
        )
"""
_TO_COME: Final = """
    SELECT t.id, secret, commitment FROM tables t JOIN deals d ON d.table_id = t.id
    WHERE guild_id = ? AND NOT EXISTS (
        SELECT 1 FROM hands h WHERE h.table_id = d.table_id AND h.number = d.number
    )
"""


@dataclass(frozen=True)
class ServerAudit:
    """The audit of a server: how much it has, and the first thing that does not fit, if any."""

    guild_id: int
    hands: int
    seasons: int
    fault: str | None

    def __str__(self) -> str:
        if self.fault is not None:
            return f"Server {self.guild_id}: {self.fault}"
        return (
            f"Server {self.guild_id}: {_count(self.hands, 'hand')},"
            f" {_count(self.seasons, 'season')}, all fit."
        )


def share_of(db: Connection, night: int) -> Share:
    """Which hands of a large database are looked at in a night (days since 1970)."""
    last = db.execute("SELECT COALESCE(MAX(id), 0) FROM hands").fetchone()[0]
    return Share.of_night(night, last)


def every_server(db: Connection, share: Share = WHOLE) -> Iterator[ServerAudit]:
    """Look through all servers of a sound database; `share` says at which of their hands."""
    for (guild_id,) in db.execute(_SERVERS).fetchall():
        hands, seasons = (
            db.execute(f"SELECT COUNT(*) FROM {table} WHERE guild_id = ?", (guild_id,)).fetchone()
            for table in ("bookings", "seasons")
        )
        yield ServerAudit(guild_id, hands[0], seasons[0], _first_fault(db, guild_id, share))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _first_fault(db: Connection, guild_id: int, share: Share) -> str | None:
    try:
        return (
            _broken_deal(db, guild_id)
            or first_wrong_hand(db, guild_id, share)
            or first_wrong_event(db, guild_id)
            or recount.first_wrong(db, guild_id)
            or seals.first_missing(db, guild_id)
            or _broken_seal(db, guild_id, share)
        )
    except (Error, UnicodeDecodeError) as error:
        return f"It cannot be read: {error}."


def _broken_deal(db: Connection, guild_id: int) -> str | None:
    """A deal that was announced for a hand to come and cannot be kept, or that there is not."""
    missing = db.execute(_WITHOUT_DEAL, (guild_id,)).fetchone()
    if missing is not None:
        return f"The next deal at table {missing[0]} is missing."
    for table_id, secret, announced in db.execute(_TO_COME, (guild_id,)):
        if not is_committed(secret, announced):
            return f"The next deal at table {table_id} is not the one that was announced."
    return None


def _broken_seal(db: Connection, guild_id: int, share: Share) -> str | None:
    broken = seals.first_broken(db, guild_id, share)
    if broken is None:
        return None
    kinds = {
        SealKind.HAND: "Hand",
        SealKind.VOID: "The correction of hand",
        SealKind.SEASON: "Season",
    }
    return f"{kinds[broken.kind]} #{broken.about} is not as it was when it was sealed."
