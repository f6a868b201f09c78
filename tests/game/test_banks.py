"""R14.5: a time bank is spent only while somebody is waited for, and what is left goes along."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game import clock
from bot.game.clock import FREE
from bot.game.loading import loaded
from bot.game.table import TableError
from bot.game.tournaments import several_tables
from bot.store import due, seats
from bot.store.connection import connect
from bot.store.tournaments import at_tables
from bot.surfaces.contents import own_part
from bot.values.scenes import Presence
from tests.game.league import League

HOUR = 3600


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / "ofc.sqlite3")
    connection.execute("BEGIN")
    yield connection
    connection.close()


@pytest.fixture
def league(db: sqlite3.Connection) -> League:
    """Three people in one group, with an hour each for three rounds of two hands."""
    league = League(db, 3, hands=2, variant="pineapple", bank=HOUR)
    league.start()
    return league


def left(league: League, player: int) -> int:
    """What a player has left of their bank now."""
    bank = at_tables.bank_of(league.db, league.id, player)
    return HOUR if bank is None else bank.left_at(league.now)


def test_it_runs_after_the_first_seconds_of_a_decision_until_it_is_made(league: League):
    ann, bob, mia = league.people
    (table,) = league.tables
    league.let_pass(FREE)
    assert [left(league, each) for each in league.people] == [HOUR] * 3
    league.let_pass(600)
    league.act(ann, table.id)
    assert left(league, ann) == HOUR - 600
    league.let_pass(300)
    assert left(league, ann) == HOUR - 600, "they wait for the others now"
    assert left(league, bob) == left(league, mia) == HOUR - 900


def test_what_is_left_goes_along_to_the_next_hand_and_the_next_round(league: League):
    ann = league.people[0]
    (table,) = league.tables
    league.let_pass(FREE + 100)
    league.play()
    assert league.found.row.round == 2
    assert left(league, ann) == HOUR - 100, "whoever is quick pays nothing"
    (later,) = league.tables
    assert later.id != table.id
    league.let_pass(FREE + 50)
    assert left(league, ann) == HOUR - 150


def test_when_it_is_empty_a_decision_has_its_first_seconds_only(league: League):
    ann, bob, mia = league.people
    (table,) = league.tables
    league.act(bob, table.id)
    league.act(mia, table.id)
    league.let_pass(FREE + HOUR - 1)
    assert loaded(league.db, table.id).decisions.keys() == {ann}
    league.let_pass(1)
    assert loaded(league.db, table.id).decisions.keys() == {ann, bob, mia}, "placed for Ann"
    assert left(league, ann) == 0
    assert loaded(league.db, table.id).deadlines[ann] == league.now + FREE
    assert left(league, bob) == HOUR


def test_whoever_is_away_spends_nothing(league: League):
    ann, bob, mia = league.people
    (table,) = league.tables
    league.let_pass(FREE + 60)
    seats.set_presence(league.db, table.id, ann, Presence.LEAVING, run_outs=0)
    league.act(bob, table.id)
    league.let_pass(500)
    assert left(league, ann) == HOUR - 60
    assert mia in loaded(league.db, table.id).decisions


def test_an_outage_and_more_time_for_the_round_cost_nothing(league: League):
    ann = league.people[0]
    (table,) = league.tables
    league.let_pass(FREE + 100)
    due.postpone(league.db, 5000)
    league.now += 5000
    assert left(league, ann) == HOUR - 100
    several_tables.extend(league.db, league.found.row, league.now)
    league.let_pass(300)
    assert left(league, ann) == HOUR - 100
    assert loaded(league.db, table.id).deadlines[ann] > league.now + HOUR
    league.let_pass(24 * HOUR - 300 + 50)
    assert left(league, ann) == HOUR - 150


def test_a_round_ends_in_time_whatever_is_left(db: sqlite3.Connection):
    league = League(db, 3, rounds=2, variant="pineapple", bank=7 * 24 * HOUR)
    league.start()
    league.let_pass(48 * HOUR)
    league.let_pass(60)
    assert league.found.row.round == 2
    spent = 48 * HOUR - FREE + (60 - FREE)
    assert {left(league, player) for player in league.people} == {7 * 24 * HOUR - spent}


def test_it_is_told_where_the_clock_is(league: League):
    ann = league.people[0]
    (table,) = league.tables
    began = league.now
    assert own_part(table, ann).bank == (began + FREE, HOUR)
    assert own_part(table, ann).until == began + FREE + HOUR


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("5m", 300), ("24h", 24 * HOUR), ("2D", 48 * HOUR), ("1.5 h", 5400), ("none", None)],
)
def test_how_it_is_written(typed: str, seconds: int | None):
    assert clock.parse_bank(typed) == seconds


@pytest.mark.parametrize("typed", ["30s", "8d", "5", "soon", "0m"])
def test_what_is_no_time_bank(typed: str):
    with pytest.raises(TableError, match="Write the time bank as 5m"):
        clock.parse_bank(typed)
