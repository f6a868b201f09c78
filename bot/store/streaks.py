"""Hands won or lost one after the other in a server."""

from functools import reduce
from sqlite3 import Connection

from bot.ledger import Streak


def get(db: Connection, guild_id: int, player_id: int) -> Streak:
    """A player's streaks."""
    row = db.execute(
        "SELECT run, won, lost FROM streaks WHERE guild_id = ? AND player_id = ?",
        (guild_id, player_id),
    ).fetchone()
    return Streak() if row is None else Streak(**row)


def add(db: Connection, guild_id: int, player_id: int, points: int) -> None:
    """Count another hand in."""
    _put(db, guild_id, player_id, get(db, guild_id, player_id).then(points))


def fold_again(db: Connection, guild_id: int, player_id: int) -> None:
    """Count all of a player's hands again, after one of them became void."""
    rows = db.execute(
        "SELECT points FROM results WHERE guild_id = ? AND player_id = ? AND NOT is_void"
        " ORDER BY number",
        (guild_id, player_id),
    )
    _put(db, guild_id, player_id, reduce(Streak.then, (row["points"] for row in rows), Streak()))


def _put(db: Connection, guild_id: int, player_id: int, streak: Streak) -> None:
    db.execute(
        "INSERT OR REPLACE INTO streaks (guild_id, player_id, run, won, lost)"
        " VALUES (?, ?, ?, ?, ?)",
        (guild_id, player_id, streak.run, streak.won, streak.lost),
    )
