"""Tables and their seats, as rows."""

from dataclasses import dataclass
from enum import StrEnum
from sqlite3 import Connection, Row

from bot.scenes import Presence


class State(StrEnum):
    """What a table is doing."""

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
    how many seconds each decision has, None for no limit; `closes_at` is when it closes by itself.
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


@dataclass(frozen=True)
class SeatRow:
    """Somebody's seat; `fantasyland` are the cards earned for the next hand.

    `run_outs` counts how often in a row his time has run out.
    """

    seat: int
    player_id: int
    fantasyland: int
    wants_stop: bool
    presence: Presence = Presence.HERE
    run_outs: int = 0


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
) -> int:
    """Open a table in its lobby and return its id; IntegrityError if the channel has one."""
    cursor = db.execute(
        """
        INSERT INTO tables
            (guild_id, channel_id, host_id, locale, rules, seats, stake, clock, state, opened_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'lobby', ?)
        RETURNING id
        """,
        (guild_id, channel_id, host_id, locale, rules, seats, stake, clock, now),
    )
    return cursor.fetchone()[0]


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
    cursor = db.execute(
        """
        INSERT INTO tables (guild_id, channel_id, host_id, locale, rules, seats, stake, state,
            opened_at, closed_at)
        VALUES (:guild, :channel, :host, :locale, :rules, :seats, :stake, 'closed', :now, :now)
        RETURNING id
        """,
        {
            "guild": guild_id,
            "channel": channel_id,
            "host": host_id,
            "locale": locale,
            "rules": rules,
            "seats": seats,
            "stake": stake,
            "now": now,
        },
    )
    return cursor.fetchone()[0]


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


def close(db: Connection, table_id: int, now: int) -> None:
    """Close a table for good."""
    db.execute(
        "UPDATE tables SET state = 'closed', closed_at = ?, closes_at = NULL WHERE id = ?",
        (now, table_id),
    )


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


def of_player(db: Connection, player_id: int) -> tuple[int, ...]:
    """The open tables at which a player has a seat."""
    rows = db.execute(
        "SELECT table_id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE player_id = ? AND state <> 'closed'",
        (player_id,),
    )
    return tuple(row["table_id"] for row in rows)


def seats(db: Connection, table_id: int) -> tuple[SeatRow, ...]:
    """The taken seats of a table in ascending order."""
    rows = db.execute("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table_id,))
    return tuple(
        SeatRow(
            row["seat"],
            row["player_id"],
            row["fantasyland"],
            bool(row["wants_stop"]),
            Presence(row["presence"]),
            row["run_outs"],
        )
        for row in rows
    )


def sit(db: Connection, table_id: int, seat: int, player_id: int) -> None:
    """Give a seat to a player."""
    db.execute(
        "INSERT INTO seats (table_id, seat, player_id) VALUES (?, ?, ?)",
        (table_id, seat, player_id),
    )


def stand_up(db: Connection, table_id: int, player_id: int) -> None:
    """Free a player's seat; a Fantasyland he earned is gone with it (R7.7)."""
    db.execute("DELETE FROM seats WHERE table_id = ? AND player_id = ?", (table_id, player_id))


def set_fantasyland(db: Connection, table_id: int, player_id: int, cards: int) -> None:
    """Keep the cards a player earned for the next hand, if he still has his seat (R7.7)."""
    db.execute(
        "UPDATE seats SET fantasyland = ? WHERE table_id = ? AND player_id = ?",
        (cards, table_id, player_id),
    )


def agree_to_stop(db: Connection, table_id: int, player_id: int) -> None:
    """Keep that a player wants the game to stop."""
    db.execute(
        "UPDATE seats SET wants_stop = 1 WHERE table_id = ? AND player_id = ?",
        (table_id, player_id),
    )


def play_on(db: Connection, table_id: int) -> None:
    """Forget who wanted the game to stop: another hand is dealt."""
    db.execute("UPDATE seats SET wants_stop = 0 WHERE table_id = ?", (table_id,))


def _table(row: Row) -> TableRow:
    return TableRow(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        locale=row["locale"],
        rules=row["rules"],
        seats=row["seats"],
        stake=row["stake"],
        state=State(row["state"]),
        button=row["button"],
        skin=row["skin"],
        deck=row["deck"],
        hints=bool(row["hints"]),
        counts_computers=bool(row["counts_computers"]),
        clock=row["clock"],
        closes_at=row["closes_at"],
    )
