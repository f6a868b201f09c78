"""R9.3: a loss limit of one's own is the person's at that table, as their total is."""

import sqlite3
from random import Random

import pytest

from bot.game import leaving, lobby, play, presence
from bot.game.changes import changed
from bot.game.errors import TableError
from bot.game.loading import loaded
from bot.game.table import Table
from bot.game.terms import can_lose, limit_losses, terms_of
from bot.ofc.errors import OfcError
from bot.ofc.rulesets import Ruleset
from bot.store import players
from bot.store.players import Player
from bot.store.tables import State
from bot.values.options import TableOptions
from tests.e2e.house import secret_of
from tests.ofc.hands import random_placement
from tests.store.rows import GUILD, add_players

NOW = 1_000_000


def opened(db: sqlite3.Connection, seats: int) -> tuple[int, list[Player]]:
    """A table of closed Chinese at which the first person sits, and two people more than seats."""
    people = [players.get(db, player) for player in add_players(db, seats + 2)]
    options = TableOptions(Ruleset.of("standard", {"variant": "chinese"}), seats, stake=9)
    table_id = lobby.open_table(
        db,
        people[0],
        options,
        guild_id=GUILD,
        channel_id=77,
        locale="en-US",
        secret=secret_of(0),
        now=NOW,
    )
    return table_id, people


def set_a_row(db: sqlite3.Connection, table: Table, random: Random) -> None:
    running = table.running
    assert running is not None
    seat = running.hand.waiting_on[0]
    player = players.get(db, running.player_at(seat))
    play.place(db, table, player, random_placement(running.hand, seat, random), NOW)


def do_anything(db: sqlite3.Connection, table_id: int, who: Player, random: Random) -> None:
    """One thing that somebody may do with their seat, or a street, or the next hand."""
    table = loaded(db, table_id)
    match random.randrange(7):
        case 0:
            lobby.join(db, table, who, NOW)
        case 1:
            lobby.leave(db, table, who, NOW)
        case 2:
            leaving.remove(db, table, who, NOW) if table.seat_of(who.id) else None
        case 3:
            presence.sit_out(db, table, who)
        case 4:
            presence.come_back(db, table, who, NOW)
        case _ if table.running is None:
            play.deal(db, table, secret_of(random.randrange(10**6)), NOW)
        case _:
            set_a_row(db, table, random)


@pytest.mark.parametrize("seed", range(12))
def test_nobody_ever_loses_more_than_they_said(db: sqlite3.Connection, seed: int):
    random = Random(seed)
    table_id, people = opened(db, 3)
    for each in people[1:]:
        lobby.join(db, loaded(db, table_id), each, NOW)
    limits = {each.id: random.randrange(20, 90) for each in people}
    for each in people:
        limit_losses(db, loaded(db, table_id), each, limits[each.id])
    for _turn in range(300):
        if loaded(db, table_id).state is State.CLOSED:
            break
        try:
            do_anything(db, table_id, random.choice(people), random)
            changed(db, table_id, NOW)
        except OfcError:
            continue
        table = loaded(db, table_id)
        assert all(points >= -limits[player] for player, points in table.totals.items())
        seated = {seat.player_id for seat in table.seats}
        assert {name for name, _ in terms_of(table, table.next_number).limits} == {
            each.name for each in people if each.id in seated
        }
        assert can_lose(table) == {
            player: limits[player] + table.totals.get(player, 0) for player in seated
        }


def test_it_can_be_said_by_whoever_waits_for_a_seat(db: sqlite3.Connection):
    table_id, (host, one, late, stranger) = opened(db, 2)
    for each in (one, late):
        lobby.join(db, loaded(db, table_id), each, NOW)
    limit_losses(db, loaded(db, table_id), late, 30)
    with pytest.raises(TableError, match="You have no seat"):
        limit_losses(db, loaded(db, table_id), stranger, 30)
    lobby.leave(db, loaded(db, table_id), host, NOW)
    assert can_lose(loaded(db, table_id)) == {late.id: 30}


def test_it_is_taken_back_before_the_first_hand_alone(db: sqlite3.Connection):
    table_id, (host, guest, *_others) = opened(db, 2)
    lobby.join(db, loaded(db, table_id), guest, NOW)
    limit_losses(db, loaded(db, table_id), guest, 30)
    limit_losses(db, loaded(db, table_id), guest, None)
    assert can_lose(loaded(db, table_id)) == {}
    limit_losses(db, loaded(db, table_id), host, 30)
    play.deal(db, loaded(db, table_id), secret_of(1), NOW)
    with pytest.raises(TableError, match="You have played here already"):
        limit_losses(db, loaded(db, table_id), host, None)
    assert can_lose(loaded(db, table_id)) == {host.id: 30}
