"""Leaderboards: where a server's is, when it is renewed, and the best hand of a week."""

from dataclasses import dataclass

from bot.store import players
from bot.store.connection import as_row
from bot.store.engine import Connection
from bot.store.upsert import upsert
from bot.values.ledger import DAY


@dataclass(frozen=True)
class LeaderboardRow:
    """A server's leaderboard: its message, both None if there is none, and when it is renewed.

    `posts` counts the messages that were posted so far, `due_at` is in Unix seconds.
    """

    guild_id: int
    channel_id: int | None
    message_id: int | None
    posts: int
    due_at: int


@dataclass(frozen=True)
class BestHand:
    """The most points that anybody made in one hand: `number` is the hand's in the server."""

    name: str
    points: int
    number: int


def plan(db: Connection, guild_id: int, due_at: int) -> None:
    """Renew a server's leaderboard at a moment (Unix seconds), or post its first."""
    db.execute(*upsert("leaderboards", {"guild_id": guild_id}, {"due_at": due_at}))


def plan_with(db: Connection, player_id: int, due_at: int) -> None:
    """Renew the leaderboards that may name a player: where any hand of theirs is booked."""
    db.execute(
        "UPDATE leaderboards SET due_at = ? WHERE guild_id IN"
        " (SELECT guild_id FROM results WHERE player_id = ?)",
        (due_at, player_id),
    )


def find(db: Connection, guild_id: int) -> LeaderboardRow | None:
    """A server's leaderboard; None if it has none."""
    row = db.execute("SELECT * FROM leaderboards WHERE guild_id = ?", (guild_id,)).fetchone()
    return None if row is None else as_row(LeaderboardRow, row)


def keep(db: Connection, before: LeaderboardRow, after: LeaderboardRow) -> None:
    """Keep what has become of a leaderboard; one that was made due meanwhile stays due."""
    db.execute(
        "UPDATE leaderboards SET channel_id = ?, message_id = ?, posts = ?,"
        " due_at = CASE WHEN due_at = ? THEN ? ELSE due_at END WHERE guild_id = ?",
        (
            after.channel_id,
            after.message_id,
            after.posts,
            before.due_at,
            after.due_at,
            after.guild_id,
        ),
    )


def drop(db: Connection, guild_id: int, channel_id: int | None) -> None:
    """A server has no leaderboard any more, unless it has chosen another channel meanwhile.

    `channel_id` is the one that it had chosen, None if it had chosen none.
    """
    row = db.execute(
        "SELECT leaderboard_channel_id AS chosen FROM guilds WHERE id = ?", (guild_id,)
    ).fetchone()
    if row["chosen"] == channel_id:
        db.execute("UPDATE guilds SET leaderboard_channel_id = NULL WHERE id = ?", (guild_id,))
        db.execute("DELETE FROM leaderboards WHERE guild_id = ?", (guild_id,))


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
