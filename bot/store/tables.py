"""Tables: their options, state and host, and when they open and close."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from bot.store.due import TOLD_AFTER
from bot.store.engine import Connection, DbRow, as_row, insert, ours_of_table, upsert
from bot.values.options import Destination, Length, TableOptions
from ofc_engine.rulesets import Ruleset


class State(StrEnum):
    """The stages of a table's life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    """A hand is over and the next is not dealt."""
    CLOSED = "closed"


@dataclass(frozen=True)
class TableRow:
    """A table; `button` is a table seat, times are Unix seconds.

    `closes_at` is when it closes, `deals_at` when it deals the next hand by itself; no hand is
    dealt from `ends_at` on; `ended_by` is what ended the match: a unit of its length or `limit`,
    empty if people or stacks did; `rematch_of` is the table whose match is played again. If it
    `stops`, the running hand is its last. `told_role_id` is the role that is told of its opening.
    A table of a tournament has its number there as `room`, 0 in the tournament's own channel, and
    numbers its hands as the tournament does, from `first_hand` on; from `play_until` on the running
    hand is played to its end automatically. A table of a duplicate tournament plays in its `round`;
    its deals come from the `shared_seed` of all tables. `failures` counts how often in a row
    something due here went wrong. It `is_lost` if it was closed because its channel is gone.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    options: TableOptions
    state: State
    button: int | None
    closes_at: int | None
    deals_at: int | None
    ends_at: int | None
    ended_by: str
    rematch_of: int | None
    stops: bool
    told_role_id: int | None = None
    tournament_id: int | None = None
    room: int | None = None
    play_until: int | None = None
    round: int | None = None
    shared_seed: str | None = None
    first_hand: int = 1
    failures: int = 0
    is_lost: bool = False

    @property
    def tournament(self) -> int:
        """The id of its tournament; it must be a tournament's table."""
        assert self.tournament_id is not None, "it is a table of a tournament"
        return self.tournament_id

    @property
    def is_failing(self) -> bool:
        """True if things due here have failed so often that people are told."""
        return self.failures >= TOLD_AFTER


_OPTIONS: Final = tuple(field.name for field in fields(TableOptions))
ruleset: Final = lru_cache(maxsize=256)(Ruleset.parse)


def add(
    db: Connection,
    options: TableOptions,
    where: Destination,
    *,
    host_id: int,
    now: int,
    rematch_of: int | None = None,
    told_role_id: int | None = None,
    tournament_id: int | None = None,
    room: int | None = None,
    round_number: int | None = None,
    shared_seed: str | None = None,
    first_hand: int = 1,
    is_open: bool = True,
) -> int:
    """Store a new table and return its id; IntegrityError if its channel has an open one.

    It is in its lobby, or closed if it is not `is_open` but for hands played elsewhere.
    """
    columns = {
        "guild_id": where.guild_id,
        "channel_id": where.channel_id,
        "host_id": host_id,
        "locale": where.locale,
        "rematch_of": rematch_of,
        "told_role_id": told_role_id,
        "tournament_id": tournament_id,
        "room": room,
        "round": round_number,
        "shared_seed": shared_seed,
        "first_hand": first_hand,
        "state": State.LOBBY if is_open else State.CLOSED,
        "opened_at": now,
        "closed_at": None if is_open else now,
        **written(options),
    }
    return insert(db, "tables", columns)["id"]


def get(db: Connection, table_id: int) -> TableRow | None:
    """A table by its id."""
    row = db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else _table(row)


def open_in(db: Connection, *, channel_id: int = 0, guild_id: int = 0) -> tuple[int, ...]:
    """The ids of the open tables of a channel, but for a tournament's, or of a server."""
    rows = db.execute(
        "SELECT id FROM tables WHERE channel_id = ? AND state <> 'closed' AND round IS NULL"
        " UNION SELECT id FROM tables WHERE guild_id = ? AND closed_at IS NULL",
        (channel_id, guild_id),
    )
    return tuple(row["id"] for row in rows)


def open_in_channel(db: Connection, channel_id: int) -> int | None:
    """The id of the table open in a channel."""
    return next(iter(open_in(db, channel_id=channel_id)), None)


def has_told_role(db: Connection, guild_id: int, *, since: int) -> bool:
    """True if a role of a server was told of a table opened since then (Unix seconds)."""
    row = db.execute(
        "SELECT 1 FROM tables WHERE guild_id = ? AND told_role_id IS NOT NULL AND opened_at > ?"
        " LIMIT 1",
        (guild_id, since),
    ).fetchone()
    return row is not None


def with_computers_playing(db: Connection) -> tuple[int, ...]:
    """The tables that are ours where a computer player is in a hand now."""
    rows = db.execute(
        "SELECT DISTINCT table_id FROM hands JOIN lineups ON hand_id = hands.id"
        " JOIN players ON players.id = player_id"
        f" WHERE hands.state = 'playing' AND level IS NOT NULL{ours_of_table(db)}"
    )
    return tuple(row["table_id"] for row in rows)


def of_tournament(db: Connection, tournament_id: int) -> tuple[int, ...]:
    """The ids of a tournament's tables that are open, in the order of their numbers there."""
    rows = db.execute(
        "SELECT id FROM tables WHERE tournament_id = ? AND state <> 'closed' ORDER BY room",
        (tournament_id,),
    )
    return tuple(row["id"] for row in rows)


def all_of_tournament(db: Connection, tournament_id: int) -> tuple[int, ...]:
    """The ids of all tables that a tournament has had, in the order of their numbers there."""
    rows = db.execute(
        "SELECT id FROM tables WHERE tournament_id = ? ORDER BY room, id", (tournament_id,)
    )
    return tuple(row["id"] for row in rows)


