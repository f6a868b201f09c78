"""Which table somebody means who does not say so: in direct messages no channel tells."""

from sqlite3 import Connection

from bot.game.placing import current_draft
from bot.game.table import Table, loaded
from bot.store import tables
from bot.store.players import Player


def waiting(db: Connection, player: Player, channel_id: int) -> tuple[Table, ...]:
    """The table of the channel if the player sits there, else all where they have cards to place.

    The most pressing come first.
    """
    here = tables.open_in_channel(db, channel_id)
    if here is not None and loaded(db, here).seat_of(player.id) is not None:
        return (loaded(db, here),)
    found = [loaded(db, table_id) for table_id in tables.of_player(db, player.id)]
    mine = [table for table in found if current_draft(db, table, player.id) is not None]
    return tuple(sorted(mine, key=lambda table: table.deadlines.get(player.id, 2**63)))


def playing(db: Connection, player: Player, channel_id: int) -> tuple[Table, ...]:
    """Those tables; if nobody waits for the player, all where they are in a running hand."""
    found = waiting(db, player, channel_id)
    if found:
        return found
    others = [loaded(db, table_id) for table_id in tables.of_player(db, player.id)]
    return tuple(t for t in others if t.running and t.running.seat_of(player.id) is not None)
