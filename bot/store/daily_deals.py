"""The daily deal: which deals are played when, how one compares with others."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.store import solo_deals
from bot.store.connection import as_row
from bot.store.engine import Connection
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode, attempt_of


def deal_of(db: Connection, day: int, place: int = 0) -> FixedDeal | None:
    """The deal of a day, or with a `place` from 1 on, of the week that begins with it.

    None if nobody has asked for it.
    """
    row = db.execute(
        "SELECT fixed_deals.* FROM fixed_deals JOIN daily_deals ON deal_id = id"
        " WHERE day = ? AND place = ?",
        (day, place),
    ).fetchone()
    return None if row is None else as_row(FixedDeal, row)


def commit_to(db: Connection, day: int, secret: bytes, now: int, place: int = 0) -> FixedDeal:
    """Fix the deal of a day, or one of a week, unless it is fixed already; returns it."""
    known = deal_of(db, day, place)
    if known is not None:
        return known
    deal = solo_deals.commit_to(db, SoloMode.WEEKLY if place else SoloMode.DAILY, secret, now)
    db.execute(
        "INSERT INTO daily_deals (day, place, deal_id) VALUES (?, ?, ?)", (day, place, deal.id)
    )
    return deal


def day_of(db: Connection, deal_id: int) -> int:
    """The day of a deal, or the first day of its week."""
    row = db.execute("SELECT day FROM daily_deals WHERE deal_id = ?", (deal_id,)).fetchone()
    return row["day"]


def days_until(db: Connection, last: int, most: int) -> tuple[int, ...]:
    """The days up to a last one that have a deal, the latest first."""
    rows = db.execute(
        "SELECT day FROM daily_deals WHERE place = 0 AND day <= ? ORDER BY day DESC LIMIT ?",
        (last, most),
    )
    return tuple(row["day"] for row in rows)


# --- comparing -------------------------------------------------------------------------------

_OVER = "deal_id = ? AND points IS NOT NULL AND practice = 0"


@dataclass(frozen=True)
class FieldStanding:
    """How many others have played a deal, and how many of them have fewer points."""

    others: int
    beaten: int


def field(db: Connection, attempt: Attempt, guild_id: int | None = None) -> FieldStanding:
    """The others who have played the deal of an attempt, everywhere or in one server."""
    where, server = (_OVER, ()) if guild_id is None else (f"{_OVER} AND guild_id = ?", (guild_id,))
    row = db.execute(
        "SELECT count(*) AS others, count(CASE WHEN points < ? THEN 1 END) AS beaten"
        f" FROM attempts WHERE player_id <> ? AND {where}",
        (attempt.points, attempt.player_id, attempt.deal_id, *server),
    ).fetchone()
    return as_row(FieldStanding, row)


_DAYS = """
    SELECT DISTINCT day FROM attempts JOIN daily_deals USING (deal_id)
    WHERE place = 0 AND {whose} = ? AND day <= ? AND points IS NOT NULL AND practice = 0
    ORDER BY day DESC
"""


def streak(db: Connection, player_id: int, day: int) -> int:
    """On how many days in a row a player has played the deal, up to a day."""
    rows = db.execute(_DAYS.format(whose="player_id"), (player_id, day))
    return _in_a_row((row["day"] for row in rows), day)


def guild_streak(db: Connection, guild_id: int, day: int) -> int:
    """On how many days in a row somebody has played the deal in a server, up to a day."""
    rows = db.execute(_DAYS.format(whose="guild_id"), (guild_id, day))
    return _in_a_row((row["day"] for row in rows), day)


def _in_a_row(days: Iterable[int], last: int) -> int:
    count = 0
    for day in days:
        if day != last - count:
            break
        count += 1
    return count


def results(db: Connection, deal_id: int, guild_id: int) -> tuple[Attempt, ...]:
    """Of whom a server's summary of a deal tells: the most points first, of equals the earliest."""
    rows = db.execute(
        f"SELECT * FROM attempts WHERE {_OVER} AND guild_id = ? AND is_told <> 0"
        " ORDER BY points DESC, ended_at, player_id",
        (deal_id, guild_id),
    )
    return tuple(map(attempt_of, rows))
