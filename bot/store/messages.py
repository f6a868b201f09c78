"""The bot's messages that are kept up to date and are no surfaces: where each stands, what it
shows, and when it is looked at next. Times are Unix seconds."""

from dataclasses import dataclass
from enum import StrEnum

from bot.store.engine import Connection, as_row, ours_of_guild
from bot.values.options import Destination


class MessageKind(StrEnum):
    """Kinds of messages; each is about something with a number."""

    ANNOUNCEMENT = "announcement"
    """Announces a tournament of several tables, and says how it stands; about its id."""
    LEADERBOARD = "leaderboard"
    """A server's leaderboard; about 0."""
    SUMMARY = "summary"
    """How a day's deal went in a server; about the day."""
    CALL = "call"
    """Calls somebody to a challenge, and says how that ended; about its id."""
    RESULT = "result"
    """Tells whoever has waited how a challenge ended; about its id."""
    PROPOSAL = "proposal"
    """The outcome of a proposal; about its id."""
    VOTE = "vote"
    """The outcome of a vote; about its id."""
    SEASON = "season"
    """The final table of a server's season; about its number."""
    MONTH = "month"
    """What a month was like in a server; about its number (`bot.leaderboard`)."""
    ASLEEP = "asleep"
    """Asks the people of a table that has slept whether they play on; about its id."""
    WAITING = "waiting"
    """Tells the host of a tournament that waits for them that it ends soon; about its id."""
    HAND = "hand"
    """The result of a hand, also once others have followed; about the hand's id."""


@dataclass(frozen=True)
class MessageRow:
    """A message of a kind, in a server and `about` something there: for a player, or 0 for all.

    It stands in a channel with an id; without a `message_id` it is not posted yet. `posts` counts
    the messages there have been, `shown` is the digest of what it shows. Of what it tells so much
    has changed since it was painted: `changes`, 0 for nothing. `locale` is the channel's language,
    empty where the server's settings tell it.
    """

    id: int
    kind: MessageKind
    guild_id: int
    about: int
    player_id: int
    channel_id: int | None
    message_id: int | None
    locale: str
    posts: int
    shown: str
    changes: int


def add(
    db: Connection,
    where: Destination,
    kind: MessageKind,
    about: int,
    player_id: int = 0,
    *,
    is_painted: bool = False,
) -> int:
    """Have something told, in a message that is there or a new one; returns the row's id.

    Of one that `is_painted` only where it stands is kept. Until somebody begins with it, it waits
    for the next start.
    """
    return db.execute(
        "INSERT INTO messages"
        " (kind, guild_id, about, player_id, channel_id, message_id, locale, changes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (kind, about, guild_id, player_id) DO UPDATE"
        " SET channel_id = excluded.channel_id, message_id = excluded.message_id,"
        " locale = excluded.locale, changes = messages.changes + excluded.changes RETURNING id",
        (
            *(kind, where.guild_id, about, player_id),
            *(where.channel_id, where.message_id, where.locale, int(not is_painted)),
        ),
    ).fetchone()["id"]


def plan(
    db: Connection, kind: MessageKind, guild_id: int, about: int, at: int, locale: str = ""
) -> None:
    """Have a message looked at, or posted, at a moment; another one replaces the one it had."""
    db.execute(
        "INSERT INTO messages (kind, guild_id, about, locale, due_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (kind, about, guild_id, player_id) DO UPDATE SET due_at = excluded.due_at",
        (kind, guild_id, about, locale, at),
    )


def touch(db: Connection, kind: MessageKind, guild_id: int, about: int) -> None:
    """Have a message painted, or posted, that may tell something else by now."""
    db.execute(
        "INSERT INTO messages (kind, guild_id, about, changes) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (kind, about, guild_id, player_id) DO UPDATE"
        " SET changes = messages.changes + 1",
        (kind, guild_id, about),
    )


def touch_all(db: Connection, kind: MessageKind, guild_id: int) -> None:
    """Have all messages of a kind in a server painted that may tell something else by now."""
    db.execute(
        "UPDATE messages SET changes = changes + 1 WHERE kind = ? AND guild_id = ?",
        (kind, guild_id),
    )


def touch_about(db: Connection, kind: MessageKind, about: int) -> None:
    """Have all messages of a kind painted that are about something, as far as there are any."""
    db.execute(
        "UPDATE messages SET changes = changes + 1 WHERE kind = ? AND about = ?", (kind, about)
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


def ids_about(db: Connection, kind: MessageKind, number: int) -> tuple[int, ...]:
    """Our own ids of the messages of a kind that are about something, in any server."""
    rows = db.execute("SELECT id FROM messages WHERE kind = ? AND about = ?", (kind, number))
    return tuple(row["id"] for row in rows)


def to_show(db: Connection) -> tuple[int, ...]:
    """The ids of what is to be painted and is ours, the oldest first."""
    rows = db.execute(f"SELECT id FROM messages WHERE changes <> 0{ours_of_guild(db)} ORDER BY id")
    return tuple(row["id"] for row in rows)


def results_to_show(db: Connection, table_id: int) -> tuple[int, ...]:
    """The ids of the results of a table's hands that are to be painted and are ours."""
    rows = db.execute(
        "SELECT id FROM messages WHERE changes <> 0 AND kind = 'hand'"
        f" AND (SELECT table_id FROM hands WHERE hands.id = about) = ?{ours_of_guild(db)}",
        (table_id,),
    )
    return tuple(row["id"] for row in rows)


def keep(db: Connection, row: MessageRow, due_at: int | None) -> None:
    """Keep where a message stands and what it shows, and when it is looked at next.

    What was planned earlier still comes.
    """
    db.execute(
        "UPDATE messages SET channel_id = ?, message_id = ?, posts = ?, shown = ? WHERE id = ?",
        (row.channel_id, row.message_id, row.posts, row.shown, row.id),
    )
    if due_at is not None:
        db.execute(
            "UPDATE messages SET due_at = ? WHERE id = ? AND (due_at IS NULL OR due_at > ?)",
            (due_at, row.id, due_at),
        )


def settle(db: Connection, row: MessageRow, *, is_last: bool) -> bool:
    """Nothing more is to be painted of a message as it was read; after the last it is forgotten.

    Returns whether it is to be painted still, as it has changed since.
    """
    as_read = row.id, row.changes
    if is_last:
        db.execute("DELETE FROM messages WHERE id = ? AND changes = ? AND due_at IS NULL", as_read)
    db.execute("UPDATE messages SET changes = 0 WHERE id = ? AND changes = ?", as_read)
    left = find(db, row.id)
    return left is not None and bool(left.changes)


def drop(db: Connection, message_id: int) -> None:
    """Forget a message that everybody has seen."""
    db.execute("DELETE FROM messages WHERE id = ?", (message_id,))


def edit_times(db: Connection, had: float) -> None:
    """Have what tells when a tournament ends edited, where that has been ours for `had` seconds."""
    db.execute(
        "UPDATE messages SET shown = '', changes = changes + 1"
        " WHERE kind = 'announcement' AND message_id IS NOT NULL AND about IN"
        " (SELECT id FROM tournaments WHERE state = 'playing'"
        f" AND coalesce(round_ends_at, empty_until) IS NOT NULL){ours_of_guild(db, seconds=had)}"
    )
