"""Tournaments: their rows, who takes part, their announcements."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.store import messages
from bot.store.due import TOLD_AFTER
from bot.store.engine import Connection, DbRow, as_row, insert
from bot.store.messages import MessageKind
from bot.store.tables import options_from, written
from bot.values.options import Destination, TableOptions
from bot.values.standings import NoThreads, Phase
from ofc_engine.stacks import Elimination


class Stage(StrEnum):
    """The stages of a tournament's life."""

    OPEN = "open"
    """People join and leave."""
    SEATING = "seating"
    """It has been started, and the threads of its tables are being made."""
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True)
class TournamentRow:
    """A tournament; times are Unix seconds.

    `format` names how its rounds are made, `options` are those of its tables, `round` is the number
    of the latest. Decisions still open at `round_ends_at` are placed safely. It is looked at again
    at `due_at`. If everybody is gone, it waits for somebody to come back until `empty_until`. No
    round begins since `paused_at`. It waits for its host or its threads since `waits_since`, None
    if that was not recorded. It starts automatically at `starts_at`; `is_put_off`: too few people
    were in at an earlier time. `is_won`: it was ended by play, not by people. It has failed to go
    on `failures` times in a row. `no_threads` is why Discord gives it no threads, if it does not;
    that is tried again at `threads_at`. It `is_lost` if its channel is gone.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    format: str
    options: TableOptions
    state: Stage
    is_won: bool
    round: int
    opened_at: int
    ended_at: int | None
    round_ends_at: int | None
    due_at: int | None
    empty_until: int | None
    paused_at: int | None
    waits_since: int | None
    starts_at: int | None
    is_put_off: bool
    failures: int
    no_threads: NoThreads
    threads_at: int | None
    is_lost: bool

    @property
    def where(self) -> Destination:
        """The channel where it was opened."""
        return Destination(self.guild_id, self.channel_id, self.locale)

    @property
    def is_over(self) -> bool:
        """True if it has ended."""
        return self.state is Stage.OVER

    @property
    def is_failing(self) -> bool:
        """True if it has failed often enough for people to be told."""
        return self.failures >= TOLD_AFTER

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        if self.is_over:
            return Phase.OVER
        return Phase.WAITING if self.state is Stage.OPEN else Phase.ON

    @property
    def lacked_people(self) -> bool:
        """True if it was called off because too few people had joined at its time."""
        if self.starts_at is None or self.ended_at is None:
            return False
        return self.is_put_off and self.ended_at >= self.starts_at and not self.round


def add(
    db: Connection,
    options: TableOptions,
    where: Destination,
    *,
    host_id: int,
    form: str,
    now: int,
    due_at: int | None,
) -> int:
    """Add a tournament of format `form`, to be looked at at `due_at`, and return its id.

    IntegrityError if its channel has an open one.
    """
    columns = {
        "guild_id": where.guild_id,
        "channel_id": where.channel_id,
        "host_id": host_id,
        "locale": where.locale,
        "format": form,
        "options": _json(options),
        "state": Stage.OPEN,
        "opened_at": now,
        "waits_since": now,
        "due_at": due_at,
    }
    return insert(db, "tournaments", columns)["id"]


def get(db: Connection, tournament_id: int) -> TournamentRow | None:
    """A tournament by its id."""
    row = db.execute("SELECT * FROM tournaments WHERE id = ?", (tournament_id,)).fetchone()
    return None if row is None else _row_of(row)


def in_channel(db: Connection, channel_id: int) -> TournamentRow | None:
    """The unfinished tournament of a channel, which may be one of its threads, else its latest."""
    row = db.execute(
        """
        SELECT * FROM tournaments
        WHERE channel_id = ?1 OR id IN (SELECT tournament_id FROM rooms WHERE thread_id = ?1)
        ORDER BY state = 'over', id DESC LIMIT 1
        """,
        (channel_id,),
    ).fetchone()
    return None if row is None else _row_of(row)


def open_in(db: Connection, *, channel_id: int = 0, guild_id: int = 0) -> tuple[int, ...]:
    """The ids of the tournaments of a channel or a server that are not over."""
    rows = db.execute(
        "SELECT id FROM tournaments WHERE state <> 'over' AND (channel_id = ? OR guild_id = ?)",
        (channel_id, guild_id),
    )
    return tuple(row["id"] for row in rows)


def of_player(db: Connection, player_id: int) -> tuple[int, ...]:
    """The ids of the unfinished tournaments that a player is in."""
    rows = db.execute(
        "SELECT tournament_id FROM entrants JOIN tournaments ON tournaments.id = tournament_id"
        " WHERE player_id = ? AND out_round IS NULL AND state <> 'over'",
        (player_id,),
    )
    return tuple(row["tournament_id"] for row in rows)


def renew_hosted(db: Connection, player_id: int) -> None:
    """Have the announcements of the unfinished tournaments of a host looked at."""
    db.execute(
        "UPDATE messages SET due_at = 0 WHERE kind = ? AND about IN"
        " (SELECT id FROM tournaments WHERE host_id = ? AND state <> 'over')",
        (MessageKind.ANNOUNCEMENT, player_id),
    )


def last_tables(db: Connection, tournament_id: int) -> dict[int, int]:
    """Player id -> the table where they played last, for everybody who has played."""
    rows = db.execute(
        "SELECT l.player_id, h.table_id FROM tables t JOIN hands h ON h.table_id = t.id"
        " JOIN lineups l ON l.hand_id = h.id WHERE t.tournament_id = ? ORDER BY h.id",
        (tournament_id,),
    )
    return {row["player_id"]: row["table_id"] for row in rows}


def set_stage(db: Connection, tournament_id: int, stage: Stage) -> None:
    """Move a tournament on to another stage."""
    db.execute("UPDATE tournaments SET state = ? WHERE id = ?", (stage, tournament_id))


def end(db: Connection, tournament_id: int, now: int, *, is_won: bool) -> None:
    """Record that a tournament is over; `is_won`: by play, else by people."""
    db.execute(
        "UPDATE tournaments SET state = 'over', is_won = ?, ended_at = ?, round_ends_at = NULL,"
        " due_at = NULL, empty_until = NULL, paused_at = NULL WHERE id = ? AND state <> 'over'",
        (is_won, now, tournament_id),
    )


def set_lost(db: Connection, tournament_id: int) -> None:
    """Record that a tournament's channel is gone."""
    db.execute("UPDATE tournaments SET is_lost = 1 WHERE id = ?", (tournament_id,))


