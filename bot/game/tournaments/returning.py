"""People who withdraw from a duplicate tournament while it is played, or come back."""

from bot.game.loading import loaded
from bot.game.table_errors import TableError
from bot.game.tournaments.duplicate import verify_late
from bot.store import seats, tables
from bot.store.engine import Connection
from bot.store.tournaments import duplicates, tournaments
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.scenes import Presence
from ofc_engine.stacks import Elimination


def leave(db: Connection, row: TournamentRow, player_id: int, now: int) -> int | None:
    """Withdraw somebody from a tournament that is played; what they had to place is placed safely.

    Returns the id of the table where that is. Raises TableError.
    """
    if not _is_in(db, row, player_id):
        raise TableError("You are not in this tournament.")
    tournaments.set_out(db, row.id, player_id, Elimination(row.round, 0))
    tournaments.look_at(db, row.id, now)
    return _set_presence(db, row, player_id, Presence.LEAVING)


def come_back(db: Connection, row: TournamentRow, player_id: int, now: int) -> int | None:
    """Have somebody who was withdrawn take part again; returns their table if they have one now."""
    table_id = _set_presence(db, row, player_id, Presence.HERE)
    if table_id is None:
        verify_late(db, row)
    duplicates.come_back(db, row.id, player_id)
    tournaments.look_at(db, row.id, now)
    return table_id


def _set_presence(
    db: Connection, row: TournamentRow, player_id: int, presence: Presence
) -> int | None:
    for table_id in tables.of_tournament(db, row.id):
        if loaded(db, table_id).seat_of(player_id) is not None:
            seats.set_presence(db, table_id, player_id, presence, run_outs=0)
            return table_id
    return None


def _is_in(db: Connection, row: TournamentRow, player_id: int) -> bool:
    entrants = tournaments.entrants(db, row.id)
    return any(each.player_id == player_id and each.out is None for each in entrants)
