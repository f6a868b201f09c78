"""Settings of servers."""

from collections.abc import Iterable
from dataclasses import asdict

from bot.store.engine import Connection, as_row, upsert
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
    """Keep a server's settings."""
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


def give_up_leaderboard(db: Connection, guild_id: int, channel_id: int) -> None:
    """A server's leaderboard cannot be in a channel; another that was chosen meanwhile stays."""
    db.execute(
        "UPDATE guilds SET leaderboard_channel_id = NULL"
        " WHERE id = ? AND leaderboard_channel_id = ?",
        (guild_id, channel_id),
    )
