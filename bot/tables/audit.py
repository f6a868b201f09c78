"""Looking through a whole database: every hand is dealt, played and scored anew and compared.

What does not fit is told in sentences that name server, hand and our own ids of players, so that
they may stand in a log. Of a hand that is not over they tell no card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from sqlite3 import Connection, Error
from typing import Final

from bot.ofc.deal import SECRET_BYTES, commitment
from bot.ofc.errors import OfcError
from bot.ofc.rulesets import Ruleset
from bot.store import recount, seals
from bot.store.seals import Kind
from bot.store.share import WHOLE, Share
from bot.tables.audit_hands import first_wrong_hand

_SERVERS: Final = """
    SELECT guild_id FROM tables UNION SELECT guild_id FROM seasons
    UNION SELECT guild_id FROM bookings UNION SELECT guild_id FROM seals ORDER BY 1
"""
_RULES: Final = """
    SELECT 'Table ' || min(id), rules FROM tables WHERE guild_id = ?1 GROUP BY rules
    UNION ALL SELECT 'The settings', rules FROM guilds WHERE id = ?1
"""

_TO_COME: Final = """
    SELECT t.id, secret, commitment FROM tables t JOIN deals d ON d.table_id = t.id
    WHERE guild_id = ? AND NOT EXISTS (
        SELECT 1 FROM hands h WHERE h.table_id = d.table_id AND h.number = d.number
    )
"""


@dataclass(frozen=True)
class Server:
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


def every_server(db: Connection, share: Share = WHOLE) -> Iterator[Server]:
    """Look through all servers of a sound database; `share` says at which of their hands."""
    for (guild_id,) in db.execute(_SERVERS).fetchall():
        hands, seasons = (
            db.execute(f"SELECT COUNT(*) FROM {table} WHERE guild_id = ?", (guild_id,)).fetchone()
            for table in ("bookings", "seasons")
        )
        yield Server(guild_id, hands[0], seasons[0], _first_fault(db, guild_id, share))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _first_fault(db: Connection, guild_id: int, share: Share) -> str | None:
    try:
        return (
            _unreadable_rules(db, guild_id)
            or _broken_deal(db, guild_id)
            or first_wrong_hand(db, guild_id, share)
            or recount.first_wrong(db, guild_id)
            or seals.first_missing(db, guild_id)
            or _broken_seal(db, guild_id, share)
        )
    except (Error, UnicodeDecodeError) as error:
        return f"It cannot be read: {error}."


def _unreadable_rules(db: Connection, guild_id: int) -> str | None:
    for what, rules in db.execute(_RULES, (guild_id,)):
        try:
            Ruleset.parse(rules)
        except OfcError as error:
            return f"{what} has rules that cannot be read: {error}"
    return None


def _broken_deal(db: Connection, guild_id: int) -> str | None:
    """A deal that was announced for a hand to come and cannot be kept."""
    for table_id, secret, announced in db.execute(_TO_COME, (guild_id,)):
        if len(secret) != SECRET_BYTES or commitment(secret) != announced:
            return f"The next deal at table {table_id} is not the one that was announced."
    return None


def _broken_seal(db: Connection, guild_id: int, share: Share) -> str | None:
    broken = seals.first_broken(db, guild_id, share)
    if broken is None:
        return None
    kinds = {Kind.HAND: "Hand", Kind.VOID: "The correction of hand", Kind.SEASON: "Season"}
    return f"{kinds[broken.kind]} #{broken.about} is not as it was when it was sealed."