def set_play_until(db: Connection, table_id: int, at: int | None) -> None:
    """Set when a table's running hand is played to its end automatically, None for never."""
    db.execute("UPDATE tables SET play_until = ? WHERE id = ?", (at, table_id))


def set_state(db: Connection, table_id: int, state: State) -> None:
    """Move a table on to another state."""
    db.execute("UPDATE tables SET state = ? WHERE id = ?", (state, table_id))


def at_work(db: Connection) -> tuple[int, int]:
    """How many tables are open, and how many hands are being played."""
    row = db.execute(
        "SELECT (SELECT COUNT(*) FROM tables WHERE closed_at IS NULL),"
        " (SELECT COUNT(*) FROM hands WHERE state = 'playing')"
    ).fetchone()
    return row[0], row[1]


def close(db: Connection, table_id: int, now: int, ended_by: str = "") -> None:
    """Close a table for good, unless it is closed already; ends its waiting list and votes."""
    db.execute("DELETE FROM waiters WHERE table_id = ?", (table_id,))
    db.execute(
        "UPDATE votes SET state = 'declined' WHERE table_id = ? AND state = 'open'", (table_id,)
    )
    db.execute(
        "UPDATE tables SET state = 'closed', closed_at = ?, closes_at = NULL, deals_at = NULL,"
        " ended_by = ? WHERE id = ? AND state <> 'closed'",
        (now, ended_by, table_id),
    )


def set_lost(db: Connection, table_id: int) -> None:
    """Record that a table's channel is gone."""
    db.execute("UPDATE tables SET is_lost = 1 WHERE id = ?", (table_id,))


def take_lost(db: Connection, guild_id: int) -> tuple[int, ...]:
    """Record that no table of a server is lost any more; returns the ids of those that were."""
    rows = db.execute(
        "UPDATE tables SET is_lost = 0 WHERE guild_id = ? AND is_lost = 1 RETURNING id", (guild_id,)
    )
    return tuple(row["id"] for row in rows.fetchall())


def set_stops(db: Connection, table_id: int) -> None:
    """Make a table close after its running hand."""
    db.execute("UPDATE tables SET stops = 1 WHERE id = ?", (table_id,))


def set_button(db: Connection, table_id: int, seat: int) -> None:
    """Give the button to a table seat."""
    db.execute("UPDATE tables SET button = ? WHERE id = ?", (seat, table_id))


def set_host(db: Connection, table_id: int, player_id: int) -> None:
    """Make another player the host."""
    db.execute("UPDATE tables SET host_id = ? WHERE id = ?", (player_id, table_id))


def set_options(db: Connection, table_id: int, options: TableOptions) -> None:
    """Change a table's options."""
    gaps = ", ".join(f"{name} = :{name}" for name in _OPTIONS)
    db.execute(f"UPDATE tables SET {gaps} WHERE id = :id", {"id": table_id, **written(options)})


def of_player(db: Connection, player_id: int) -> tuple[int, ...]:
    """The ids of the open tables at which a player has a seat."""
    rows = db.execute(
        "SELECT table_id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE player_id = ? AND state <> 'closed'",
        (player_id,),
    )
    return tuple(row["table_id"] for row in rows)


def written(options: TableOptions) -> dict[str, int | str | None]:
    """The options as columns."""
    values = {name: getattr(options, name) for name in _OPTIONS}
    # In full: a table keeps the rules that it was opened with, even if a preset is corrected.
    return values | {"rules": options.rules.in_full(), "length": str(options.length or "")}


def options_from(columns: Mapping[str, Any]) -> TableOptions:
    """The options that columns hold."""
    rules, length = ruleset(columns["rules"]), Length.parse(columns["length"])
    values: dict[str, Any] = {**columns, "rules": rules, "length": length}
    return TableOptions(**values)


def _table(row: DbRow) -> TableRow:
    rules, length = ruleset(row["rules"]), Length.parse(row["length"])
    return as_row(TableRow, row, options=as_row(TableOptions, row, rules=rules, length=length))


# --- the threads in which spectators follow --------------------------------------------------


@dataclass(frozen=True)
class ThreadRow:
    """Discord's id of a table's thread, None if there is none, and what is shown there.

    Finished hands are shown with all cards from hand number `from_hand` on, as the players who
    `agreed` allow; None for open cards only.
    """

    thread_id: int | None
    from_hand: int | None
    agreed: frozenset[int]


def thread_of(db: Connection, table_id: int) -> ThreadRow | None:
    """A table's thread; None if nobody has ever followed it."""
    row = db.execute("SELECT * FROM threads WHERE table_id = ?", (table_id,)).fetchone()
    if row is None:
        return None
    agreed = db.execute(
        "SELECT player_id FROM consents WHERE proposal_id = ? AND agreed_at IS NOT NULL",
        (row["proposal_id"],),
    )
    ids = frozenset(each["player_id"] for each in agreed)
    return ThreadRow(row["thread_id"], row["from_hand"], ids)


def put_thread(db: Connection, table_id: int, thread_id: int | None) -> None:
    """Set a table's thread, None if it has none any more."""
    db.execute(*upsert("threads", {"table_id": table_id}, {"thread_id": thread_id}))


def show_all_cards(db: Connection, table_id: int, proposal_id: int, from_hand: int) -> None:
    """Show all cards from a hand of a table on, as its players agreed to in a proposal."""
    values = {"proposal_id": proposal_id, "from_hand": from_hand}
    db.execute(*upsert("threads", {"table_id": table_id}, values))


def show_open_cards(db: Connection, table_id: int) -> None:
    """Show only open cards."""
    db.execute(
        "UPDATE threads SET proposal_id = NULL, from_hand = NULL WHERE table_id = ?", (table_id,)
    )
