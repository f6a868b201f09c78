"""Between two hands: who is ready for the next, and when it is dealt without waiting for all.

The next hand is dealt once everybody present is ready, computer players always being so, or at the
time that the host has set. If the host has set none, a player who is ready can press again some
minutes after the hand to have it dealt, so that one person never holds up the others.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.game import play
from bot.game.loading import loaded
from bot.game.modes.same_cards import group_deals_at
from bot.game.table import StaleError, Table
from bot.store import due, seats
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.seats import SeatRow
from bot.store.tables import State
from bot.store.uptime import there_since
from bot.values.open_tables import NextHand
from bot.values.scenes import Presence

log: Final = logging.getLogger(__name__)

_MESSAGE_PATIENCE: Final = 120
"""Seconds after a hand until which the next one waits for a message to show its commitment."""
_LOOK_EVERY: Final = 2
"""Seconds between two looks for that message."""


def following(table: Table) -> NextHand | None:
    """The state of a table's next hand; None unless it is between two hands."""
    if table.state is not State.BETWEEN:
        return None
    ready = [seat.player_id for seat in _there(table) if seat.ready]
    asked = NextHand(_names(table, ready), _names(table, waited_for(table)))
    return table.mode.next_hand(table, asked)


def get_ready(
    db: Connection, table: Table, player: Player, fresh: Callable[[], bytes], now: int
) -> bool:
    """Record that a player is ready for the next hand; True if it is dealt now.

    It is if it waits for nobody else, or if they were ready already and have waited long enough.
    A second press does not take readiness back; to miss hands, players sit out. `fresh` makes the
    argument of that name for `play.deal`. Raises TableError.
    """
    if table.running is not None:
        raise StaleError("The next hand has already been dealt.")
    seat = table.seat_of(player.id)
    seats.set_ready(db, table.id, player.id)
    if not table.mode.is_alone:
        # All tables of a tournament go on together: the look at it deals the next hand, and moves
        # anybody who is alone at a table by then.
        table.mode.look_at(db, table, now)
        return False
    play.verify_enough(table)
    until = table.mode.waits_until(table)
    has_waited = seat is not None and seat.ready and until is not None and until <= now
    if not has_waited and any(each != player.id for each in waited_for(table)):
        return False
    play.deal(db, table, fresh(), now)
    return True


def keep_next_hand(db: Connection, table: Table, now: int) -> None:
    """Plan when the next hand is dealt automatically: at once when all are ready.

    While it waits for the message with its commitment, it is looked at every two seconds.
    """
    at = _next_hand_at(table, now)
    if at is not None and at <= now and _waits_for_message(db, table, now):
        at = now + _LOOK_EVERY
    if at != table.row.deals_at:
        due.set_next_hand(db, table.id, at)


def _waits_for_message(db: Connection, table: Table, now: int) -> bool:
    """True if a hand is not dealt automatically yet, as no message shows its commitment."""
    deal = table.next_deal
    if deal is None or not table.mode.waits_for_message(table):
        return False
    ended = deal.committed_at if table.played is None else table.played.row.ended_at or 0
    return now < max(ended, there_since(db)) + _MESSAGE_PATIENCE


def deal_by_itself(db: Connection, table_id: int, now: int, *, fresh: bytes) -> None:
    """Deal the next hand of a table automatically, unless it has been dealt or cannot be now."""
    table = loaded(db, table_id)
    at, can_be = table.row.deals_at, table.mode.can_be_dealt(table)
    if at is not None and at <= now and can_be and not _waits_for_message(db, table, now):
        log.info("table %d: hand %d is dealt automatically", table_id, table.next_number)
        play.deal(db, table, fresh, now)


def _next_hand_at(table: Table, now: int) -> int | None:
    if not table.mode.can_be_dealt(table):
        return None
    if table.state is State.LOBBY or not waited_for(table):
        return now
    if table.options.next_hand is None:
        return None
    return table.row.deals_at or now + table.options.next_hand


def round_deals_at(table: Table, now: int) -> int:
    """When a group of a duplicate round is dealt its next hand (Unix seconds).

    At once if everybody present is ready, soon if the time of the round is up, else after a break.
    """
    return now if not waited_for(table) else group_deals_at(table)


def waited_for(table: Table) -> list[int]:
    """The ids of the people who are present and not ready."""
    return [seat.player_id for seat in _there(table) if not seat.ready]


def _there(table: Table) -> list[SeatRow]:
    return [seat for seat in table.persons if seat.presence is Presence.HERE]


def _names(table: Table, player_ids: Iterable[int]) -> tuple[str, ...]:
    return tuple(table.people[player_id].name for player_id in player_ids)
