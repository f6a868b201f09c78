"""Presence at a table: people go away, come back, sit out, lose their seats, wait for one."""

from dataclasses import dataclass
from typing import Final

from bot.game.table import Table, TableError
from bot.store import players, seats, tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.values.scenes import Presence
from ofc_engine.stacks import Elimination

# Once may be bad luck; twice in a row keeps everybody else waiting.
_AWAY_AFTER: Final = 2
"""How often in a row a player's time runs out before they count as away."""


def count_timeout(db: Connection, table: Table, player: Player) -> None:
    """Count that a player's time has run out; after the second time in a row they are away."""
    seat = table.seat_of(player.id)
    if seat is None or seat.presence.is_absent:
        return
    count = seat.run_outs + 1
    is_away = count >= _AWAY_AFTER
    presence = Presence.AWAY if is_away else seat.presence
    seats.set_presence(db, table.id, player.id, presence, run_outs=count)


def acted(db: Connection, table: Table, player: Player) -> None:
    """Record that a player has placed by themselves, and so is there."""
    seat = table.seat_of(player.id)
    if seat is None or not (seat.run_outs or seat.presence is Presence.AWAY):
        return
    presence = Presence.HERE if seat.presence is Presence.AWAY else seat.presence
    seats.set_presence(db, table.id, player.id, presence, run_outs=0)


def sit_out(db: Connection, table: Table, player: Player) -> None:
    """Deal a player no further hands; they finish a running one. Raises TableError."""
    if verify_stays(table, player.id) is not Presence.AWAY:
        seats.set_presence(db, table.id, player.id, Presence.OUT, run_outs=0)


def come_back(db: Connection, table: Table, player: Player, now: int) -> bool:
    """Let a player decide for themselves again; True if they were gone. Raises TableError.

    They are ready for the next hand, unless they are in a running one.
    """
    was = verify_stays(table, player.id)
    seats.set_presence(db, table.id, player.id, Presence.HERE, run_outs=0)
    if table.running is None or table.running.seat_of(player.id) is None:
        seats.set_ready(db, table.id, player.id)
    table.mode.look_at(db, table, now)  # its tournament may have waited for somebody to come back
    return was is not Presence.HERE


def verify_stays(table: Table, player_id: int) -> Presence:
    """A player's presence; raises TableError if they have no seat, or are losing it."""
    table.verify_open()
    table.verify_seated(player_id)
    seat = table.seat_of(player_id)
    assert seat is not None
    verify_not_leaving(table, player_id)
    return seat.presence


def verify_not_leaving(table: Table, player_id: int) -> None:
    """Raise TableError if a player has lost the seat and the hand is played for them."""
    seat = table.seat_of(player_id)
    if seat is not None and seat.presence is Presence.LEAVING:
        raise TableError("You no longer have a seat at this table. I'll finish this hand for you.")


def end_hand(db: Connection, table: Table, now: int) -> None:
    """After a hand, players who were away sit out, and those who were leaving lose their seats.

    A table that everybody has left during the hand is closed.
    """
    for player_id in seats.end_hand(db, table.id):
        vacate(db, table, player_id, now)
    if not table.persons:
        tables.close(db, table.id, now)


def vacate(db: Connection, table: Table, player_id: int, now: int) -> None:
    """Free a seat, with its consequences for the table.

    A player who leaves a tournament is out of it, with their stack. If its next hand is just being
    dealt, they miss that first (R11.3), so that the table still has enough players for it.
    """
    if table.mode.misses_hand(db, table):
        seats.set_presence(db, table.id, player_id, Presence.LEAVING, run_outs=0)
    else:
        table.mode.vacate(db, table, player_id, now)


def out_now(table: Table, player_id: int) -> Elimination:
    """R14.2: a player's elimination by leaving: in the running hand, else before the next."""
    if table.running is None:
        return Elimination(table.next_number, table.points_of(player_id))
    began = {part.player_id: part.can_lose for part in table.running.acting}
    return Elimination(table.running.row.number, began.get(player_id) or table.points_of(player_id))


@dataclass(frozen=True)
class DealtIn:
    """The seats that are dealt in, and the names of those who are not present."""

    seats: tuple[int, ...]
    out: tuple[str, ...]


def dealt_in(table: Table) -> DealtIn:
    """Who is dealt into the next hand: in a tournament, also those who sit out (R11.3)."""
    here = [seat for seat in table.seats if seat.presence is Presence.HERE]
    out = [seat for seat in table.seats if seat.presence is not Presence.HERE]
    return DealtIn(
        tuple(seat.seat for seat in (table.seats if table.mode.deals_everybody else here)),
        tuple(table.people[seat.player_id].name for seat in out),
    )


# --- waiting list of a full table: first come, first served ----------------------------------


def wait(db: Connection, table: Table, player: Player, now: int) -> int:
    """Put a player on a full table's waiting list; returns their place, from 1.

    Raises TableError if they are on it already.
    """
    if player.id in table.waiting:
        raise TableError(
            "You're already number {place} on the waiting list. To leave it, use /ofc leave.",
            place=1 + table.waiting.index(player.id),
        )
    seats.wait(db, table.id, player.id, now=now)
    # News of a free seat comes by direct message, so try those again.
    players.try_dms(db, player.id, None)
    return 1 + len(table.waiting)


def fill_seats(db: Connection, table_id: int) -> tuple[int, ...]:
    """Give a table's free seats to those on the waiting list; returns the players who sat down.

    They count as ready for the next hand, so that nobody waits for them.
    """
    row = tables.get(db, table_id)
    assert row is not None
    invited = seats.invited(db, table_id)
    taken = {seat.seat for seat in seats.of_table(db, table_id)}
    free = [number for number in range(1, row.options.seats + 1) if number not in taken]
    if invited:
        del free[-len(invited) :]
    seated: list[int] = []
    for number, (player_id, since) in zip(free, seats.waiters(db, table_id), strict=False):
        seats.wait_no_more(db, table_id, player_id)
        seats.sit(db, table_id, number, player_id, waited_since=since)
        seats.set_ready(db, table_id, player_id)
        seated.append(player_id)
    return tuple(seated)
