"""Kept messages: where each one is, what it shows, and when it is looked at next.

Times are Unix seconds.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.store.engine import Connection, as_row, ours_of_guild
from bot.values.options import Destination


class MessageKind(StrEnum):
    """Kinds of kept messages, each about something with a number."""

    ANNOUNCEMENT = "announcement"
    """Announces a tournament of several tables, and says how it stands; about its id."""
    LEADERBOARD = "leaderboard"
    """A server's leaderboard; about 0."""
    SUMMARY = "summary"
    """How a day's deal went in a server; about the day."""
    CALL = "call"
    """Calls somebody to a challenge, and says how that ended; about its id."""
    RESULT = "result"
    """Tells the player who has waited how a challenge ended; about its id."""
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

    Without a `message_id` it is not posted yet. `posts` counts the messages it has had, `shown` is
    the digest of what it shows, and `changes` counts the changes since it was painted. `locale` is
    the channel's language, empty where the server's settings tell it.
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
    """Add a message to be painted, an existing one or a new one; returns the row's id.

    If it `is_painted`, only its place is stored. The caller has to start the painting: otherwise
    it waits for the next start of the bot.
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
    """Plan when a message is looked at or posted, in place of what was planned for it."""
    db.execute(
        "INSERT INTO messages (kind, guild_id, about, locale, due_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (kind, about, guild_id, player_id) DO UPDATE SET due_at = excluded.due_at",
        (kind, guild_id, about, locale, at),
    )


def touch(db: Connection, kind: MessageKind, guild_id: int, about: int, player_id: int = 0) -> None:
    """Mark a message as changed: the timer has it painted, or posted, at once."""
    db.execute(
        "INSERT INTO messages (kind, guild_id, about, player_id, changes, due_at)"
        " VALUES (?, ?, ?, ?, 1, 0) ON CONFLICT (kind, about, guild_id, player_id) DO UPDATE"
        " SET changes = messages.changes + 1, due_at = 0",
        (kind, guild_id, about, player_id),
    )


def touch_announcements(db: Connection, guild_id: int) -> None:
    """Mark the announcements of all tournaments of a server as changed."""
    db.execute(
        "UPDATE messages SET changes = changes + 1, due_at = 0 WHERE kind = 'announcement'"
        " AND about IN (SELECT id FROM tournaments WHERE guild_id = ?)",
        (guild_id,),
    )


def touch_results(db: Connection, hand_id: int) -> None:
    """Mark the results of a hand as changed: they are painted with their table's messages."""
    db.execute(
        "UPDATE messages SET changes = changes + 1 WHERE kind = 'hand' AND about = ?", (hand_id,)
    )


def fall_due(db: Connection, message_id: int) -> bool:
    """Mark a message as changed because it is due; returns whether it had changed before."""
    row = db.execute(
        "UPDATE messages SET changes = changes + 1, due_at = NULL WHERE id = ? RETURNING changes",
        (message_id,),
    ).fetchone()
    return row is not None and row["changes"] > 1


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
    """Store where a message is, what it shows, and when it is looked at next.

    An earlier planned time stays.
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


def settle(db: Connection, row: MessageRow, *, is_last: bool) -> None:
    """Record that a message was painted as it was read; one that `is_last` is forgotten."""
    as_read = row.id, row.changes
    if is_last:
        db.execute("DELETE FROM messages WHERE id = ? AND changes = ? AND due_at IS NULL", as_read)
    db.execute("UPDATE messages SET changes = 0 WHERE id = ? AND changes = ?", as_read)


def drop(db: Connection, message_id: int) -> None:
    """Forget a message that everybody has seen."""
    db.execute("DELETE FROM messages WHERE id = ?", (message_id,))


def edit_times(db: Connection, had: float) -> None:
    """Edit again the announcements that show a time, if they have been ours for `had` seconds."""
    db.execute(
        "UPDATE messages SET shown = '', changes = changes + 1"
        " WHERE kind = 'announcement' AND message_id IS NOT NULL AND about IN"
        " (SELECT id FROM tournaments WHERE state = 'playing'"
        f" AND coalesce(round_ends_at, empty_until) IS NOT NULL){ours_of_guild(db, seconds=had)}"
    )