def take_lost(db: Connection, guild_id: int) -> None:
    """Record that no tournament of a server is lost any more."""
    db.execute("UPDATE tournaments SET is_lost = 0 WHERE guild_id = ?", (guild_id,))


def begin_round(db: Connection, tournament_id: int, number: int, ends_at: int | None) -> None:
    """Record the round that is played, and when it ends at the latest."""
    db.execute(
        "UPDATE tournaments SET round = ?, round_ends_at = ? WHERE id = ?",
        (number, ends_at, tournament_id),
    )


def extend_round(db: Connection, tournament_id: int, seconds: int) -> None:
    """Let a tournament's round end later."""
    db.execute(
        "UPDATE tournaments SET round_ends_at = round_ends_at + ?"
        " WHERE id = ? AND round_ends_at IS NOT NULL",
        (seconds, tournament_id),
    )


def set_empty_until(db: Connection, tournament_id: int, at: int | None) -> None:
    """Record how long a tournament waits for somebody to come back, None if it does not."""
    db.execute(
        "UPDATE tournaments SET empty_until = ?1"
        " WHERE id = ?2 AND coalesce(empty_until, 0) <> coalesce(?1, 0)",
        (at, tournament_id),
    )


def set_paused(db: Connection, tournament_id: int, at: int | None) -> None:
    """Record since when no round begins, None to go on."""
    db.execute("UPDATE tournaments SET paused_at = ? WHERE id = ?", (at, tournament_id))


def wait_from(db: Connection, tournament_id: int, at: int) -> None:
    """Record since when a tournament waits for its host or threads; it is looked at then."""
    db.execute(
        "UPDATE tournaments SET waits_since = ?1, due_at = ?1 WHERE id = ?2", (at, tournament_id)
    )


def set_start(db: Connection, tournament_id: int, at: int | None, *, is_put_off: bool) -> None:
    """Store when a tournament starts automatically, None if its host starts it."""
    db.execute(
        "UPDATE tournaments SET starts_at = ?, is_put_off = ? WHERE id = ?",
        (at, is_put_off, tournament_id),
    )


def look_at(db: Connection, tournament_id: int, at: int | None) -> None:
    """Store when a tournament is looked at next; None: only after some change."""
    db.execute("UPDATE tournaments SET due_at = ? WHERE id = ?", (at, tournament_id))


def set_host(db: Connection, tournament_id: int, player_id: int) -> None:
    """Make somebody else the host."""
    db.execute("UPDATE tournaments SET host_id = ? WHERE id = ?", (player_id, tournament_id))


def set_options(db: Connection, tournament_id: int, options: TableOptions) -> None:
    """Replace the options of its tables."""
    written_options = (_json(options), tournament_id)
    db.execute("UPDATE tournaments SET options = ? WHERE id = ?", written_options)


def _row_of(row: DbRow) -> TournamentRow:
    return as_row(TournamentRow, row, options=options_from(json.loads(row["options"])))


def _json(options: TableOptions) -> str:
    return json.dumps(written(options))


