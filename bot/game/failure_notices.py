"""Tells people when due work has failed several times in a row.

The board or result of a table says so, and the announcement of its tournament, until something
there works again.
"""

from dataclasses import dataclass

from bot.game.looks import keep_looks
from bot.game.tournaments.formats import form_of
from bot.game.tournaments.several_tables import announce, find
from bot.store import due, surfaces, tables
from bot.store.due import ERRANDS, TABLES, TOLD_AFTER, TOURNAMENTS, Due, DueKind
from bot.store.engine import Connection
from bot.store.surfaces import Place, Slot


@dataclass(frozen=True)
class Failing:
    """The ids of tables and tournaments that should show that something fails."""

    table_ids: frozenset[int] = frozenset()
    tournament_ids: frozenset[int] = frozenset()


def failed(db: Connection, late: Due, now: int) -> Failing:
    """Count a failure of due work; returns what should show it from now on."""
    if late.kind is DueKind.TOURNAMENT:
        return _tournament_failed(db, late.about, now)
    if late.kind is DueKind.START:
        return _start_failed(db, late.about, now)
    return Failing() if late.kind in ERRANDS else table_failed(db, late.about, now)


def table_failed(db: Connection, table_id: int, now: int) -> Failing:
    """Count a failure of work that was due at a table; returns what should show it from now on."""
    if due.count_failure(db, TABLES, table_id) != TOLD_AFTER:
        return Failing()
    table = keep_looks(db, table_id)
    if table.mode.is_alone:
        return Failing(frozenset([table_id]))
    tournament_id = table.row.tournament
    announce(db, tournament_id, now)
    return Failing(frozenset([table_id]), frozenset([tournament_id]))


def _start_failed(db: Connection, tournament_id: int, now: int) -> Failing:
    """Count a failure of a start: a sit-and-go's table shows it, else the announcement."""
    if not form_of(find(db, tournament_id)).at_table:
        return _tournament_failed(db, tournament_id, now)
    at_work = tables.of_tournament(db, tournament_id)
    return table_failed(db, at_work[0], now) if at_work else Failing()


def _tournament_failed(db: Connection, tournament_id: int, now: int) -> Failing:
    if due.count_failure(db, TOURNAMENTS, tournament_id) != TOLD_AFTER:
        return Failing()
    announce(db, tournament_id, now)
    waiting = tables.of_tournament(db, tournament_id)
    for table_id in waiting:
        surfaces.edit_again(db, table_id, Place(Slot.RESULT))
    return Failing(frozenset(waiting), frozenset([tournament_id]))
