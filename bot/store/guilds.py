"""Settings of servers, as rows."""

from collections.abc import Iterable
from dataclasses import asdict
from sqlite3 import Connection

from bot.store.connection import as_row
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
    columns, gaps = ", ".join(values), ", ".join(f":{name}" for name in values)
    kept = ", ".join(f"{name} = excluded.{name}" for name in values)
    db.execute(
        f"INSERT INTO guilds ({columns}) VALUES ({gaps}) ON CONFLICT DO UPDATE SET {kept}", values
    )
    _put_channels(db, guild.id, channels)


def _put_channels(db: Connection, guild_id: int, channels: Iterable[int]) -> None:
    db.execute("DELETE FROM guild_channels WHERE guild_id = ?", (guild_id,))
    db.executemany(
        "INSERT INTO guild_channels (guild_id, channel_id) VALUES (?, ?)",
        [(guild_id, channel_id) for channel_id in set(channels)],
    )