# --- who takes part --------------------------------------------------------------------------


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part, and when they fell or left; None while they are in.

    `drawn_to` is the number of their first table until it has its thread.
    """

    player_id: int
    out: Elimination | None
    drawn_to: int | None = None


def enter(db: Connection, tournament_id: int, player_id: int, now: int) -> None:
    """Add a player to those who take part."""
    db.execute(
        "INSERT INTO entrants (tournament_id, player_id, entered_at) VALUES (?, ?, ?)",
        (tournament_id, player_id, now),
    )


def withdraw(db: Connection, tournament_id: int, player_id: int) -> None:
    """Remove a player; before the start, also what they have added to the deals."""
    key = (tournament_id, player_id)
    db.execute("DELETE FROM entrants WHERE tournament_id = ? AND player_id = ?", key)
    db.execute(
        "DELETE FROM entry_seeds WHERE tournament_id = ? AND player_id = ?"
        " AND EXISTS (SELECT 1 FROM tournaments WHERE id = tournament_id AND state = 'open')",
        key,
    )


def set_out(db: Connection, tournament_id: int, player_id: int, out: Elimination) -> None:
    """Record that a player is out, unless they are already."""
    db.execute(
        "UPDATE entrants SET out_round = ?, out_stack = ?"
        " WHERE tournament_id = ? AND player_id = ? AND out_round IS NULL",
        (out.hand, out.stack, tournament_id, player_id),
    )


def entrants(db: Connection, tournament_id: int) -> tuple[Entrant, ...]:
    """Everybody who takes part or took part, in the order in which they joined."""
    rows = db.execute(
        "SELECT player_id, out_round, out_stack, drawn_to FROM entrants WHERE tournament_id = ?"
        " ORDER BY entered_at, player_id",
        (tournament_id,),
    )
    return tuple(
        Entrant(player, None if hand is None else Elimination(hand, stack), drawn_to)
        for player, hand, stack, drawn_to in rows
    )


def outs(db: Connection, tournament_id: int) -> dict[int, Elimination]:
    """Player id -> when they fell or left, for everybody who is out."""
    found = entrants(db, tournament_id)
    return {each.player_id: each.out for each in found if each.out is not None}


def draw_to(db: Connection, tournament_id: int, number: int, player_ids: Iterable[int]) -> None:
    """Record who is drawn to a first table, by its number."""
    db.executemany(
        "UPDATE entrants SET drawn_to = ? WHERE tournament_id = ? AND player_id = ?",
        [(number, tournament_id, player_id) for player_id in player_ids],
    )


def draw_back(db: Connection, tournament_id: int, number: int | None = None) -> None:
    """Clear who is drawn to a first table, by its number; None: to any."""
    db.execute(
        "UPDATE entrants SET drawn_to = NULL WHERE tournament_id = ?1 AND drawn_to IS NOT NULL"
        " AND drawn_to = coalesce(?2, drawn_to)",
        (tournament_id, number),
    )


# --- its tables ----------------------------------------------------------------------------


def undealt(db: Connection, tournament_id: int, number: int, most: int) -> tuple[int, ...]:
    """The ids of the first `most` open tables that have not been dealt hand `number` yet."""
    rows = db.execute(
        """
        SELECT id FROM tables t WHERE tournament_id = ? AND state <> 'closed'
            AND NOT EXISTS (SELECT 1 FROM hands WHERE table_id = t.id AND number = ?)
        ORDER BY room LIMIT ?
        """,
        (tournament_id, number, most),
    )
    return tuple(row["id"] for row in rows)


# --- the announcement ------------------------------------------------------------------------


def keep_message(db: Connection, tournament_id: int, seed: str) -> None:
    """Store what a new announcement adds to a tournament's deals, unless it has started."""
    db.execute(
        "UPDATE tournaments SET message = ? WHERE id = ? AND state = 'open'", (seed, tournament_id)
    )


def announced_in(db: Connection, row: TournamentRow) -> int | None:
    """The id of the message that announces a tournament; None if there is none yet."""
    found = messages.about(db, MessageKind.ANNOUNCEMENT, row.guild_id, row.id)
    return None if found is None else found.message_id


# --- those that are over ---------------------------------------------------------------------

_OVER: Final = """
    SELECT * FROM tournaments WHERE state = 'over' AND round > 0 AND {which}
    ORDER BY ended_at DESC, id DESC
"""
_IN_GUILD: Final = _OVER.format(which="guild_id = ?") + " LIMIT ?"
_WITH: Final = _OVER.format(which="id IN (SELECT tournament_id FROM entrants WHERE player_id = ?)")


def past_in_guild(db: Connection, guild_id: int, most: int = 2**31) -> tuple[TournamentRow, ...]:
    """The finished tournaments of a server that were played, the latest first."""
    return tuple(map(_row_of, db.execute(_IN_GUILD, (guild_id, most))))


def past_of_player(db: Connection, player_id: int) -> tuple[TournamentRow, ...]:
    """The same, of a player in all servers."""
    return tuple(map(_row_of, db.execute(_WITH, (player_id,))))
