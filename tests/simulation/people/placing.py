"""What people type who are asked for their cards."""

from random import Random

from bot.game.loading import load
from bot.screens.press import parse
from bot.screens.presses import TablePress
from bot.store import players
from bot.store.engine import Connection
from tests.simulation.playing import placed


def typed(db: Connection, user_id: int, custom_id: str, chance: Random) -> str | None:
    """What somebody types whom a button asks for cards; None if nothing is to be placed."""
    press = parse(custom_id)
    if not isinstance(press, TablePress):
        return None
    table, player = load(db, press.spot.table), players.find(db, user_id)
    if table is None or table.running is None or player is None:
        return None
    if table.running.seat_of(player.id) is None:
        return None
    view = table.running.view(player.id)
    if not view.pending:
        return None
    return f"{placed(view.own_board, view.pending, view.to_discard, chance)}!"
