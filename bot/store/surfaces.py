"""Surfaces: the messages that show a table, what they should show and what they do show."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.store import messages
from bot.store.engine import Connection, DbRow, as_row, ours_of_table
from bot.store.tables import State


class Slot(StrEnum):
    """The places where a table shows itself; each has one live message."""

    LOBBY = "lobby"
    BOARD = "board"
    RESULT = "result"
    CLOSING = "closing"
    TURN = "turn"
    """Mentions somebody on turn who takes no direct messages."""
    SEAT = "seat"
    """A direct message to a player of a tournament: at which table they play."""
    PRIVATE = "private"
    """A player's direct message."""
    PLACE = "place"
    """A direct message to a player: how their part in a tournament ended, or why at a table."""
    THREAD = "thread"
    """The latest hand in the thread of those who follow the table."""


CURRENT_SLOT: Final[Mapping[State, Slot]] = MappingProxyType(
    {State.LOBBY: Slot.LOBBY, State.PLAYING: Slot.BOARD, State.BETWEEN: Slot.RESULT}
)
"""The slot that shows everybody an open table, by its state."""


class Place(NamedTuple):
    """A slot and its owner: a player by our own id, or 0 for the channel."""

    slot: Slot
    player_id: int = 0


class Look(NamedTuple):
    """The state that a surface shows. Another key wants a new message, another version an edit.

    An empty key wants no message; the keys `SAME_MESSAGE` and `UNLESS_RESULT` keep an existing
    message.
    """

    key: str
    version: str = ""

    @property
    def shows_result(self) -> bool:
        """True if a player's own message shows the end of a hand: it stays as their last result."""
        return self.version.startswith(_RESULT)


_RESULT: Final = "finished;"
NOTHING: Final = Look("")
SAME_MESSAGE: Final = "="
UNLESS_RESULT: Final = "=?"
"""The same message, unless it shows somebody's last result, which stays as it is."""


@dataclass(frozen=True)
class Surface:
    """A surface as it should be and as it is; `posts` counts the messages it has had."""

    table_id: int
    place: Place
    wanted: Look
    painted: Look
    channel_id: int | None
    message_id: int | None
    posted_at: int | None
    posts: int


@dataclass(frozen=True)
class ShownAt:
    """Where a surface's message is, and since when (Unix seconds); all None without a message."""

    channel_id: int | None
    message_id: int | None
    posted_at: int | None


NOWHERE: Final = ShownAt(None, None, None)


def set_looks(db: Connection, table_id: int, looks: Mapping[Place, Look]) -> None:
    """Store what a table's surfaces should show; those not named stay as they are.

    The spectators' thread moves on to the next hand only after it has shown the end of this one.
    """
    rows = db.execute(
        "SELECT slot, player_id, key, version, painted_key, painted_version FROM surfaces"
        " WHERE table_id = ?",
        (table_id,),
    )
    # Plain tuples equal places and looks, since a slot is a string.
    kept: dict[tuple[str, int], tuple[str, str]] = {}
    painted: dict[tuple[str, int], tuple[str, str]] = {}
    for slot, player_id, key, version, painted_key, painted_version in rows:
        kept[slot, player_id] = key, version
        painted[slot, player_id] = painted_key, painted_version
    wanted: dict[Place, Look] = {}
    for place, look in looks.items():
        now = kept.get(place, NOTHING)
        is_unshown = place.slot is Slot.THREAD and now != painted.get(place, NOTHING)
        if is_unshown and _is_other(look, now):
            continue
        if look.key not in (SAME_MESSAGE, UNLESS_RESULT):
            wanted[place] = look
        elif now != NOTHING and not (look.key == UNLESS_RESULT and Look(*now).shows_result):
            wanted[place] = Look(now[0], look.version)
    # Unchanged looks are not written: this runs with every change of a table.
    db.executemany(
        "INSERT INTO surfaces (table_id, slot, player_id, key, version) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, slot, player_id) DO UPDATE"
        " SET key = excluded.key, version = excluded.version",
        [(table_id, *place, *look) for place, look in wanted.items() if look != kept.get(place)],
    )


