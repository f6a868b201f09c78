"""Notices: what everybody in a channel is to be told of a decision, until they have been told."""

from dataclasses import dataclass
from enum import StrEnum
from sqlite3 import Connection, Row

from bot.store.connection import as_row


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


def add(db: Connection, where: Where, kind: NoticeKind, about: int) -> int:
    """Keep that a notice is to be given; returns its id."""
    return db.execute(
        "INSERT INTO notices (guild_id, channel_id, message_id, locale, kind, about)"
        " VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
        (where.guild_id, where.channel_id, where.message_id, where.locale, kind, about),
    ).fetchone()["id"]


def get(db: Connection, notice_id: int) -> Notice | None:
    """A notice that has not been given yet."""
    row = db.execute("SELECT * FROM notices WHERE id = ?", (notice_id,)).fetchone()
    return None if row is None else _notice(row)


def every(db: Connection) -> tuple[Notice, ...]:
    """All notices that have not been given yet, the oldest first."""
    return tuple(map(_notice, db.execute("SELECT * FROM notices ORDER BY id")))


def given(db: Connection, notice_id: int) -> None:
    """Forget a notice that everybody has seen, or that nobody can be given."""
    db.execute("DELETE FROM notices WHERE id = ?", (notice_id,))


def _notice(row: Row) -> Notice:
    return as_row(Notice, row)
