"""R14.3: the first tables of a knock-out begin as they get their threads."""

import sqlite3
from random import Random

import pytest

from bot.game.tournaments.knockout import HAND
from bot.store.tournaments import at_tables
from bot.store.tournaments.at_tables import Room
from tests.game.knock_outs import KnockOut


def make_thread(game: KnockOut, number: int) -> None:
    at_tables.keep_room(game.db, game.id, Room(number, 100 + number, 200 + number))
    game.look()


@pytest.mark.parametrize("seed", range(6))
def test_in_whatever_order_threads_come_everybody_is_dealt_the_first_hand(
    db: sqlite3.Connection, seed: int
):
    random = Random(seed)
    game = KnockOut(db, 10)
    numbers = [room.number for room in at_tables.rooms_of(db, game.id)]
    for dealt, number in enumerate(random.sample(numbers, len(numbers)), 1):
        make_thread(game, number)
        game.let_pass(0)
        assert game.dealt == [1] * dealt
        assert (game.row.round_ends_at or 0) == game.now + HAND, "each has the whole time"
        game.let_pass(random.randrange(HAND // 2))
    seated = [seat.player_id for table in game.found.tables for seat in table.seats]
    assert sorted(seated) == sorted(game.people)
    assert game.found.drawn == {}


def test_who_leaves_before_their_table_has_its_thread_leaves_the_others_one_to_play_with(
    db: sqlite3.Connection,
):
    game = KnockOut(db, 6)
    make_thread(game, 1)
    game.let_pass(0)
    waiting = game.found.drawn[2]
    for player in waiting[:2]:
        game.leave(player)
    make_thread(game, 2)
    game.let_pass(0)
    assert len(game.found.tables) == 1, "nobody plays alone"
    assert game.found.drawn == {}
    assert waiting[2] in game.found.unseated


def test_a_tournament_goes_on_although_the_only_thread_was_deleted(db: sqlite3.Connection):
    game = KnockOut(db, 6)
    make_thread(game, 1)
    game.let_pass(0)
    game.lose_thread(game.found.tables[0])
    game.let_pass(0)
    assert not game.row.is_over
    make_thread(game, 2)
    game.let_pass(0)
    assert game.dealt == [1]
