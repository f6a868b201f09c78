"""What holds at a table all along, whatever people do there."""

import sqlite3
from collections import Counter
from collections.abc import Mapping

from bot.game.loading import loaded
from bot.game.looks import looks
from bot.game.outcomes import outcome_of
from bot.game.table import Table
from bot.store import surfaces
from bot.store.ledger import bookings
from bot.store.ledger.bookings import Booking
from bot.store.surfaces import NOTHING, SAME_MESSAGE, UNLESS_RESULT
from bot.store.tables import State


def verify_seats(table: Table) -> None:
    """A seat is one person's, nobody waits beside a free one, and the host has one."""
    numbers = [seat.seat for seat in table.seats]
    seated = {seat.player_id for seat in table.seats}
    assert len(set(numbers)) == len(numbers) == len(seated)
    assert set(numbers) <= set(range(1, table.options.seats + 1))
    assert not set(table.waiting) & seated
    if table.state is not State.CLOSED:
        assert not table.waiting or table.free_seat is None
        assert table.row.host_id in seated or table.state is State.PLAYING


def verify_shown(db: sqlite3.Connection, table: Table) -> None:
    """Every message is wanted as the table stands now."""
    for place, look in looks(table).items():
        if look.key in (SAME_MESSAGE, UNLESS_RESULT) or look == NOTHING:
            continue
        surface = surfaces.get(db, table.id, place)
        assert surface is not None, place
        assert surface.wanted == look


def verify_goes_on(table: Table) -> None:
    """A hand waits for somebody, with a clock so long; a table where none runs is closed once."""
    if table.running is not None:
        assert table.running.hand.waiting_on
        assert not table.options.clock or set(table.decisions) <= set(table.deadlines)
    if table.state is not State.CLOSED and not table.deadlines:
        assert table.row.closes_at is not None


def points_of(db: sqlite3.Connection, table_id: int, booking: Booking) -> Mapping[int, int]:
    """What a hand's boards are worth by the rules; they do not change any more."""
    table = loaded(db, table_id, hand=booking.table_hand)
    played = table.played
    assert played is not None
    points = Counter[int]()
    for each in outcome_of(table, played, played.hand).transfers:
        points[played.player_at(each.a)] += each.points
        points[played.player_at(each.b)] -= each.points
    parts = bookings.parts(db, booking.hand_id)
    assert {part.player_id for part in parts} == {part.player_id for part in played.acting}
    return points
