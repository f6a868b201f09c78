"""Deadlines, and the reminders that players on turn have been given. Times are Unix seconds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from bot.store.engine import Connection, as_row, ours_of_guild, ours_of_table, upsert
from bot.values.scenes import Reminded


class DueKind(IntEnum):
    """Kinds of what can be due, in the order in which they are done when several are late."""

    CLOSING = 0
    """A table that nobody touches closes."""
    MATCH_END = 1
    """The time of the match is up between two hands: the table closes."""
    NEXT_HAND = 2
    """The next hand is dealt automatically."""
    LAYOUT = 3
    """A draft is placed automatically."""
    DEADLINE = 4
    """Somebody's time to decide is up."""
    REMINDER = 5
    """Somebody on turn is reminded."""
    CHALLENGE = 6
    """A challenge expires."""
    TOURNAMENT = 7
    """A tournament of several tables is looked at: it goes on to its next round."""
    MESSAGE = 8
    """A message that belongs to no table is posted or renewed."""
    START = 9
    """A tournament starts at its time, or people are told of that."""
    WRITING = 10
    """Direct messages to somebody who could not be reached are tried again."""
    KEPT_SEAT = 11
    """A seat was kept for somebody long enough: it is open to everybody."""


ERRANDS: Final = frozenset(
    {
        DueKind.CHALLENGE,
        DueKind.MESSAGE,
        DueKind.START,
        DueKind.WRITING,
        DueKind.LAYOUT,
    }
)
"""The kinds that are about no table; drawing and posting something for them may take long."""


@dataclass(frozen=True)
class Due:
    """Something that is due at a moment; `about` is the id of its table, tournament or errand.

    For an errand about a person it is our own id of them.
    """

    kind: DueKind
    at: int
    about: int


@dataclass(frozen=True)
class Deadline:
    """When a player's decision at a table is due; `decision` is its hand and street."""

    table_id: int
    player_id: int
    decision: str
    due_at: int


class _Source(NamedTuple):
    """Where a kind is found: its table and the columns of when it is due and of what it is about.

    `holds` are further conditions, `guild` is the SQL for the server of rows without a `table_id`.
    """

    rows: str
    at: str
    about: str
    holds: str = ""
    guild: str = "guild_id"


_SOURCES: Final = {
    DueKind.CLOSING: _Source("tables", "closes_at", "id"),
    DueKind.MATCH_END: _Source("tables", "ends_at", "id", " AND state = 'between'"),
    DueKind.NEXT_HAND: _Source("tables", "deals_at", "id"),
    DueKind.LAYOUT: _Source("drafts", "places_at", "player_id"),
    DueKind.DEADLINE: _Source("deadlines", "due_at", "table_id"),
    DueKind.REMINDER: _Source("reminders", "next_at", "table_id"),
    DueKind.CHALLENGE: _Source("challenges", "due_at", "id"),
    DueKind.TOURNAMENT: _Source("tournaments", "due_at", "id"),
    DueKind.MESSAGE: _Source("messages", "due_at", "id"),
    DueKind.START: _Source("schedules", "due_at", "tournament_id"),
    # Direct messages belong to no server: Discord counts them to the first shard.
    DueKind.WRITING: _Source("players", "dm_again_at", "id", guild="0"),
    DueKind.KEPT_SEAT: _Source("invitations", "until", "table_id"),
}


# Each kind is found by an index of its own, so that this takes no longer with many tables.
@lru_cache(maxsize=8)
def first_of(of_table: str, of_guild: str, of_nobody: str) -> str:
    """The query for what is due first, with a condition for each sort of row.

    Rows have a `table_id`, a `guild_id`, or no server at all.
    """
    of = {"guild_id": of_guild, "0": of_nobody}
    firsts = " UNION ALL ".join(
        f"SELECT * FROM (SELECT {kind} AS kind, {at} AS at, {about} AS about FROM {rows}"
        f" WHERE {at} IS NOT NULL{holds}{of_table if about == 'table_id' else of[guild]}"
        f" ORDER BY {at} LIMIT 1) AS first_{kind}"
        for kind, (rows, at, about, holds, guild) in _SOURCES.items()
    )
    return (
        f"SELECT * FROM ({firsts}) AS first_of_each"
        " ORDER BY CASE WHEN at < ?1 THEN ?1 ELSE at END, kind LIMIT 1"
    )


def first(db: Connection, now: int) -> Due | None:
    """The first of our rows to be due; if several are late by `now`, the first by kind."""
    query = first_of(ours_of_table(db), ours_of_guild(db), ours_of_guild(db, "0"))
    row = db.execute(query, (now,)).fetchone()
    return None if row is None else Due(DueKind(row["kind"]), row["at"], row["about"])


def earliest(db: Connection) -> int | None:
    """When the first of our rows is due; None if none is."""
    found = first(db, 0)
    return None if found is None else found.at


def put_off(db: Connection, late: Due, until: int) -> None:
    """Put something late off until a moment, with all of its kind that was due there by then."""
    rows, at, about, *_ = _SOURCES[late.kind]
    db.execute(
        f"UPDATE {rows} SET {at} = ? WHERE {about} = ? AND {at} <= ?",
        (until, late.about, late.at),
    )


def postpone(db: Connection, seconds: int, had: float = inf) -> None:
    """Move deadlines, and when tables deal and close automatically, by some seconds.

    Only of the tables that have been ours for `had` seconds.
    """
    for table, column, are_ours in _POSTPONED:
        db.execute(
            f"UPDATE {table} SET {column} = {column} + ?"
            f" WHERE {column} IS NOT NULL{are_ours(db, seconds=had)}",
            (seconds,),
        )


