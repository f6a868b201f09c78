"""Between two hands: who is ready for the next, and when it is dealt without waiting for all.

The next hand is dealt once everybody who is there is ready; computer players always are. At the
latest it comes when the host has said. Where the host has not, whoever is ready may press once
more from some minutes after the hand on, so that one person never holds up the others.
"""

import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.game import play
from bot.game.errors import StaleError, TableError
from bot.game.loading import loaded
from bot.game.table import Table
from bot.store import due, seats
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.seats import SeatRow
from bot.store.tables import State
from bot.store.tournaments import tournaments
from bot.store.uptime import there_since
from bot.values.scenes import Presence
from bot.values.standings import Floor
from bot.values.tables import NextHand

log: Final = logging.getLogger(__name__)

_PATIENCE: Final = 5 * 60
"""Seconds after a hand for which those who are ready wait if the host has chosen no time."""
_SHOWN_WITHIN: Final = 120
"""Seconds after a hand from which the next is dealt although no message shows its commitment."""
_LOOKED_AGAIN: Final = 2
"""Seconds after which it is looked again whether one does."""


def following(table: Table) -> NextHand | None:
    """What is to be said of a table's next hand; None unless it is between two hands."""
    if table.state is not State.BETWEEN:
        return None
    if table.row.round is not None:
        return _in_round(table)
    if table.tournament_id is not None:
        return _in_tournament(table)
    at = _waits_until(table)
    if at is None:
        return NextHand()
    ready = [seat.player_id for seat in _there(table) if seat.ready]
    return NextHand(
        _names(table, ready),
        _names(table, waited_for(table)),
        at,
        by_itself=table.options.next_hand is not None,
    )


def get_ready(
    db: Connection, table: Table, player: Player, fresh: Callable[[], bytes], now: int
) -> bool:
    """Note that a player is ready for the next hand; True if it is dealt now.

    It is if nobody else is waited for, or if they were ready already and have waited long enough.
    To be ready is not taken back by a second press; whoever does not want to play sits out. `fresh`
    makes what `play.deal` takes by that name. Raises TableError.
    """
    if table.running is not None:
        raise StaleError("The next hand has already been dealt.")
    seat = table.seat_of(player.id)
    seats.set_ready(db, table.id, player.id)
    if table.tournament_id is not None:
        # All its tables go on together: the look at the tournament has the next hand dealt, and
        # whoever is alone at a table by then plays on at another.
        tournaments.look_at(db, table.tournament_id, now)
        return False
    play.verify_enough(table)
    until = _waits_until(table)
    has_waited = seat is not None and seat.ready and until is not None and until <= now
    if not has_waited and any(each != player.id for each in waited_for(table)):
        return False
    play.deal(db, table, fresh(), now)
    return True


def keep_next_hand(db: Connection, table: Table, now: int) -> None:
    """Plan when the next hand is dealt by itself: at once when all are ready.

    While it waits for the message with its commitment it is looked at again and again.
    """
    at = _next_hand_at(table, now)
    if at is not None and at <= now and _waits_for_message(db, table, now):
        at = now + _LOOKED_AGAIN
    if at != table.row.deals_at:
        due.set_next_hand(db, table.id, at)


def _waits_for_message(db: Connection, table: Table, now: int) -> bool:
    """Whether a hand is not dealt by itself yet, as no message shows its commitment."""
    deal = table.next_deal
    if deal is None or deal.message is not None or table.match is not None:
        return False
    ended = deal.committed_at if table.played is None else table.played.row.ended_at or 0
    return now < max(ended, there_since(db)) + _SHOWN_WITHIN


def deal_by_itself(db: Connection, table_id: int, now: int, *, fresh: bytes) -> None:
    """Deal the next hand of a table, unless it was dealt, or cannot be now."""
    table = loaded(db, table_id)
    at, can_be = table.row.deals_at, _can_be_dealt(table)
    if at is not None and at <= now and can_be and not _waits_for_message(db, table, now):
        log.info("table %d: hand %d is dealt by itself", table_id, table.next_number)
        play.deal(db, table, fresh, now)


def _next_hand_at(table: Table, now: int) -> int | None:
    if not _can_be_dealt(table):
        return None
    if table.state is State.LOBBY or not waited_for(table):
        return now
    if table.options.next_hand is None:
        return None
    return table.row.deals_at or now + table.options.next_hand


def _in_tournament(table: Table) -> NextHand:
    """What is to be said of the next hand of a tournament, which all its tables begin together."""
    ready = [seat.player_id for seat in _there(table) if seat.ready]
    floor = table.extras.floor or Floor()
    playing = [(each.room, each.channel_id, each.waiting) for each in floor.playing]
    return NextHand(
        _names(table, ready),
        _names(table, waited_for(table)),
        floor.comes_at,
        by_itself=True,
        elsewhere=tuple(playing),
        hold=floor.hold,
    )


ROUND_BREAK: Final = 60
"""Seconds between two hands of a group in a duplicate round, unless everybody is ready before."""
LATE_BREAK: Final = 10
"""Seconds between two hands of a group once the time of the round is up.

It is enough for everybody to be shown their result.
"""


def round_deals_at(table: Table, now: int) -> int:
    """When a group of a duplicate round that is between two hands is dealt the next (Unix seconds).

    That is at once if everybody who is there is ready, and soon once the time of the round is up.
    """
    return now if not waited_for(table) else _after_break(table)


def _after_break(table: Table) -> int:
    assert table.played is not None, "a hand has been played before"
    ended, until = table.played.row.ended_at or 0, table.row.play_until
    return ended + (LATE_BREAK if until is not None and until <= ended else ROUND_BREAK)


def _in_round(table: Table) -> NextHand:
    """What is to be said of a group's next hand in a duplicate round."""
    ready = [seat.player_id for seat in _there(table) if seat.ready]
    return NextHand(
        _names(table, ready),
        _names(table, waited_for(table)),
        _after_break(table),
        by_itself=True,
    )


def _waits_until(table: Table) -> int | None:
    """From when on (Unix seconds) nobody is waited for; None while no hand can come."""
    if not _can_be_dealt(table) or table.played is None:
        return None
    if table.row.deals_at is not None:
        return table.row.deals_at
    return (table.played.row.ended_at or 0) + (table.options.next_hand or _PATIENCE)


def _can_be_dealt(table: Table) -> bool:
    """Whether a hand can be dealt by itself: between two, or the first of a full tournament.

    One that starts at a set time waits for that."""
    if table.tournament_id is not None:
        return False  # its tables are dealt together
    has_time = table.row.starts_at is not None
    is_full = table.options.is_tournament and table.free_seat is None and not has_time
    if table.state is not State.BETWEEN and not (table.state is State.LOBBY and is_full):
        return False
    try:
        play.verify_enough(table)
    except TableError:
        return False
    return True


def waited_for(table: Table) -> list[int]:
    """The ids of the people who are there and have not said that they are ready."""
    return [seat.player_id for seat in _there(table) if not seat.ready]


def _there(table: Table) -> list[SeatRow]:
    return [seat for seat in table.persons if seat.presence is Presence.HERE]


def _names(table: Table, player_ids: Iterable[int]) -> tuple[str, ...]:
    return tuple(table.people[player_id].name for player_id in player_ids)
