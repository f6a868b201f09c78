"""Seats that are kept for people: who gets them instead; nobody waits beside a free one."""

import sqlite3
from dataclasses import replace

import pytest

from bot.game import computer_turns, lobby, readiness
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.lobby import SEAT_KEPT
from bot.game.table import Table, TableError
from bot.store import players, seats, tables
from bot.store.players import Player
from bot.values.options import Destination, TableOptions
from tests.game.clockwork import Clockwork
from tests.store.rows import GUILD, add_players


class Lobby:
    """A table of the first of some people."""

    def __init__(self, db: sqlite3.Connection, options: TableOptions) -> None:
        self.db = db
        self.at = Clockwork(db)
        found = (players.get(db, player) for player in add_players(db, 5))
        self.people = [player for player in found if player is not None]
        self.id = lobby.open_table(
            db,
            self.people[0],
            options,
            Destination(GUILD, 77, "en-US"),
            secret=self.at.secret(),
            now=self.at.now,
        )

    @property
    def table(self) -> Table:
        return loaded(self.db, self.id)

    def join(self, player: Player) -> lobby.Joined:
        return lobby.join(self.db, self.table, player, self.at.now)

    def invite(self, *invited: Player) -> None:
        for player in invited:
            lobby.invite(self.db, self.table, player, self.at.now)

    def leave(self, player: Player) -> None:
        lobby.leave(self.db, self.table, player, self.at.now)

    def deal(self) -> None:
        readiness.get_ready(self.db, self.table, self.people[0], self.at.secret, self.at.now)
        changed(self.db, self.id, self.at.now)

    def play_on(self) -> None:
        """Play the hand to its end."""
        while self.table.running is not None:
            for player in self.people:
                self.at.act(player.id, self.id)

    @property
    def seated(self) -> list[str]:
        return [self.table.people[seat.player_id].name for seat in self.table.seats]


def test_whoever_is_invited_and_has_to_wait_gets_the_next_seat(db: sqlite3.Connection):
    here = Lobby(db, TableOptions(seats=3))
    ann, bob, mia, *_ = here.people
    here.join(bob)
    here.invite(mia)
    tables.set_options(db, here.id, replace(here.table.options, seats=2))
    assert here.join(mia).place == 1
    here.leave(bob)
    assert here.seated == [ann.name, mia.name]
    here.leave(mia)
    assert here.table.waiting == ()


def test_whoever_waits_and_is_invited_sits_down_once(db: sqlite3.Connection):
    here = Lobby(db, TableOptions(seats=2))
    ann, bob, mia, *_ = here.people
    here.join(bob)
    assert here.join(mia).place == 1
    seats.invite(db, here.id, mia.id, here.at.now + SEAT_KEPT)
    tables.set_options(db, here.id, replace(here.table.options, seats=3))
    assert here.join(mia).seat == 3
    assert here.table.waiting == ()
    here.leave(bob)
    assert here.seated == [ann.name, mia.name]


@pytest.mark.parametrize("how", ["its time is up", "it is declined"])
def test_a_seat_that_is_kept_no_more_goes_to_whoever_waits(db: sqlite3.Connection, how: str):
    here = Lobby(db, TableOptions(seats=2))
    ann, bob, mia, *_ = here.people
    here.join(bob)
    assert here.join(mia).place == 1
    seats.invite(db, here.id, here.people[3].id, here.at.now + SEAT_KEPT)
    here.leave(bob)
    assert here.seated == [ann.name]
    if how == "it is declined":
        lobby.open_seat(db, here.table, here.people[3].id)
    else:
        lobby.give_up_seats(db, here.id, here.at.now + SEAT_KEPT)
    assert here.seated == [ann.name, mia.name]


def test_a_computer_player_takes_one_of_the_seats_that_are_kept(db: sqlite3.Connection):
    here = Lobby(db, TableOptions(seats=3))
    _, bob, mia, *_ = here.people
    here.invite(bob, mia)
    computer_turns.seat(db, here.table, computer_turns.USUAL)
    assert list(here.table.invited) == [mia.id]


def test_nobody_is_invited_where_nobody_new_may_sit_down(db: sqlite3.Connection):
    here = Lobby(db, TableOptions(seats=3, stack=20, books=False, clock=60))
    _, bob, mia, zoe, *_ = here.people
    here.join(bob)
    here.join(mia)
    here.deal()
    here.leave(mia)
    with pytest.raises(TableError, match="has begun"):
        here.invite(zoe)


def test_no_more_are_invited_to_a_rematch_than_there_are_seats(db: sqlite3.Connection):
    here = Lobby(db, TableOptions(seats=2, invited_only=True))
    ann, bob, mia, *_ = here.people
    here.invite(bob)
    here.join(bob)
    here.deal()
    here.play_on()
    here.leave(bob)
    here.invite(mia)
    here.join(mia)
    lobby.close(db, here.table, here.at.now)
    again, is_new = lobby.rematch(db, here.table, bob, here.at.secret(), here.at.now)
    assert is_new
    assert list(again.invited) == [ann.id]
