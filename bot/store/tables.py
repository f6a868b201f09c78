"""Tables and their seats, as rows."""

from dataclasses import dataclass, fields
from enum import StrEnum
from sqlite3 import Connection, Row
from typing import Any, Final


class State(StrEnum):
    """The stages of a table's life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    """A hand is over and the next is not dealt."""
    CLOSED = "closed"


@dataclass(frozen=True)
class TableRow:
    """A table; `rules` is the ruleset in full, `button` a table seat, times are Unix seconds.

    `skin` and `deck` are how its pictures look; `hints` says that anybody may ask for one, and
    `counts_computers` that hands with computer players count in the server's ledger; `clock` is
    how many seconds each decision has, None for no limit; without one, `time_calls` says that
    opponents may call time. `closes_at` is when it closes by itself. `length` is how long the
    match lasts (see `bot.ofc.length`), empty if it is endless; no hand is dealt from `ends_at` on;
    `loss_limit` is the most that a player can lose (R9.3); `ended_by` is what ended the match: a
    unit of its length or `limit`, empty if people did; `rematch_of` is the table whose match is
    played again. If it `stops`, the running hand is its last.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    rules: str
    seats: int
    stake: int
    state: State
    button: int | None
    skin: str
    deck: str
    hints: bool
    counts_computers: bool
    clock: int | None
    closes_at: int | None
    time_calls: bool
    length: str
    ends_at: int | None
    loss_limit: int | None
    ended_by: str
    rematch_of: int | None
    stops: bool


_COLUMNS: Final = tuple(field.name for field in fields(TableRow))
_FLAGS: Final = ("hints", "counts_computers", "time_calls", "stops")


def add(
    db: Connection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    locale: str,
    rules: str,
    seats: int,
    stake: int,
    now: int,
    clock: int | None = None,
    length: str = "",
    loss_limit: int | None = None,
    rematch_of: int | None = None,
) -> int:
    """Open a table in its lobby and return its id; IntegrityError if the channel has one."""
    return _insert(
        db,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        locale=locale,
        rules=rules,
        seats=seats,
        stake=stake,
        clock=clock,
        length=length,
        loss_limit=loss_limit,
        rematch_of=rematch_of,
        state=State.LOBBY,
        opened_at=now,
    )


def add_closed(
    db: Connection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    rules: str,
    seats: int,
    stake: int,
    now: int,
    locale: str = "en-US",
) -> int:
    """Keep a table that was never open here, for hands played elsewhere; returns its id."""
    return _insert(
        db,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        locale=locale,
        rules=rules,
        seats=seats,
        stake=stake,
        state=State.CLOSED,
        opened_at=now,
        closed_at=now,
    )


def _insert(db: Connection, **columns: int | str | None) -> int:
    gaps = ", ".join(f":{name}" for name in columns)
    return db.execute(
        f"INSERT INTO tables ({', '.join(columns)}) VALUES ({gaps}) RETURNING id", columns
    ).fetchone()["id"]


def get(db: Connection, table_id: int) -> TableRow | None:
    """A table by its id."""
    row = db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else _table(row)


def open_in_channel(db: Connection, channel_id: int) -> int | None:
    """The id of the table open in a channel."""
    row = db.execute(
        "SELECT id FROM tables WHERE channel_id = ? AND state <> 'closed'", (channel_id,)
    ).fetchone()
    return None if row is None else row["id"]


def open_in_guild(db: Connection, guild_id: int) -> tuple[int, ...]:
    """The ids of the tables open in a server."""
    rows = db.execute("SELECT id FROM tables WHERE guild_id = ? AND state <> 'closed'", (guild_id,))
    return tuple(row["id"] for row in rows)


def channels_with_open(db: Connection) -> set[int]:
    """The channels in which a table is open."""
    rows = db.execute("SELECT channel_id FROM tables WHERE state <> 'closed'")
    return {row["channel_id"] for row in rows}


def guilds_with_open(db: Connection) -> set[int]:
    """The servers in which a table is open."""
    rows = db.execute("SELECT DISTINCT guild_id FROM tables WHERE state <> 'closed'")
    return {row["guild_id"] for row in rows}


def with_computers_playing(db: Connection) -> tuple[int, ...]:
    """The ids of the tables where a computer player takes part in a hand now."""
    rows = db.execute(
        "SELECT DISTINCT table_id FROM hands JOIN lineups ON hand_id = hands.id"
        " JOIN players ON players.id = player_id"
        " WHERE hands.state = 'playing' AND level IS NOT NULL"
    )
    return tuple(row["table_id"] for row in rows)


def latest_in_channel(db: Connection, channel_id: int) -> int | None:
    """The id of the table opened last in a channel, open or closed.

    Tables that hold only hands played elsewhere do not count.
    """
    row = db.execute(
        """
        SELECT MAX(id) FROM tables WHERE channel_id = ? AND NOT EXISTS (
            SELECT 1 FROM hands JOIN bookings ON hand_id = hands.id
            WHERE table_id = tables.id AND origin = 'recorded'
        )
        """,
        (channel_id,),
    ).fetchone()
    return row[0]


def set_state(db: Connection, table_id: int, state: State) -> None:
    """Move a table on to another state."""
    db.execute("UPDATE tables SET state = ? WHERE id = ?", (state, table_id))


def close(db: Connection, table_id: int, now: int, ended_by: str = "") -> None:
    """Close a table for good, unless it is closed already."""
    db.execute(
        "UPDATE tables SET state = 'closed', closed_at = ?, closes_at = NULL, ended_by = ?"
        " WHERE id = ? AND state <> 'closed'",
        (now, ended_by, table_id),
    )


def set_stops(db: Connection, table_id: int) -> None:
    """Keep that a table closes after its running hand."""
    db.execute("UPDATE tables SET stops = 1 WHERE id = ?", (table_id,))


def set_button(db: Connection, table_id: int, seat: int) -> None:
    """Give the button to a table seat."""
    db.execute("UPDATE tables SET button = ? WHERE id = ?", (seat, table_id))


def set_host(db: Connection, table_id: int, player_id: int) -> None:
    """Make another player the host."""
    db.execute("UPDATE tables SET host_id = ? WHERE id = ?", (player_id, table_id))


def set_look(db: Connection, table_id: int, *, skin: str, deck: str) -> None:
    """Keep how a table's pictures look."""
    db.execute("UPDATE tables SET skin = ?, deck = ? WHERE id = ?", (skin, deck, table_id))


def set_options(db: Connection, table_id: int, *, hints: bool, counts_computers: bool) -> None:
    """Keep whether hints are given, and whether hands with computer players count."""
    db.execute(
        "UPDATE tables SET hints = ?, counts_computers = ? WHERE id = ?",
        (hints, counts_computers, table_id),
    )


def set_time_calls(db: Connection, table_id: int, *, allowed: bool) -> None:
    """Keep whether opponents may call time."""
    db.execute("UPDATE tables SET time_calls = ? WHERE id = ?", (allowed, table_id))


def of_player(db: Connection, player_id: int) -> tuple[int, ...]:
    """The open tables at which a player has a seat."""
    rows = db.execute(
        "SELECT table_id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE player_id = ? AND state <> 'closed'",
        (player_id,),
    )
    return tuple(row["table_id"] for row in rows)


def _table(row: Row) -> TableRow:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    values |= {
        name: bool(row[name]) for name in ("hints", "counts_computers", "time_calls", "stops")
    }
    values["state"] = State(row["state"])
    return TableRow(**values)