def _is_other(look: Look, than: tuple[str, str]) -> bool:
    """True if two looks need different messages."""
    return bool(look.key and than[0]) and look.key != than[0]


def unpainted(db: Connection, table_id: int) -> tuple[Surface, ...]:
    """The outdated surfaces of a table, if it is ours."""
    rows = db.execute(
        "SELECT * FROM surfaces WHERE table_id = ?"
        f" AND (key <> painted_key OR version <> painted_version){ours_of_table(db)}",
        (table_id,),
    )
    return tuple(map(_surface, rows))


def tables_to_paint(db: Connection, guild_id: int | None = None) -> tuple[int, ...]:
    """Those of our tables, in all servers or in one, that have outdated surfaces.

    For all it reads every surface, at a start: an index would be written with every click.
    """
    here = "" if guild_id is None else " AND table_id IN (SELECT id FROM tables WHERE guild_id = ?)"
    rows = db.execute(
        "SELECT DISTINCT table_id FROM surfaces"
        f" WHERE (key <> painted_key OR version <> painted_version){here}{ours_of_table(db)}",
        () if guild_id is None else (guild_id,),
    )
    return tuple(row["table_id"] for row in rows)


def get(db: Connection, table_id: int, place: Place) -> Surface | None:
    """One surface of a table."""
    row = db.execute(
        "SELECT * FROM surfaces WHERE table_id = ? AND slot = ? AND player_id = ?",
        (table_id, *place),
    ).fetchone()
    return None if row is None else _surface(row)


_PAINTED: Final = """
    painted_key = CASE WHEN painted_key = ? THEN ? ELSE painted_key END,
    painted_version = CASE WHEN (painted_key, painted_version) = (?, ?)
        THEN ? ELSE painted_version END
"""
_OUTDATED: Final = "painted_version = painted_version || '~'"
"""Marks the painted message as out of date, whatever it shows and is being edited to."""


def _looks(surface: Surface) -> tuple[str, ...]:
    return surface.painted.key, surface.wanted.key, *surface.painted, surface.wanted.version


def painted(db: Connection, surface: Surface) -> None:
    """Record that a surface is up to date in its current message.

    If `edit_again` or `forget` has marked it since it was read, it stays marked.
    """
    db.execute(
        f"UPDATE surfaces SET {_PAINTED} WHERE table_id = ? AND slot = ? AND player_id = ?",
        (*_looks(surface), surface.table_id, *surface.place),
    )


def painted_at(db: Connection, surface: Surface, at: ShownAt) -> None:
    """Record that a surface is up to date, and in which message; see `painted`."""
    db.execute(
        f"""
        UPDATE surfaces SET {_PAINTED}, channel_id = ?, posted_at = ?,
            posts = posts + CASE WHEN ? <> coalesce(message_id, 0) THEN 1 ELSE 0 END,
            message_id = ?
        WHERE table_id = ? AND slot = ? AND player_id = ?
        """,
        (
            *_looks(surface),
            at.channel_id,
            at.posted_at,
            at.message_id,
            at.message_id,
            surface.table_id,
            *surface.place,
        ),
    )


def give_up_public(db: Connection, table_id: int) -> None:
    """Mark a table's channel messages as painted: they can no longer be shown."""
    db.execute(
        "UPDATE surfaces SET painted_key = key, painted_version = version"
        " WHERE table_id = ? AND player_id = 0",
        (table_id,),
    )


