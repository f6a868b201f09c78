"""Leaderboards: when a server's is renewed, and the best hand of a week."""

from dataclasses import dataclass

from bot.store import messages, players
from bot.store.connection import as_row
from bot.store.engine import Connection
from bot.store.messages import MessageKind
from bot.values.ledger_records import DAY


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
