"""The bot's messages that are kept up to date and belong to no table: where each stands, what it
shows, and when it is looked at next. Times are Unix seconds."""

from dataclasses import dataclass
from enum import StrEnum

from bot.store.care import EVERYTHING, ShardCare
from bot.store.connection import as_row
from bot.store.engine import Connection


class MessageKind(StrEnum):
    """What a message tells; what it is about is a number beside it."""

    LEADERBOARD = "leaderboard"
    """A server's leaderboard; about 0."""
    SUMMARY = "summary"
    """How a day's deal went in a server; about the day."""
    CALL = "call"
    """Calls somebody to a challenge, and says how that ended; about its id."""
    RESULT = "result"
    """Tells whoever has waited how a challenge ended; about its id."""
    PROPOSAL = "proposal"
    """What came of a proposal; about its id."""
    VOTE = "vote"
    """What came of a vote; about its id."""
    SEASON = "season"
    """The final table of a server's season; about its number."""


@dataclass(frozen=True)
class MessageRow:
    """A message of a kind, in a server and `about` something there.

    It stands in a channel with an id; without a `message_id` it is not posted yet. `posts` counts
    the messages there have been, `shown` is the digest of what it shows. Of what it tells so much
    has changed since it was painted: `changes`, 0 for nothing. `locale` is the channel's language,
    empty where the server's settings tell it.
    """

    id: int
    kind: MessageKind
    guild_id: int
    about: int
    channel_id: int | None
    message_id: int | None
    locale: str
    posts: int
    shown: str
    changes: int


@dataclass(frozen=True)
class Where:
    """Where something is to be told; `message_id` None is a new message."""

    guild_id: int
    channel_id: int
    locale: str
    message_id: int | None = None


def add(db: Connection, where: Where, kind: MessageKind, about: int) -> int:
    """Have something told, in a message that is there or a new one; returns the row's id.

    Until somebody begins with it, it waits for the next start.
    """
    return db.execute(
        "INSERT INTO messages (kind, guild_id, about, channel_id, message_id, locale, changes)"
        " VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (kind, guild_id, about) DO UPDATE"
        " SET channel_id = excluded.channel_id, message_id = excluded.message_id,"
        " locale = excluded.locale, changes = messages.changes + 1 RETURNING id",
        (kind, where.guild_id, about, where.channel_id, where.message_id, where.locale),
    ).fetchone()["id"]


def plan(
    db: Connection, kind: MessageKind, guild_id: int, about: int, at: int, locale: str = ""
) -> None:
    """Have a message looked at, or posted, at a moment; another one replaces the one it had."""
    db.execute(
        "INSERT INTO messages (kind, guild_id, about, locale, due_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (kind, guild_id, about) DO UPDATE SET due_at = excluded.due_at",
        (kind, guild_id, about, locale, at),
    )


def fall_due(db: Connection, message_id: int) -> None:
    """Have a message painted whose moment has come."""
    db.execute(
        "UPDATE messages SET changes = changes + 1, due_at = NULL WHERE id = ?", (message_id,)
    )


def find(db: Connection, message_id: int) -> MessageRow | None:
    """A message by our own id of it."""
    row = db.execute("SELECT * FROM messages WHERE id = ?", (message_id,)).fetchone()
    return None if row is None else as_row(MessageRow, row)


def about(db: Connection, kind: MessageKind, guild_id: int, number: int) -> MessageRow | None:
    """The message of a kind that is about something in a server."""
    row = db.execute(
        "SELECT * FROM messages WHERE kind = ? AND guild_id = ? AND about = ?",
        (kind, guild_id, number),
    ).fetchone()
    return None if row is None else as_row(MessageRow, row)


def to_show(db: Connection, care: ShardCare = EVERYTHING) -> tuple[int, ...]:
    """The ids of what is to be painted and a process looks after, the oldest first."""
    rows = db.execute(f"SELECT id FROM messages WHERE changes <> 0{care.of_guild()} ORDER BY id")
    return tuple(row["id"] for row in rows)


def keep(db: Connection, before: MessageRow, after: MessageRow, due_at: int | None) -> None:
    """Keep what a message shows now, and when it is looked at next.

    What has changed since it was read as `before` is still to be painted, and what was planned
    earlier still comes.
    """
    db.execute(
        "UPDATE messages SET channel_id = ?, message_id = ?, posts = ?, shown = ?,"
        " changes = CASE WHEN changes = ? THEN 0 ELSE changes END WHERE id = ?",
        (
            after.channel_id,
            after.message_id,
            after.posts,
            after.shown,
            before.changes,
            before.id,
        ),
    )
    if due_at is not None:
        db.execute(
            "UPDATE messages SET due_at = ? WHERE id = ? AND (due_at IS NULL OR due_at > ?)",
            (due_at, before.id, due_at),
        )


def drop(db: Connection, message_id: int) -> None:
    """Forget a message that everybody has seen."""
    db.execute("DELETE FROM messages WHERE id = ?", (message_id,))


def drop_as_read(db: Connection, row: MessageRow) -> None:
    """Forget a message of which nothing follows, unless something has changed since it was read."""
    db.execute(
        "DELETE FROM messages WHERE id = ? AND changes = ? AND due_at IS NULL",
        (row.id, row.changes),
    )
