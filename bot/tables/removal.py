"""Taking somebody's seat away: by vote of the others, or by the host where nobody plays."""

from dataclasses import dataclass
from sqlite3 import Connection
from typing import Final

from bot.scenes import Presence
from bot.store import hands, players, seats, votes
from bot.store.players import Player
from bot.store.seats import SeatRow
from bot.store.tables import State
from bot.store.votes import Vote
from bot.tables import attendance, play, presence
from bot.tables.errors import TableError
from bot.tables.table import Table

_LASTS: Final = 24 * 3600
"""Seconds for which a vote is open."""
_WAITED: Final = 10 * 60
"""Seconds the table must have waited for somebody whom one other person alone removes."""


@dataclass(frozen=True)
class Count:
    """How a vote stands: the player it is about, who is for it, who has not voted, how many it
    takes.
    """

    vote_id: int
    target: Player
    agreed: tuple[Player, ...]
    missing: tuple[Player, ...]
    needed: int
    is_done: bool = False
    is_declined: bool = False


def ask(
    db: Connection, table: Table, player: Player, user_id: int, now: int, *, may_manage: bool
) -> Count | Player:
    """Ask to remove the person with a Discord id.

    Returns that person if they have lost the seat, at once or after the running hand; otherwise
    the vote on it, with the asker's vote in favour. Raises TableError.
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
    return _open_vote(db, table, player, target, now)


def _host_decides(table: Table, seat: SeatRow) -> bool:
    """Whether the host alone may remove somebody: in the lobby, or once they went away."""
    return table.state is State.LOBBY or _went_away(seat)


def _went_away(seat: SeatRow) -> bool:
    """Whether somebody is gone because time ran out, and not by their own wish."""
    return seat.presence is not Presence.HERE and seat.run_outs > 0


def _open_vote(db: Connection, table: Table, player: Player, target: Player, now: int) -> Count:
    table.verify_seated(player.id)
    others = _voters(table, target)
    seat = table.seat_of(target.id)
    if len(others) == 1 and not (seat is not None and _went_away(seat)):
        _verify_kept_waiting(db, table, target, now)
    vote = votes.open_on(db, table.id, target.id)
    if vote is not None and now - vote.made_at > _LASTS:
        votes.set_state(db, vote.id, "declined")
        vote = None
    vote_id = votes.add(db, table.id, target.id, now=now) if vote is None else vote.id
    return cast(db, table, vote_id, player, now, agrees=True)


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


def cast(
    db: Connection, table: Table, vote_id: int, player: Player, now: int, *, agrees: bool
) -> Count:
    """Vote, and remove the person if that makes a majority; raises TableError."""
    vote = _open(db, vote_id, now)
    target = players.get(db, vote.player_id)
    if table.seat_of(target.id) is None:
        votes.set_state(db, vote_id, "done")
        raise TableError("{name} has no seat any more.", name=target.name)
    if player.id not in {voter.id for voter in _voters(table, target)}:
        raise TableError("Only the others who sit at this table vote on this.")
    votes.cast(db, vote_id, player.id, agrees=agrees)
    count = _count(table, target, _open(db, vote_id, now))
    if count.is_done:
        votes.set_state(db, vote_id, "done")
        remove(db, table, target, now)
    elif count.is_declined:
        votes.set_state(db, vote_id, "declined")
    return count


def _open(db: Connection, vote_id: int, now: int) -> Vote:
    vote = votes.get(db, vote_id)
    if vote is None or vote.state != "open":
        raise TableError("This has been decided already.")
    if now - vote.made_at > _LASTS:
        raise TableError("This vote is a day old and over. Begin another with /ofc kick.")
    return vote


def _voters(table: Table, target: Player) -> list[Player]:
    """The other seated people; computer players and those who are leaving have no vote."""
    return [
        table.people[seat.player_id]
        for seat in table.persons
        if seat.player_id != target.id and seat.presence is not Presence.LEAVING
    ]


def _count(table: Table, target: Player, vote: Vote) -> Count:
    voters = _voters(table, target)
    needed = len(voters) // 2 + 1
    agreed = tuple(voter for voter in voters if vote.ballots.get(voter.id) is True)
    missing = tuple(voter for voter in voters if voter.id not in vote.ballots)
    return Count(
        vote.id,
        target,
        agreed,
        missing,
        needed,
        is_done=len(agreed) >= needed,
        is_declined=len(agreed) + len(missing) < needed,
    )


def remove(db: Connection, table: Table, target: Player, now: int) -> None:
    """Take somebody's seat away; a hand with decisions left is played for them first."""
    if play.has_decisions_left(table, target):
        seats.set_presence(db, table.id, target.id, Presence.LEAVING, run_outs=0)
    else:
        presence.vacate(db, table, target.id, now)
