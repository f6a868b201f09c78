"""Taking somebody's seat away: by vote of the others, or by the host where nobody plays."""

from sqlite3 import Connection
from typing import Final

from bot.scenes import Presence
from bot.store import hands, players, proposals, seats
from bot.store.players import Player
from bot.store.proposals import Proposal
from bot.store.seats import SeatRow
from bot.store.tables import State
from bot.tables import attendance, play, presence
from bot.tables.errors import TableError
from bot.tables.table import Table, loaded

_LASTS: Final = 24 * 3600
"""Seconds for which a vote is open."""
_WAITED: Final = 10 * 60
"""Seconds the table must have waited for somebody whom one other person alone removes."""


def ask(
    db: Connection, table: Table, player: Player, user_id: int, now: int, *, may_manage: bool
) -> Proposal | Player:
    """Ask to remove the person with a Discord id.

    Returns that person if they have lost the seat, at once or after the running hand; otherwise
    the open vote on it. Raises TableError.
    """
    table.verify_open()
    target = players.find(db, user_id)
    seat = None if target is None else table.seat_of(target.id)
    if target is None or seat is None:
        raise TableError("That person has no seat at this table.")
    if target.id == player.id:
        raise TableError("That is you. Get up with /ofc leave.")
    if seat.presence is Presence.LEAVING:
        raise TableError("{name} has lost the seat already.", name=target.name)
    runs_it = may_manage or player.id == table.row.host_id
    if not runs_it:
        table.verify_seated(player.id)
    if runs_it and _host_decides(table, seat):
        remove(db, table, target, now)
        return target
    return _put_to_vote(db, table, player, target, now)


def _host_decides(table: Table, seat: SeatRow) -> bool:
    """Whether the host alone may remove somebody: in the lobby, or once they went away."""
    return table.state is State.LOBBY or _went_away(seat)


def _went_away(seat: SeatRow) -> bool:
    """Whether somebody is gone because time ran out, and not by their own wish."""
    return seat.presence is not Presence.HERE and seat.run_outs > 0


def _put_to_vote(
    db: Connection, table: Table, player: Player, target: Player, now: int
) -> Proposal:
    table.verify_seated(player.id)
    vote = proposals.vote_on(db, table.id, target.id)
    if vote is not None and _is_over(vote, now):
        proposals.close(db, vote, "declined")
        vote = None
    vote = vote or proposals.open_vote(db, table.id, target.id, now=now)
    seat = table.seat_of(target.id)
    if len(vote.voices) == 1 and not (seat is not None and _went_away(seat)):
        _verify_kept_waiting(db, table, target, now)
    return vote


def _verify_kept_waiting(db: Connection, table: Table, target: Player, now: int) -> None:
    """Raise TableError unless the target keeps the table waiting: a single vote is too little.

    While the bot is away nobody can act, so that time does not count.
    """
    running = table.running
    waited = 0
    if running is not None and running.seat_of(target.id) in running.hand.waiting_on:
        latest = hands.latest_at(db, running.row.id) or now
        waited = now - max(latest, attendance.there_since(db))
    if waited < _WAITED:
        raise TableError(
            "There is nobody to vote with. When {name} has kept the table waiting for 10 minutes, "
            "you can do this alone; /ofc stop and /ofc leave are always there.",
            name=target.name,
        )


def verify_goes_on(db: Connection, vote: Proposal, now: int) -> None:
    """Raise TableError if an open vote is about nothing any more, or too old."""
    table = loaded(db, vote.table_id or 0)
    table.verify_open()
    if _is_over(vote, now):
        raise TableError("This vote is a day old and over. Begin another with /ofc kick.")
    if table.seat_of(vote.player_id) is None:
        raise TableError("{name} has no seat any more.", name=players.get(db, vote.player_id).name)


def _is_over(vote: Proposal, now: int) -> bool:
    return now - vote.made_at > _LASTS


def carry_out(db: Connection, vote: Proposal, now: int) -> None:
    """Take the seat away that a vote is about."""
    remove(db, loaded(db, vote.table_id or 0), players.get(db, vote.player_id), now)


def remove(db: Connection, table: Table, target: Player, now: int) -> None:
    """Take somebody's seat away; a hand with decisions left is played for them first."""
    if play.has_decisions_left(table, target):
        seats.set_presence(db, table.id, target.id, Presence.LEAVING, run_outs=0)
    else:
        presence.vacate(db, table, target.id, now)