def take_up_public(db: Connection, table_id: int) -> None:
    """Mark a table's channel messages to be painted after all: its channel is there again.

    What they show is not known any more: those that are wanted are edited or posted, others go.
    Whoever could not be told how they ended may be called there.
    """
    db.execute(
        "UPDATE surfaces SET painted_version = '~', painted_key = CASE"
        " WHEN message_id IS NULL THEN '' WHEN key = '' THEN '~' ELSE key END"
        " WHERE table_id = ? AND (player_id = 0 AND (key <> '' OR message_id IS NOT NULL)"
        " OR slot = 'place' AND key <> '' AND message_id IS NULL)",
        (table_id,),
    )


def edit_times(db: Connection, had: float) -> None:
    """Edit again every message that shows a deadline or when the next hand starts.

    Only of the tables that have been ours for `had` seconds.
    """
    db.execute(
        f"""
        UPDATE surfaces SET painted_version = ''
        WHERE message_id IS NOT NULL AND key = painted_key{ours_of_table(db, seconds=had)} AND (
            (slot IN ('board', 'turn') OR (slot = 'private' AND substr(version, 1, 4) = 'act;'))
            AND table_id IN (SELECT table_id FROM deadlines)
            OR slot = 'result' AND table_id IN (
                SELECT id FROM tables WHERE deals_at IS NOT NULL AND state = 'between'))
        """
    )


def forget(db: Connection, table_id: int, place: Place) -> None:
    """Mark a surface to be posted again as a new message, which replaces the old one."""
    db.execute(
        "UPDATE surfaces SET painted_key = '', painted_version = ''"
        " WHERE table_id = ? AND slot = ? AND player_id = ?",
        (table_id, *place),
    )


def forget_unsent(db: Connection, player_id: int, *, closed_since: int = 0) -> set[int]:
    """Mark all that could not be sent to a player to be posted again; returns the tables' ids.

    Of a table closed since then (Unix seconds) only the message that tells how they ended, of one
    closed before nothing.
    """
    rows = db.execute(
        """
        UPDATE surfaces SET painted_key = '', painted_version = ''
        WHERE player_id = ?1 AND message_id IS NULL AND key <> ''
            AND table_id IN (SELECT table_id FROM seats WHERE player_id = ?1)
            AND EXISTS (
                SELECT 1 FROM tables WHERE id = table_id
                AND (state <> 'closed' OR slot = 'place' AND closed_at >= ?2))
        RETURNING table_id
        """,
        (player_id, closed_since),
    )
    return {row["table_id"] for row in rows}


def edit_again(db: Connection, table_id: int, place: Place) -> None:
    """Mark a surface to be edited in its message, even one that is just being posted."""
    db.execute(
        f"UPDATE surfaces SET {_OUTDATED} WHERE table_id = ? AND slot = ? AND player_id = ?",
        (table_id, *place),
    )


def edit_result_again(db: Connection, table_id: int, hand_id: int) -> None:
    """Mark all messages with a hand's result to be edited: surfaces, and the kept message."""
    db.execute(
        f"""
        UPDATE surfaces SET {_OUTDATED}
        WHERE table_id = ?1 AND slot = 'private' AND version LIKE 'finished;%'
            AND ?2 = (SELECT id FROM hands WHERE table_id = ?1 ORDER BY number DESC LIMIT 1)
            AND player_id IN (SELECT player_id FROM lineups WHERE hand_id = ?2 AND seat >= 0)
        """,
        (table_id, hand_id),
    )
    shown = db.execute(
        f"""
        UPDATE surfaces SET {_OUTDATED} WHERE table_id = ?1 AND slot = 'result'
            AND key = (SELECT CAST(number AS TEXT) FROM hands WHERE id = ?2)
        """,
        (table_id, hand_id),
    )
    if not shown.rowcount:
        messages.touch_results(db, hand_id)


def _surface(row: DbRow) -> Surface:
    return as_row(
        Surface,
        row,
        place=Place(Slot(row["slot"]), row["player_id"]),
        wanted=Look(row["key"], row["version"]),
        painted=Look(row["painted_key"], row["painted_version"]),
    )
