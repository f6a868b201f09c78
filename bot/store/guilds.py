"""Settings of servers, and what their channels are still to be told."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from bot.store.care import EVERYTHING, ShardCare
from bot.store.connection import as_row
from bot.store.engine import Connection, DbRow
from bot.store.upsert import upsert
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


# --- notices ---------------------------------------------------------------------------------


class NoticeKind(StrEnum):
    """What a notice is about."""

    PROPOSAL = "proposal"
    VOTE = "vote"
    SEASON = "season"


@dataclass(frozen=True)
class Notice:
    """A notice about the proposal or vote with the id, or the season with the number, `about`.

    `message_id` is the message that is to say so, None for a new one; `locale` is the channel's.
    """

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    locale: str
    kind: NoticeKind
    about: int


@dataclass(frozen=True)
class Where:
    """Where a notice is to stand; `message_id` None is a new message."""

    guild_id: int
    channel_id: int
    locale: str
    message_id: int | None = None


def add_notice(db: Connection, where: Where, kind: NoticeKind, about: int) -> int:
    """Keep that a notice is to be posted; returns its id."""
    return db.execute(
        "INSERT INTO notices (guild_id, channel_id, message_id, locale, kind, about)"
        " VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
        (where.guild_id, where.channel_id, where.message_id, where.locale, kind, about),
    ).fetchone()["id"]


def find_notice(db: Connection, notice_id: int) -> Notice | None:
    """A notice that has not been posted yet."""
    row = db.execute("SELECT * FROM notices WHERE id = ?", (notice_id,)).fetchone()
    return None if row is None else _notice(row)


def notices(db: Connection, care: ShardCare = EVERYTHING) -> tuple[Notice, ...]:
    """The notices that a process looks after and that are not posted yet, the oldest first."""
    rows = db.execute(f"SELECT * FROM notices WHERE id > 0{care.of_guild()} ORDER BY id")
    return tuple(map(_notice, rows))


def drop_notice(db: Connection, notice_id: int) -> None:
    """Forget a notice that everybody has seen, or that cannot be posted."""
    db.execute("DELETE FROM notices WHERE id = ?", (notice_id,))


def _notice(row: DbRow) -> Notice:
    return as_row(Notice, row)
