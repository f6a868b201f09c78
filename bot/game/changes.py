"""The consequences of a change of a table, in its transaction: messages, deadlines, its end."""

import logging
from typing import Final

from bot.game import lobby, play
from bot.game.clock import keep_deadlines
from bot.game.loading import loaded
from bot.game.looks import keep_looks
from bot.game.outcomes import outcome_of, parts_of
from bot.game.readiness import keep_next_hand
from bot.game.spectators import keep_agreement
from bot.game.table import Table
from bot.game.tournaments.formats import keep_up
from bot.store import due, messages, surfaces, tables
from bot.store.due import Deadline
from bot.store.engine import Connection
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.store.tables import State
from bot.store.tournaments import duplicates, tournaments
from bot.values.options import Unit
from ofc_engine.board import Placement
from ofc_engine.players.knowledge import Knowledge

log: Final = logging.getLogger(__name__)


def changed(db: Connection, table_id: int, now: int, *, is_touched: bool = True) -> Table:
    """Update a table's looks, deadlines and reminders after a change; `now` is Unix seconds.

    Unless it `is_touched` by a player, its automatic closing stays as planned. Returns the table as
    it is now.
    """
    _note_that_it_works(db, loaded(db, table_id), now)
    # Each step is to see what those before it did: hence the order, and loading again each time.
    _uncover(db, loaded(db, table_id), now)
    keep_agreement(db, loaded(db, table_id))
    keep_up(db, loaded(db, table_id), now)
    keep_next_hand(db, loaded(db, table_id), now)
    keep_deadlines(db, keep_looks(db, table_id), now, is_touched=is_touched)
    return loaded(db, table_id)


def _note_that_it_works(db: Connection, table: Table, now: int) -> None:
    """Clear the failures that were counted at a table."""
    due.clear_failures(db, due.TABLES, table.id)
    if table.row.is_failing:
        table.mode.look_at(db, table, now)  # the announcement of its tournament has said so


def _uncover(db: Connection, table: Table, now: int) -> None:
    """R14.6: book hands that are no longer covered, and have their boards shown."""
    if not (table.match and table.match.plays):
        return
    for number in duplicates.covered(db, table.id):
        if not table.mode.is_covered(table, number):
            _book(db, loaded(db, table.id, hand=number), now)


def _book(db: Connection, table: Table, now: int) -> None:
    played = table.played
    assert played is not None
    duplicates.uncover(db, played.row.id)
    if played.row.counts:
        parts = parts_of(played, outcome_of(table, played, played.hand))
        journal.book_kept(db, played.row.id, parts, Stamp(table.rules.variant.game, now))
    messages.touch_results(db, played.row.id)


def close_now(db: Connection, table_id: int, now: int) -> None:
    """Close a table, unless it is closed, for a reason other than play, such as forgetting."""
    table = loaded(db, table_id)
    if table.state is not State.CLOSED:
        lobby.close(db, table, now)
        table.mode.look_at(db, table, now)  # its tournament goes on without it
    changed(db, table_id, now)


def close_gone(db: Connection, table_id: int, now: int) -> None:
    """Close a table whose channel is gone, and give up its messages there."""
    tables.set_lost(db, table_id)
    event = loaded(db, table_id).sit_and_go
    if event is not None:
        tournaments.set_lost(db, event.id)
    close_now(db, table_id, now)
    surfaces.give_up_public(db, table_id)


# --- when time is up -------------------------------------------------------------------------


def close_expired(db: Connection, table_id: int, now: int) -> None:
    """Close a table that nobody has touched for long, unless somebody just has."""
    table = loaded(db, table_id)
    if table.row.closes_at is not None and table.row.closes_at <= now:
        log.info("table %d: closed, nobody has played there for long", table_id)
        lobby.close(db, table, now)


def end_match(db: Connection, table_id: int, now: int) -> None:
    """Close a table when the time of its match is up, unless a hand has just been dealt."""
    table = loaded(db, table_id)
    ends_at = table.row.ends_at
    if table.state is State.BETWEEN and ends_at is not None and ends_at <= now:
        log.info("table %d: closed, the time of its match is up", table_id)
        tables.close(db, table_id, now, Unit.TIME)


def late_decision(db: Connection, table_id: int) -> tuple[Deadline | None, Knowledge | None]:
    """The first deadline of a table, and what its player knows, to place for them.

    The latter is None if there is nothing left to decide, or if their hand is killed because their
    own time has run out (R11.1), and not that of the hand.
    """
    deadline = due.first_deadline(db, table_id)
    table = loaded(db, table_id)
    if deadline is None or table.running is None:
        return deadline, None
    is_absent = table.presence_of(deadline.player_id).is_absent
    if table.rules.time_out_kills and not is_absent and not table.ends_hand(deadline.due_at):
        return deadline, None
    return deadline, Knowledge.of(table.running.view(deadline.player_id))


def decide_late(
    db: Connection,
    table_id: int,
    now: int,
    *,
    deadline: Deadline | None,
    placement: Placement | None,
) -> None:
    """Place for a late player, or kill their hand without a placement, unless they just acted."""
    table = loaded(db, table_id)
    if deadline is None or table.running is None:
        return
    if due.first_deadline(db, table_id) == deadline:
        log.info("table %d, decision %s: made for a late player", table_id, deadline.decision)
        play.decide_for(db, table, table.people[deadline.player_id], placement, now)
