"""A week's deals: which they are, how somebody has played them, who stands where."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.store.connection import as_row
from bot.store.daily_deals import FieldStanding
from bot.store.engine import Connection
from bot.store.solo_deals import Attempt, FixedDeal, attempt_of

DEALS: Final = 8
"""Deals of a week."""
_WEEK: Final = 7
"""Days."""

_TOTALS = f"""
    SELECT player_id, sum(points) AS points, max(ended_at) AS ended_at
    FROM attempts JOIN daily_deals USING (deal_id)
    WHERE day = :week AND place > 0 AND points IS NOT NULL AND practice = 0
        AND coalesce(:guild, guild_id, 0) = coalesce(guild_id, 0)
    GROUP BY player_id HAVING count(*) = {DEALS}
"""
"""Who has played all deals of a week, everywhere or in one server."""


def deals(db: Connection, week: int) -> tuple[FixedDeal, ...]:
    """The deals of a week (its first day) in order, none if nobody has asked for them."""
    rows = db.execute(
        "SELECT fixed_deals.* FROM fixed_deals JOIN daily_deals ON deal_id = id"
        " WHERE day = ? AND place > 0 ORDER BY place",
        (week,),
    )
    return tuple(as_row(FixedDeal, row) for row in rows)


def digest(found: Sequence[FixedDeal]) -> bytes:
    """The digest of all deals of a week: the SHA-256 of their commitments, in order."""
    return hashlib.sha256(b"".join(each.commitment for each in found)).digest()


def weeks_until(db: Connection, last: int, most: int) -> tuple[int, ...]:
    """The weeks (their first days) up to a last one that have deals, the latest first."""
    rows = db.execute(
        "SELECT day FROM daily_deals WHERE place = 1 AND day <= ? ORDER BY day DESC LIMIT ?",
        (last, most),
    )
    return tuple(row["day"] for row in rows)


def attempts(db: Connection, player_id: int, week: int) -> tuple[Attempt, ...]:
    """How somebody has played the deals of a week, as far as they have begun, in order."""
    rows = db.execute(
        "SELECT attempts.* FROM attempts JOIN daily_deals USING (deal_id)"
        " WHERE player_id = ? AND day = ? AND place > 0 AND practice = 0 ORDER BY place",
        (player_id, week),
    )
    return tuple(map(attempt_of, rows))


def field(
    db: Connection, player_id: int, week: int, points: int, guild: int | None
) -> FieldStanding:
    """The others who have played all deals of a week, everywhere or in one server."""
    row = db.execute(
        "SELECT count(*) AS others, count(*) FILTER (WHERE points < :points) AS beaten"
        f" FROM ({_TOTALS}) AS totals WHERE player_id <> :player",
        {"week": week, "guild": guild, "points": points, "player": player_id},
    ).fetchone()
    return as_row(FieldStanding, row)


@dataclass(frozen=True)
class WeekScore:
    """Somebody in a week's standing: their points in the deals that they have played."""

    player_id: int
    deals: int
    points: int


def standings(db: Connection, week: int, guild_id: int) -> tuple[WeekScore, ...]:
    """Of whom a server's standing of a week tells: all deals before fewer, then by points."""
    rows = db.execute(
        """
        SELECT player_id, count(*) AS deals, sum(points) AS points
        FROM attempts JOIN daily_deals USING (deal_id)
        WHERE day = ? AND place > 0 AND guild_id = ? AND is_told = 1
            AND points IS NOT NULL AND practice = 0
        GROUP BY player_id ORDER BY deals DESC, points DESC, max(ended_at), player_id
        """,
        (week, guild_id),
    )
    return tuple(as_row(WeekScore, row) for row in rows)


def streak(db: Connection, player_id: int, week: int) -> int:
    """In how many weeks in a row, up to one, a player has played all deals."""
    rows = db.execute(
        f"""
        SELECT day FROM attempts JOIN daily_deals USING (deal_id)
        WHERE player_id = ? AND day <= ? AND place > 0 AND points IS NOT NULL AND practice = 0
        GROUP BY day HAVING count(*) = {DEALS} ORDER BY day DESC
        """,
        (player_id, week),
    )
    count = 0
    for row in rows:
        if row["day"] != week - _WEEK * count:
            break
        count += 1
    return count
