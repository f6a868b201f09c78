"""What a player's own message offers besides placing cards."""

from bot.game.table import Table
from bot.store.tables import State
from bot.values.scenes import Presence


def has_hints(table: Table, player_id: int) -> bool:
    """Whether a player of the running hand may ask for hints.

    The host allows them to all, and whoever plays computers only needs nobody's leave.
    """
    played = table.running
    if played is None or played.seat_of(player_id) is None:
        return False
    others = (part.player_id for part in played.acting if part.player_id != player_id)
    return table.options.hints or all(table.people[each].is_computer for each in others)


def may_be_ready(table: Table, player_id: int) -> bool:
    """Whether a player can say that they are ready for the next hand."""
    seat = table.seat_of(player_id)
    is_here = seat is not None and seat.presence is Presence.HERE
    return table.state is State.BETWEEN and not table.is_past and is_here
