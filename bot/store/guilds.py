"""Servers: their settings, their leaderboards, and where they have anything open."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from bot.store import messages
from bot.store.engine import Connection, as_row, ours_of_guild, upsert
from bot.store.messages import MessageKind
from bot.values.options import Guild


def get(db: Connection, guild_id: int) -> Guild:
    """A server's settings."""
    row = db.execute("SELECT * FROM guilds WHERE id = ?", (guild_id,)).fetchone()
    if row is None:
        return Guild(guild_id)
    channels = db.execute(
        "SELECT channel_id FROM guild_channels WHERE guild_id = ? ORDER BY channel_id", (guild_id,)
    )
    return as_row(Guild, row, channels=tuple(each["channel_id"] for each in channels))


def put(db: Connection, guild: Guild) -> None:
    """Store a server's settings."""
    values = asdict(guild)
    channels: tuple[int, ...] = values.pop("channels")
    db.execute(*upsert("guilds", {"id": values.pop("id")}, values))
    _put_channels(db, guild.id, channels)


def _put_channels(db: Connection, guild_id: int, channels: Iterable[int]) -> None:
    db.execute("DELETE FROM guild_channels WHERE guild_id = ?", (guild_id,))
    db.executemany(
        "INSERT INTO guild_channels (guild_id, channel_id) VALUES (?, ?)",
        [(guild_id, channel_id) for channel_id in set(channels)],
    )


# --- their leaderboards ----------------------------------------------------------------------


def plan_leaderboard(db: Connection, guild_id: int, at: int) -> None:
    """Plan when a server's leaderboard is updated, first posted, or removed (Unix seconds)."""
    messages.plan(db, MessageKind.LEADERBOARD, guild_id, 0, at)


def renew_leaderboards_with(db: Connection, player_id: int) -> None:
    """Have the leaderboards updated that may name a player: where a hand of theirs is booked."""
    db.execute(
        "UPDATE messages SET due_at = 0 WHERE kind = 'leaderboard' AND about = 0"
        " AND guild_id IN (SELECT guild_id FROM results WHERE player_id = ?)",
        (player_id,),
    )


def give_up_leaderboard(db: Connection, guild_id: int, channel_id: int) -> None:
    """Give up a channel for a server's leaderboard; another that was chosen meanwhile stays."""
    db.execute(
        "UPDATE guilds SET leaderboard_channel_id = NULL"
        " WHERE id = ? AND leaderboard_channel_id = ?",
        (guild_id, channel_id),
    )


# --- where anything is open ------------------------------------------------------------------

_OPEN: Final = {
    "tables": "closed_at IS NULL",
    "tournaments": "state <> 'over'",
    "challenges": "state = 'open'",
}


def with_open(db: Connection) -> set[int]:
    """The servers in which a table, a tournament or a challenge is open."""
    return _of_open(db, "guild_id")


def channels_with_open(db: Connection) -> set[int]:
    """The channels in which a table, a tournament or a challenge is open that is ours."""
    return _of_open(db, "channel_id", ours_of_guild(db))


def _of_open(db: Connection, column: str, condition: str = "") -> set[int]:
    parts = (f"SELECT {column} FROM {each} WHERE {it}{condition}" for each, it in _OPEN.items())
    return {row[column] for row in db.execute(" UNION ".join(parts))}
