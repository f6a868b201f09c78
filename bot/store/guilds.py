"""Settings of servers, as rows."""

from collections.abc import Iterable
from sqlite3 import Connection

from bot.guilds import Guild


def get(db: Connection, guild_id: int) -> Guild:
    """A server's settings."""
    row = db.execute("SELECT * FROM guilds WHERE id = ?", (guild_id,)).fetchone()
    if row is None:
        return Guild(guild_id)
    channels = db.execute(
        "SELECT channel_id FROM guild_channels WHERE guild_id = ? ORDER BY channel_id", (guild_id,)
    )
    return Guild(
        id=row["id"],
        locale=row["locale"],
        rules=row["rules"],
        clock=row["clock"],
        skin=row["skin"],
        deck=row["deck"],
        openers=row["openers"],
        role_id=row["role_id"],
        announces=bool(row["announces"]),
        channels=tuple(each["channel_id"] for each in channels),
    )


def put(db: Connection, guild: Guild) -> None:
    """Keep a server's settings."""
    db.execute(
        """
        INSERT INTO guilds (id, locale, rules, clock, skin, deck, openers, role_id, announces)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET locale = excluded.locale, rules = excluded.rules,
            clock = excluded.clock, skin = excluded.skin, deck = excluded.deck,
            openers = excluded.openers, role_id = excluded.role_id,
            announces = excluded.announces
        """,
        (
            guild.id,
            guild.locale,
            guild.rules,
            guild.clock,
            guild.skin,
            guild.deck,
            guild.openers,
            guild.role_id,
            guild.announces,
        ),
    )
    _put_channels(db, guild.id, guild.channels)


def _put_channels(db: Connection, guild_id: int, channels: Iterable[int]) -> None:
    db.execute("DELETE FROM guild_channels WHERE guild_id = ?", (guild_id,))
    db.executemany(
        "INSERT INTO guild_channels (guild_id, channel_id) VALUES (?, ?)",
        [(guild_id, channel_id) for channel_id in set(channels)],
    )
