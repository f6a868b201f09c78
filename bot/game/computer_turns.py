"""Computer players at a table: seating them, and the decisions they have to make."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from bot.game import play
from bot.game.play import spot_of
from bot.game.presence import fill_seats
from bot.game.table import Table, TableError
from bot.store import players, seats
from bot.store.engine import Connection
from bot.store.players import Player
from bot.values.phrases import plain
from bot.values.scenes import COMPUTER
from ofc_engine.board import Placement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS, Level, level

USUAL: Final = LEVELS["steady"]
"""The level of the usual opponent."""


def seat(db: Connection, table: Table, kind: Level) -> Player:
    """Give the lowest free seat to a computer player of a level; raises TableError."""
    table.verify_open()
    number = table.free_seat
    if number is None:
        raise TableError("All {seats} seats are taken.", seats=table.options.seats)
    if not table.has_open_seat:
        # The host wants the seat for it: the first to be invited has had the most time.
        seats.uninvite(db, table.id, next(iter(table.invited)))
    computer = _free(db, table, kind)
    seats.sit(db, table.id, number, computer.id)
    return computer


def unseat(db: Connection, table: Table, number: int) -> Player:
    """Remove a computer player that is in no hand; the seat goes to the waiting list.

    Raises TableError.
    """
    table.verify_open()
    table.mode.verify_computers_leave(table)
    taken = next((row for row in table.seats if row.seat == number), None)
    if taken is None or not table.people[taken.player_id].is_computer:
        raise TableError("That computer player has already left.")
    computer = table.people[taken.player_id]
    if play.has_decisions_left(table, computer):
        raise TableError(
            "{name} is in a hand. Try again when it's over.", name=plain(computer.name)
        )
    seats.stand_up(db, table.id, computer.id)
    fill_seats(db, table.id)
    return computer


def seated(table: Table) -> dict[int, Player]:
    """Seat -> computer player, at a table."""
    by_seat = {row.seat: table.people[row.player_id] for row in table.seats}
    return {number: player for number, player in by_seat.items() if player.is_computer}


def _free(db: Connection, table: Table, kind: Level) -> Player:
    """A computer player of a level that is not at the table or in its hand; a new one if needed."""
    acting = () if table.running is None else table.running.acting
    there = {each.player_id for each in (*table.seats, *acting)}
    return one_but(db, kind, there)


def one_but(db: Connection, kind: Level, others: Container[int]) -> Player:
    """A computer player of a level whose id is not among `others`; a new one if needed."""
    known = players.computers(db, kind.name)
    for computer in known:
        if computer.id not in others:
            return computer
    number = f" {len(known) + 1}" if known else ""
    handle = f"{kind.name}{number}".replace(" ", "_") + "_bot"
    return players.add_computer(db, kind.name, f"{kind.human}{number}{COMPUTER}", handle)


# --- what they have to do -------------------------------------------------------------------


@dataclass(frozen=True)
class ComputerTurn:
    """A computer player's decision that a table waits for, with what the player may know."""

    table_id: int
    hand: int
    street: int
    player: Player
    knowledge: Knowledge

    @property
    def level(self) -> Level:
        """How the player decides."""
        assert self.player.level is not None
        return level(self.player.level)


def task_of(table: Table) -> ComputerTurn | None:
    """The decision a computer player has to make at a table now; None if there is none.

    A Fantasyland that is set face down comes last, when all others are done and their boards lie
    open.
    """
    played = table.running
    if played is None:
        return None
    for number in played.hand.waiting_on:
        player = table.people[played.player_at(number)]
        if player.is_computer and played.hand.seats[number].pending:
            knowledge = Knowledge.of(played.view(player.id))
            spot = spot_of(table, player.id)
            return ComputerTurn(table.id, spot.hand, spot.street, player, knowledge)
    return None


def carry_out(
    db: Connection, table: Table, task: ComputerTurn, placement: Placement | None, now: int
) -> None:
    """Carry out a computer player's decision, unless the table has moved on in the meantime."""
    spot = spot_of(table, task.player.id)
    played = table.running
    if played is None or (spot.hand, spot.street) != (task.hand, task.street):
        return
    number = played.seat_of(task.player.id)
    if number not in played.hand.waiting_on:
        return
    if placement is None:
        play.surrender(db, table, task.player, now)
    else:
        play.place(db, table, task.player, placement, now)
