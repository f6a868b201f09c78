"""Ending a game early, and taking somebody's seat away."""

from enum import Enum, auto
from typing import Final

from bot.game import lobby, play, presence
from bot.game.loading import loaded
from bot.game.table import Table, TableError, only_host
from bot.game.tournaments import endings
from bot.store import hands, players, proposals, seats, tables, uptime
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.proposals import Proposal, ProposalState
from bot.store.seats import SeatRow
from bot.store.tables import State
from bot.values.phrases import plain
from bot.values.scenes import Presence
from bot.values.standings import OutReason


class StopOutcome(Enum):
    """The outcome when somebody asks for the game to end."""

    ENDED = auto()
    WAITS = auto()
    """The others have not agreed yet."""
    ASKS = auto()
    """A hand is being played: the player has to choose how the game ends."""


def stop(db: Connection, table: Table, player: Player, now: int, *, runs_it: bool) -> StopOutcome:
    """End a game if the player `runs_it`, else agree to its end. Raises TableError."""
    table.verify_open()
    table.mode.verify_alone()
    if not runs_it:
        return agree(db, table, player, now)
    if table.running is not None:
        return StopOutcome.ASKS
    lobby.close(db, table, now)
    return StopOutcome.ENDED


def agree(db: Connection, table: Table, player: Player, now: int) -> StopOutcome:
    """Agree that the game ends now; the last one to agree ends it. Raises TableError.

    One person alone, with only computer players, cannot make a hand void that counts.
    """
    table.verify_open()
    table.mode.verify_alone()
    table.verify_seated(player.id)
    if _counts(table) and len(_asked(table)) < 2:
        raise TableError(
            "Nobody else can agree to that. Finish this hand, or leave with /ofc leave: "
            "your hand then counts as a foul."
        )
    seats.agree_to_stop(db, table.id, player.id)
    if any(seat.player_id != player.id for seat in yet_to_agree(table)):
        return StopOutcome.WAITS
    lobby.close(db, table, now)
    return StopOutcome.ENDED


def stop_after(db: Connection, table: Table, *, runs_it: bool) -> None:
    """Let the running hand be the last; raises TableError unless the player `runs_it`."""
    _verify_runs(table, runs_it=runs_it)
    table.mode.verify_alone()
    if table.running is None:
        raise TableError("No hand is being played. Press More, then End the game.")
    tables.set_stops(db, table.id)


def stop_now(db: Connection, table: Table, now: int) -> None:
    """End a game with its running hand void; raises TableError."""
    table.verify_open()
    table.mode.verify_alone()
    lobby.close(db, table, now)


def yet_to_agree(table: Table) -> tuple[SeatRow, ...]:
    """The people who have yet to agree that the game ends."""
    return tuple(seat for seat in _asked(table) if not seat.wants_stop)


def _asked(table: Table) -> tuple[SeatRow, ...]:
    """The people who have to agree; those who sit out only if they are in the running hand."""
    return tuple(
        seat for seat in table.persons if seat.presence is not Presence.OUT or _plays(table, seat)
    )


def _plays(table: Table, seat: SeatRow) -> bool:
    return table.running is not None and table.running.seat_of(seat.player_id) is not None


def _counts(table: Table) -> bool:
    return table.running is not None and table.running.row.counts


def _verify_runs(table: Table, *, runs_it: bool) -> None:
    table.verify_open()
    if not runs_it:
        raise only_host(table.host)


# --- taking a seat away ----------------------------------------------------------------------

_VOTE_SECONDS: Final = 24 * 3600
"""Seconds for which a vote is open."""
_LEAST_WAIT: Final = 10 * 60
"""Seconds that the table must have waited for somebody before one person alone can remove them."""


