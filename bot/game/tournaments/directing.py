"""Reports that only the director of a tournament can make."""

from bot.game import play
from bot.game.table import Table
from bot.game.table_errors import TableError
from bot.store.engine import Connection
from bot.store.players import Player
from ofc_engine.operations import Exposed


def show_card(db: Connection, table: Table | None, target: Player, now: int) -> Table:
    """R11.4: somebody has shown a card out of turn, for 1 point to each active player.

    `table` is where they sit, and is returned. Raises TableError or TurnError.
    """
    seat = None if table is None or table.running is None else table.running.seat_of(target.id)
    if table is None or seat is None:
        raise TableError("{name} plays no hand now.", name=target.name)
    play.carry_out(db, table, Exposed(seat), now)
    return table
