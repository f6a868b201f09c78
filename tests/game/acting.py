"""What somebody does at a table without Discord."""

from collections.abc import Callable

from bot.game import play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.store.engine import Connection
from ofc_engine.board import Placement
from ofc_engine.hand import Hand


def act(
    db: Connection, table_id: int, player: int, now: int, chosen: Callable[[Hand, int], Placement]
) -> bool:
    """Place a street, as it is chosen for a seat, if somebody has one to place at a table."""
    table = loaded(db, table_id)
    seat = table.running.seat_of(player) if table.running else None
    if table.running is None or seat is None or seat not in table.running.hand.actors:
        return False
    if not table.running.hand.seats[seat].pending:
        return False
    placement = chosen(table.running.hand, seat)
    play.place(db, table, table.people[player], placement, now)
    changed(db, table_id, now)
    return True
