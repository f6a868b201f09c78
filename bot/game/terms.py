"""The terms of a match: what two play for (R9.2), when it is over (R9.1, R9.3), visits (R7)."""

import json
from typing import Final

from bot.game.loading import loaded
from bot.game.looks import keep_looks
from bot.game.outcomes import HandOutcome
from bot.game.played import PlayedHand
from bot.game.presence import dealt_in
from bot.game.table import Table, TableError
from bot.store import due, hands, players, seats, tables
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.proposals import Proposal
from bot.store.tables import State
from bot.values.options import Terms, Unit, Visit
from bot.values.phrases import plain
from bot.values.scenes import Presence
from ofc_engine.rulesets import Ruleset

MOST_BETWEEN_TWO: Final = 50


def terms_of(table: Table, number: int) -> Terms:
    """The terms of hand `number` at a table; with its orbit only if the table has its news."""
    agreed = [
        (*(table.people[player].name for player in sorted(pair)), stake)
        for pair, stake in table.stakes_in(number).items()
        if all(table.seat_of(player) is not None for player in pair)
    ]
    return Terms(
        table.options,
        tuple((one, other, stake) for one, other, stake in agreed),
        table.extras.orbit,
        table.row.ends_at,
        table.row.stops,
        tuple(
            (table.people[seat.player_id].name, table.limits[seat.player_id])
            for seat in table.seats
            if seat.player_id in table.limits
        ),
        unplayed=table.mode.unplayed,
    )


# --- a proposal of kind `stake` ---------------------------------------------------------------


def verify_stake(table: Table, one: Player, other: Player, stake: int) -> None:
    """Raise TableError unless two players can agree on a stake at a table."""
    verify_seated(table, one, other)
    table.mode.verify_stake()
    if one.id == other.id:
        raise TableError("Choose another player at this table.")
    if not 1 <= stake <= MOST_BETWEEN_TWO:
        raise TableError("The stake is a multiplier from 1 to {most}.", most=MOST_BETWEEN_TWO)
    if stake == _stake_between(table, one, other):
        raise TableError("Points between you two are already multiplied by {stake}.", stake=stake)


def verify_seated(table: Table, *people: Player) -> None:
    """Raise TableError unless a table is open and all these people have a seat."""
    table.verify_open()
    for player in people:
        if table.seat_of(player.id) is None:
            raise TableError("{name} has no seat at this table.", name=plain(player.name))


def verify_goes_on(db: Connection, proposal: Proposal) -> None:
    """Raise TableError if the table of a proposed stake, or one of the two seats, is gone."""
    people = (players.get(db, response.player_id) for response in proposal.responses)
    verify_seated(loaded(db, table_of_stake(proposal)), *people)


def body_of(table: Table, stake: int) -> str:
    """The body of a proposal of a stake."""
    return json.dumps({"table": table.id, "stake": stake})


def table_of_stake(proposal: Proposal) -> int:
    """The id of the table that a proposed stake is about."""
    return json.loads(proposal.body)["table"]


def keep_agreed(db: Connection, proposal: Proposal) -> int:
    """Store an agreed stake; returns the number of the first hand with it. Raises OfcError."""
    table = loaded(db, table_of_stake(proposal))
    pair = frozenset(response.player_id for response in proposal.responses)
    first, second = (players.get(db, player_id) for player_id in pair)
    verify_stake(table, first, second, stake_in(proposal))
    seats.agree_on_stake(db, table.id, pair, stake_in(proposal), table.next_number)
    keep_looks(db, table.id)
    return table.next_number


def _stake_between(table: Table, one: Player, other: Player) -> int:
    agreed = table.stakes_in(table.next_number)
    return agreed.get(frozenset((one.id, other.id)), table.options.stake)


def stake_in(proposal: Proposal) -> int:
    """The stake that is proposed."""
    return json.loads(proposal.body)["stake"]


# --- the end of a match ----------------------------------------------------------------------


def end_if_over(
    db: Connection, table: Table, played: PlayedHand, outcome: HandOutcome, now: int
) -> None:
    """Close a table after a booked hand if its match is over, or if it is to stop."""
    ended_by = table.mode.ended_by(db, table, played, outcome, now)
    if ended_by or table.row.stops:
        tables.close(db, table.id, now, ended_by)


def begin(db: Connection, table: Table, now: int) -> None:
    """Start the time of a match with its first hand; raises TableError when it is up."""
    length = table.options.length
    if length is not None and length.unit is Unit.TIME:
        due.set_end(db, table.id, now + length.number)
    if table.row.ends_at is not None and table.row.ends_at <= now:
        raise TableError("This match is out of time.")


def limit_losses(db: Connection, table: Table, player: Player, points: int | None) -> None:
    """Let a player lose no more than `points` at a table, None for its own limit (R9.3).

    They can choose until they are first dealt in; the limit stays theirs at the table even if they
    leave their seat. Raises TableError.
    """
    table.verify_open()
    if player.id not in table.waiting:
        table.verify_seated(player.id)
    most = table.options.loss_limit
    table.mode.verify_limit()
    if hands.has_played(db, table.id, player.id):
        raise TableError(
            "You've already played here. Set a limit of your own before your first hand at a table."
        )
    if points is not None and most is not None and points >= most:
        raise TableError("Nobody can lose more than {most} points here anyway.", most=most)
    seats.set_loss_limit(db, table.id, player.id, points)


def _next_visit(rules: Ruleset, visit: int, most: int) -> tuple[int, int]:
    """The fewest and most cards of the next visit that a hand can earn.

    `visit` is the cards of the current visit, or 0, `most` a limit for both.
    """
    earned = (rules.repeat_cards(visit),) if visit else rules.possible_visits
    return min(earned[0], most), min(earned[-1], most)


def visits_of(table: Table) -> tuple[Visit, ...]:
    """Everybody's visit to Fantasyland, current and earned, in the order of seats.

    Empty where there is no Fantasyland.
    """
    cards = table.rules.fantasyland
    if cards is None:
        return ()
    variant = table.rules.variant
    # R1.5: the more players are dealt in, the fewer cards are left.
    playing = max(2, min(len(dealt_in(table).seats), variant.most_players))
    most = variant.most_cards(playing)
    running = table.running
    acting = () if running is None else running.acting
    there = {part.player_id: part.fantasyland for part in acting if part.fantasyland}
    return tuple(
        Visit(
            table.people[seat.player_id].name,
            next=_next_visit(table.rules, there.get(seat.player_id, 0), most),
            earned=0 if table.state is State.CLOSED else min(seat.fantasyland, most),
            are_there=seat.player_id in there,
            sits_out=seat.presence is not Presence.HERE,
        )
        for seat in table.seats
    )