def ask_to_remove(
    db: Connection, table: Table, player: Player, user_id: int, now: int, *, runs_it: bool
) -> Proposal | Player:
    """Remove the person with a Discord id if the player `runs_it` and may, else put it to a vote.

    Returns the person if they have lost their seat, at once or after the running hand, or their
    place on the waiting list; otherwise the open vote. Raises TableError.
    """
    table.verify_open()
    table.mode.verify_alone()
    target = players.find(db, user_id)
    if target is not None and target.id == player.id:
        raise TableError("That's you. To leave the table, use /ofc leave.")
    if target is not None and target.id in table.waiting:
        _verify_runs(table, runs_it=runs_it)
        seats.wait_no_more(db, table.id, target.id)
        return target
    seat = None if target is None else table.seat_of(target.id)
    if target is None or seat is None:
        raise TableError("That person has no seat at this table.")
    if seat.presence is Presence.LEAVING:
        raise TableError("{name} has already lost the seat.", name=plain(target.name))
    # A table can be run without a seat at it.
    if not runs_it:
        table.verify_seated(player.id)
    # In the lobby a seat is worth little, and somebody who went away holds up everybody else.
    if runs_it and (table.state is State.LOBBY or _went_away(seat)):
        remove(db, table, target, now)
        return target
    return _put_to_vote(db, table, player, target, now)


def _went_away(seat: SeatRow) -> bool:
    """True if somebody is gone because their time ran out, not by choice."""
    return seat.presence is not Presence.HERE and seat.run_outs > 0


def _put_to_vote(
    db: Connection, table: Table, player: Player, target: Player, now: int
) -> Proposal:
    table.verify_seated(player.id)
    vote = proposals.vote_on(db, table.id, target.id)
    if vote is not None and _is_over(vote, now):
        proposals.close(db, vote, ProposalState.DECLINED)
        vote = None
    vote = vote or proposals.open_vote(db, table.id, target.id, now=now)
    seat = table.seat_of(target.id)
    if len(vote.responses) == 1 and not (seat is not None and _went_away(seat)):
        _verify_kept_waiting(db, table, target, now)
    return vote


def _verify_kept_waiting(db: Connection, table: Table, target: Player, now: int) -> None:
    """Raise TableError unless the target keeps the table waiting: else one vote is not enough.

    Time while the bot was away does not count, as nobody could act.
    """
    running = table.running
    if running is not None and running.seat_of(target.id) in running.hand.waiting_on:
        latest = hands.latest_at(db, running.row.id) or now
        if now - max(latest, uptime.there_since(db)) >= _LEAST_WAIT:
            return
    raise TableError(
        "There's nobody else here to vote. Once {name} has kept the table waiting for 10 "
        "minutes, you can do this alone; ending the game and /ofc leave always work.",
        name=plain(target.name),
    )


def verify_goes_on(db: Connection, vote: Proposal, now: int) -> None:
    """Raise TableError if an open vote is moot or too old."""
    table = loaded(db, vote.table_id or 0)
    table.verify_open()
    if _is_over(vote, now):
        raise TableError(
            "This vote ended after a day. Press More, then Remove somebody, to start another."
        )
    if table.seat_of(vote.player_id) is None:
        target = players.get(db, vote.player_id)
        raise TableError("{name} no longer has a seat.", name=plain(target.name))


def ends_at(vote: Proposal) -> int:
    """When a vote ends undecided (Unix seconds)."""
    return vote.made_at + _VOTE_SECONDS


def _is_over(vote: Proposal, now: int) -> bool:
    return now > ends_at(vote)


def carry_out(db: Connection, vote: Proposal, now: int) -> None:
    """Do what a vote has decided: take the seat away."""
    remove(db, loaded(db, vote.table_id or 0), players.get(db, vote.player_id), now)


def remove(db: Connection, table: Table, target: Player, now: int) -> None:
    """Take somebody's seat away and tell them; the bot first makes decisions left in a hand."""
    endings.tell_at_once(db, table.id, target.id, OutReason.REMOVED, now)
    if play.has_decisions_left(table, target):
        seats.set_presence(db, table.id, target.id, Presence.LEAVING, run_outs=0)
    else:
        presence.vacate(db, table, target.id, now)