_POSTPONED: Final = (
    ("deadlines", "due_at", ours_of_table),
    ("time_banks", "empties_at", ours_of_table),
    ("tables", "closes_at", ours_of_guild),
    ("tables", "deals_at", ours_of_guild),
    ("tables", "play_until", ours_of_guild),
    ("tournaments", "round_ends_at", ours_of_guild),
    ("tournaments", "due_at", ours_of_guild),
    ("tournaments", "empty_until", ours_of_guild),
    ("tournaments", "waits_since", ours_of_guild),
)


# --- when tables deal and close -------------------------------------------------------------


def set_closing(db: Connection, table_id: int, at: int | None) -> None:
    """Set when a table closes automatically, None for never."""
    db.execute("UPDATE tables SET closes_at = ? WHERE id = ?", (at, table_id))


def set_next_hand(db: Connection, table_id: int, at: int | None) -> None:
    """Set when a table deals its next hand automatically, None for never."""
    db.execute("UPDATE tables SET deals_at = ? WHERE id = ?", (at, table_id))


def set_end(db: Connection, table_id: int, ends_at: int) -> None:
    """Set when a table stops dealing hands, unless that is set already."""
    db.execute(
        "UPDATE tables SET ends_at = ? WHERE id = ? AND ends_at IS NULL", (ends_at, table_id)
    )


# --- deadlines ------------------------------------------------------------------------------


def deadlines(db: Connection, table_id: int) -> dict[int, int]:
    """Player id -> the deadline of their decision at a table."""
    rows = db.execute("SELECT player_id, due_at FROM deadlines WHERE table_id = ?", (table_id,))
    return {row["player_id"]: row["due_at"] for row in rows}


def set_deadlines(db: Connection, table_id: int, decisions: Mapping[int, tuple[str, int]]) -> None:
    """Set the decisions at a table and their deadlines, by player; all others are dropped.

    A decision that has a deadline already keeps it.
    """
    for player_id in deadlines(db, table_id).keys() - decisions.keys():
        db.execute(
            "DELETE FROM deadlines WHERE table_id = ? AND player_id = ?", (table_id, player_id)
        )
    db.executemany(
        """
        INSERT INTO deadlines (table_id, player_id, decision, due_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (table_id, player_id) DO UPDATE
        SET decision = excluded.decision, due_at = excluded.due_at
        WHERE deadlines.decision <> excluded.decision
        """,
        [(table_id, player_id, *decision) for player_id, decision in decisions.items()],
    )


def extend(db: Connection, table_id: int, seconds: int) -> None:
    """Move all deadlines of a table, and when its hand is played to its end, by some seconds."""
    db.execute("UPDATE deadlines SET due_at = due_at + ? WHERE table_id = ?", (seconds, table_id))
    db.execute(
        "UPDATE tables SET play_until = play_until + ? WHERE id = ? AND play_until IS NOT NULL",
        (seconds, table_id),
    )


def first_deadline(db: Connection, table_id: int) -> Deadline | None:
    """The deadline that comes first at a table."""
    row = db.execute(
        "SELECT * FROM deadlines WHERE table_id = ? ORDER BY due_at LIMIT 1", (table_id,)
    ).fetchone()
    return None if row is None else as_row(Deadline, row)


# --- reminders -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reminder:
    """The last reminder of a `decision` (`hand.street`), when it was given, when the next is due.

    `since` is when the player was first asked to decide, `caller_id` who called time.
    """

    table_id: int
    player_id: int
    decision: str
    since: int
    kind: Reminded = Reminded.NOTHING
    given_at: int = 0
    next_at: int | None = None
    caller_id: int | None = None


def reminders(db: Connection, table_id: int) -> dict[int, Reminder]:
    """Player id -> their reminder at a table."""
    query = "SELECT *, told AS kind, told_at AS given_at FROM reminders WHERE table_id = ?"
    rows = db.execute(query, (table_id,))
    return {row["player_id"]: as_row(Reminder, row) for row in rows}


def put_reminder(db: Connection, reminder: Reminder) -> None:
    """Store a player's reminder, in place of the one they had at the table."""
    values = {
        "decision": reminder.decision,
        "since": reminder.since,
        "told": reminder.kind,
        "told_at": reminder.given_at,
        "next_at": reminder.next_at,
        "caller_id": reminder.caller_id,
    }
    key = {"table_id": reminder.table_id, "player_id": reminder.player_id}
    db.execute(*upsert("reminders", key, values))


def drop_reminders(db: Connection, table_id: int, player_ids: Collection[int]) -> None:
    """Forget the reminders of some of a table's players."""
    db.executemany(
        "DELETE FROM reminders WHERE table_id = ? AND player_id = ?",
        [(table_id, player_id) for player_id in player_ids],
    )


# --- failures --------------------------------------------------------------------------------


TOLD_AFTER: Final = 3
"""The number of failures in a row after which people are told."""
TABLES: Final = "tables"
TOURNAMENTS: Final = "tournaments"


def count_failure(db: Connection, of: str, about: int) -> int:
    """Count a failure of one of the `TABLES` or `TOURNAMENTS`; returns how many in a row it is."""
    query = f"UPDATE {of} SET failures = failures + 1 WHERE id = ? RETURNING failures"
    row = db.execute(query, (about,)).fetchone()
    return 0 if row is None else row["failures"]


def clear_failures(db: Connection, of: str, about: int) -> None:
    """Record that something has worked again."""
    db.execute(f"UPDATE {of} SET failures = 0 WHERE id = ? AND failures > 0", (about,))
