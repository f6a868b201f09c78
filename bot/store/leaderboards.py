"""Leaderboards: when a server's is renewed, the best hand of a week, the sums of a month."""

from dataclasses import dataclass

from bot.store import messages, players
from bot.store.engine import Connection, as_row
from bot.store.messages import MessageKind
from bot.values.ledger_records import DAY


@dataclass(frozen=True)
class MonthLine:
    """Somebody's sums over a month; `visits` are hands that they played in Fantasyland."""

    place: int
    name: str
    hands: int
    points: int
    visits: int


@dataclass(frozen=True)
class BestHand:
    """The most points that anybody made in one hand: `number` is the hand's in the server."""

    name: str
    points: int
    number: int


def plan(db: Connection, guild_id: int, at: int) -> None:
    """Renew a server's leaderboard at a moment (Unix seconds), post its first, or take it away."""
    messages.plan(db, MessageKind.LEADERBOARD, guild_id, 0, at)


def plan_with(db: Connection, player_id: int, at: int) -> None:
    """Renew the leaderboards that may name a player: where any hand of theirs is booked."""
    db.execute(
        "UPDATE messages SET due_at = ? WHERE kind = 'leaderboard' AND guild_id IN"
        " (SELECT guild_id FROM results WHERE player_id = ?)",
        (at, player_id),
    )


def best_hands(db: Connection, guild_id: int, since: int, until: int) -> tuple[BestHand, ...]:
    """The best hands from a moment up to another (Unix seconds): all that are level, in order.

    None if nobody has won points then.
    """
    rows = db.execute(
        f"""
        SELECT name, points, number FROM (
            SELECT {players.named("?1")} AS name, points, results.number AS number, seat,
                RANK() OVER (ORDER BY points DESC) AS place
            FROM bookings JOIN results USING (hand_id) JOIN players ON players.id = player_id
            WHERE bookings.guild_id = ?1 AND bookings.day BETWEEN ?2 AND ?3
                AND booked_at >= ?4 AND booked_at < ?5 AND results.is_void = 0 AND points > 0
        ) AS hands WHERE place = 1 ORDER BY number, seat
        """,
        (guild_id, since // DAY, until // DAY, since, until),
    )
    return tuple(as_row(BestHand, row) for row in rows)


def hands_between(db: Connection, guild_id: int, since: int, until: int) -> int:
    """How many hands counted from a moment up to another (Unix seconds)."""
    return db.execute(
        "SELECT COUNT(*) FROM bookings WHERE guild_id = ? AND day BETWEEN ? AND ?"
        " AND booked_at >= ? AND booked_at < ? AND is_void = 0",
        (guild_id, since // DAY, until // DAY, since, until),
    ).fetchone()[0]


def lines_between(db: Connection, guild_id: int, since: int, until: int) -> tuple[MonthLine, ...]:
    """Everybody's sums from a moment up to another (Unix seconds), most points first."""
    rows = db.execute(
        f"""
        SELECT RANK() OVER (ORDER BY SUM(points) DESC) AS place,
            MAX({players.named("?1")}) AS name, COUNT(*) AS hands, SUM(points) AS points,
            SUM(CASE WHEN fantasyland > 0 THEN 1 ELSE 0 END) AS visits
        FROM bookings JOIN results USING (hand_id) JOIN players ON players.id = player_id
        WHERE bookings.guild_id = ?1 AND bookings.day BETWEEN ?2 AND ?3
            AND booked_at >= ?4 AND booked_at < ?5 AND results.is_void = 0
        GROUP BY player_id ORDER BY SUM(points) DESC, COUNT(*) DESC, player_id
        """,
        (guild_id, since // DAY, until // DAY, since, until),
    )
    return tuple(as_row(MonthLine, row) for row in rows)
