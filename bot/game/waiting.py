"""The waiting list of a full table: whoever waits longest gets the next free seat."""

from sqlite3 import Connection

from bot.game.table import Table, TableError
from bot.store import players, seats, tables
from bot.store.players import Player


def wait(db: Connection, table: Table, player: Player, now: int) -> int:
    """Put a player on the list of a table whose seats are taken; returns their place, from 1.

    Raises TableError for somebody who is on it.
    """
    if player.id in table.waiting:
        raise TableError(
            "You are on the waiting list already, in place {place}. To leave it, use /ofc leave.",
            place=1 + table.waiting.index(player.id),
        )
    seats.wait(db, table.id, player.id, now=now)
    # A seat is told by direct message, so those are tried again.
    players.set_dm(db, player.id, channel_id=None, closed=False)
    return 1 + len(table.waiting)


def fill_seats(db: Connection, table_id: int) -> tuple[int, ...]:
    """Give a table's free seats to those who wait; returns the players who sat down.

    They are ready for the next hand, so that nobody has to wait for them.
    """
    row = tables.get(db, table_id)
    assert row is not None
    taken = {seat.seat for seat in seats.of_table(db, table_id)}
    free = [number for number in range(1, row.options.seats + 1) if number not in taken]
    seated: list[int] = []
    for number, (player_id, since) in zip(free, seats.waiters(db, table_id), strict=False):
        seats.wait_no_more(db, table_id, player_id)
        seats.sit(db, table_id, number, player_id, waited_since=since)
        seats.set_ready(db, table_id, player_id)
        seated.append(player_id)
    return tuple(seated)
