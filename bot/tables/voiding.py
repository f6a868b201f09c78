"""Making a hand void: its points, the Fantasyland it earned, and the message with its result."""

from enum import Enum, auto
from sqlite3 import Connection

from bot.store import bookings, hands, ledger, postings, seats, surfaces, tables
from bot.store.bookings import Booking
from bot.store.surfaces import Place, Slot
from bot.store.tables import State
from bot.tables.looks import looks
from bot.tables.table import loaded


class Visits(Enum):
    """The fate of Fantasyland that a void hand was played in, or earned."""

    NONE = auto()
    """Nobody was or came there, or the table is closed."""
    RESTORED = auto()
    """The next hand begins as the void one did."""
    STAY = auto()
    """The next hand had been dealt with it."""


def make_void(db: Connection, booking: Booking, reason: str, now: int) -> Visits:
    """Reverse a hand's entries, and have its result say so; IntegrityError if it is void."""
    ledger.reverse(db, booking.hand_id, reason=reason, now=now)
    visits = _undo_visits(db, booking)
    _mark_result(db, booking)
    return visits


def _mark_result(db: Connection, booking: Booking) -> None:
    """Have the message with a hand's result painted once more; of real cards there is none."""
    table = loaded(db, booking.table_id)
    place = Place(Slot.RESULT)
    shown = surfaces.get(db, table.id, place)
    if shown is not None and shown.wanted.key == str(booking.table_hand):
        surfaces.want(db, table.id, {place: looks(table)[place]})
    else:
        postings.make_stale(db, booking.hand_id)


def _undo_visits(db: Connection, booking: Booking) -> Visits:
    """R7.7: give all players back the visits they had before the hand.

    They stay as they are (`STAY`) if the next hand is dealt already.
    """
    parts = bookings.parts(db, booking.hand_id)
    table, latest = tables.get(db, booking.table_id), hands.latest(db, booking.table_id)
    has_any = any(part.earned or part.fantasyland for part in parts)
    if table is None or latest is None or table.state is State.CLOSED or not has_any:
        return Visits.NONE
    if latest.id != booking.hand_id:
        return Visits.STAY
    for part in parts:
        seats.set_fantasyland(db, booking.table_id, part.player_id, part.fantasyland)
    return Visits.RESTORED
