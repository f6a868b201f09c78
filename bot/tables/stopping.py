"""Ending a game: at once between two hands, in mid-hand only so that nobody escapes a loss (R11.5).

The host may let the running hand be the last. It ends unfinished, and counts for nobody, only when
all who play it agree, or somebody with Manage Server says so.
"""

from enum import Enum, auto
from sqlite3 import Connection

from bot.scenes import Presence
from bot.store import seats, tables
from bot.store.players import Player
from bot.store.seats import SeatRow
from bot.tables import lobby
from bot.tables.errors import TableError
from bot.tables.table import Table


class Stopping(Enum):
    """The outcome when somebody wants the game to end."""

    ENDED = auto()
    WAITS = auto()
    """The others have not agreed yet."""
    ASKS = auto()
    """A hand is being played: how it is to end has to be chosen."""


def stop(db: Connection, table: Table, player: Player, now: int, *, may_manage: bool) -> Stopping:
    """End a game, or agree that it ends; raises TableError for a stranger."""
    table.verify_open()
    if not _runs(table, player, may_manage=may_manage):
        return agree(db, table, player, now)
    if table.running is not None:
        return Stopping.ASKS
    lobby.close(db, table, now)
    return Stopping.ENDED


def agree(db: Connection, table: Table, player: Player, now: int) -> Stopping:
    """Agree that the game ends now; the last one to agree ends it. Raises TableError.

    Nobody takes back a hand that counts alone, because all others are computer players.
    """
    table.verify_open()
    table.verify_seated(player.id)
    if _counts(table) and len(_asked(table)) < 2:
        raise TableError(
            "Nobody else can agree to that. Play this hand to its end, or leave with /ofc leave: "
            "your hand then counts as a foul."
        )
    seats.agree_to_stop(db, table.id, player.id)
    if any(seat.player_id != player.id for seat in missing(table)):
        return Stopping.WAITS
    lobby.close(db, table, now)
    return Stopping.ENDED


def stop_after(db: Connection, table: Table, player: Player, *, may_manage: bool) -> None:
    """Let the running hand be the last; raises TableError unless the player runs the table."""
    _verify_runs(table, player, may_manage=may_manage)
    if table.running is None:
        raise TableError("No hand is being played. End the game with /ofc stop.")
    tables.set_stops(db, table.id)


def stop_now(db: Connection, table: Table, now: int, *, may_manage: bool) -> None:
    """End a game with its running hand void; raises TableError without Manage Server."""
    table.verify_open()
    if not may_manage:
        raise TableError("This takes the permission Manage Server.")
    lobby.close(db, table, now)


def missing(table: Table) -> tuple[SeatRow, ...]:
    """The people who have to agree that the game ends, and have not yet."""
    return tuple(seat for seat in _asked(table) if not seat.wants_stop)


def _asked(table: Table) -> tuple[SeatRow, ...]:
    """The people who are asked; those who sit out only if they play the running hand."""
    return tuple(
        seat for seat in table.persons if seat.presence is not Presence.OUT or _plays(table, seat)
    )


def _plays(table: Table, seat: SeatRow) -> bool:
    return table.running is not None and table.running.seat_of(seat.player_id) is not None


def _counts(table: Table) -> bool:
    return table.running is not None and table.running.row.counts


def _runs(table: Table, player: Player, *, may_manage: bool) -> bool:
    return may_manage or player.id == table.row.host_id


def _verify_runs(table: Table, player: Player, *, may_manage: bool) -> None:
    table.verify_open()
    if not _runs(table, player, may_manage=may_manage):
        raise TableError("Only the host, or somebody with Manage Server, decides this.")
