"""Tells people when due work has failed several times in a row.

The board or result of a table says so, and the announcement of its tournament, until something
there works again.
"""

from bot.game.looks import keep_looks
from bot.game.tournaments.formats import form_of
from bot.game.tournaments.several_tables import announce, find
from bot.store import due, surfaces, tables
from bot.store.due import ERRANDS, TABLES, TOLD_AFTER, TOURNAMENTS, Due, DueKind
from bot.store.engine import Connection
from bot.store.surfaces import Place, Slot


def failed(db: Connection, late: Due, now: int) -> frozenset[int]:
    """Count a failure of due work; returns the tables that should show it from now on."""
    if late.kind is DueKind.TOURNAMENT:
        return _tournament_failed(db, late.about, now)
    if late.kind is DueKind.START:
        return _start_failed(db, late.about, now)
    return frozenset() if late.kind in ERRANDS else table_failed(db, late.about, now)


def table_failed(db: Connection, table_id: int, now: int) -> frozenset[int]:
    """Count a failure of work that was due at a table; returns the tables that should show it."""
    if due.count_failure(db, TABLES, table_id) != TOLD_AFTER:
        return frozenset()
    table = keep_looks(db, table_id)
    if not table.mode.is_alone:
        announce(db, table.row.tournament, now)
    return frozenset([table_id])


def _start_failed(db: Connection, tournament_id: int, now: int) -> frozenset[int]:
    """Count a failure of a start: a sit-and-go's table shows it, else the announcement."""
    if not form_of(find(db, tournament_id)).at_table:
        return _tournament_failed(db, tournament_id, now)
    at_work = tables.of_tournament(db, tournament_id)
    return table_failed(db, at_work[0], now) if at_work else frozenset()


def _tournament_failed(db: Connection, tournament_id: int, now: int) -> frozenset[int]:
    if due.count_failure(db, TOURNAMENTS, tournament_id) != TOLD_AFTER:
        return frozenset()
    announce(db, tournament_id, now)
    waiting = tables.of_tournament(db, tournament_id)
    for table_id in waiting:
        surfaces.edit_again(db, table_id, Place(Slot.RESULT))
    return frozenset(waiting)
