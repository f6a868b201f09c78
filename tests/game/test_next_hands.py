"""When the next hand comes by itself, and what is said of it: to the second."""

import sqlite3
from typing import Final

import pytest

from bot.game import play, presence
from bot.game.changes import close_expired, end_match
from bot.game.readiness import following
from bot.game.table import StaleError
from bot.store import due, facts, hands, seats, tables
from bot.store.tables import State
from bot.values.options import Length, Unit
from bot.values.scenes import Presence
from tests.e2e.house import secret_of
from tests.game.one_table import NOW, At

DAY: Final = 24 * 3600


@pytest.mark.parametrize("seconds", [60, 300])
def test_it_comes_after_as_many_seconds_as_the_host_has_said(db: sqlite3.Connection, seconds: int):
    at = At(db, 2, next_hand=seconds)
    assert at.deals_at is None, "the first one is dealt by the host"
    assert following(at.table) is None
    at.plays_hand(NOW + 7)
    comes = NOW + 7 + seconds
    assert at.deals_at == comes
    said = following(at.table)
    assert said is not None
    assert (said.at, said.by_itself, said.ready, said.waiting) == (comes, True, (), ("P0", "P1"))
    at.ready(1, now=NOW + 20)
    assert at.deals_at == comes, "to be ready puts nothing off"
    assert not at.looks(comes - 1)
    assert at.looks(comes)
    assert following(at.table) is None


def test_where_the_host_has_said_nothing_it_never_comes_without_a_press(db: sqlite3.Connection):
    at = At(db, 2)
    at.plays_hand(NOW)
    assert at.deals_at is None
    assert not at.looks(NOW + DAY)
    said = following(at.table)
    assert said is not None
    assert (said.at, said.by_itself) == (NOW + 300, False)


@pytest.mark.parametrize(("second", "dealt"), [(NOW + 299, False), (NOW + 300, True)])
def test_whoever_is_ready_waits_five_minutes_for_the_others(
    db: sqlite3.Connection, second: int, dealt: bool
):
    at = At(db, 3)
    at.plays_hand(NOW)
    assert not at.ready(0, now=NOW + 300), "a first press waits, however late"
    assert at.ready(0, now=second) is dealt


def test_the_press_that_was_waited_for_deals_it(db: sqlite3.Connection):
    at = At(db, 3)
    at.plays_hand(NOW)
    assert not at.ready(0, 1)
    said = following(at.table)
    assert said is not None
    assert (said.ready, said.waiting) == (("P0", "P1"), ("P2",))
    assert at.ready(2)
    with pytest.raises(StaleError, match="already been dealt"):
        at.ready(2)


def test_nobody_waits_for_those_who_sit_out_and_a_table_of_one_is_paused(db: sqlite3.Connection):
    at = At(db, 3)
    at.plays_hand(NOW)
    at.ready(0)
    presence.sit_out(db, at.table, at.people[1])
    at.change(NOW + 1)
    assert at.deals_at is None
    presence.sit_out(db, at.table, at.people[2])
    at.change(NOW + 2)
    assert at.deals_at is None, "there is nobody to play with"
    said = following(at.table)
    assert said is not None
    assert (said.at, said.ready, said.waiting) == (None, (), ())
    presence.come_back(db, at.table, at.people[1], NOW + 3)
    at.change(NOW + 3)
    assert at.deals_at == NOW + 3, "who comes back is ready, and so are all who are there"


@pytest.mark.parametrize("back", [0, NOW + 30], ids=["there all the time", "was away"])
@pytest.mark.parametrize(("seconds", "dealt"), [(119, False), (120, True)])
def test_it_is_not_dealt_before_a_message_shows_its_commitment(
    db: sqlite3.Connection, back: int, seconds: int, dealt: bool
):
    """Unless there is none for two minutes: nothing waits for ever."""
    facts.keep_fact(db, "back", str(back))
    at = At(db, 2, next_hand=60)
    at.plays_hand(NOW + 5, shown=False)
    at.ready(0, now=NOW + 6)
    assert at.deals_at == NOW + 65
    last = max(NOW + 5, back) + seconds
    at.change(last - 2)
    assert at.deals_at == last, "it is looked again soon"
    assert at.looks(last) is dealt


def test_it_is_dealt_as_soon_as_a_message_shows_it(db: sqlite3.Connection):
    at = At(db, 2, next_hand=60)
    at.plays_hand(NOW, shown=False)
    at.change(NOW + 60)
    assert not at.looks(NOW + 62)
    hands.keep_message(db, at.id, 2, "7")
    at.change(NOW + 63)
    assert at.looks(NOW + 64)


@pytest.mark.parametrize("starts_at", [None, NOW + 500])
@pytest.mark.parametrize("people", [2, 3])
def test_a_sit_and_go_begins_once_it_is_full_unless_it_has_a_time(
    db: sqlite3.Connection, people: int, starts_at: int | None
):
    at = At(db, people, stack=20)
    hands.keep_message(db, at.id, 1, "7")
    at.starts(starts_at)
    at.change(NOW + 1)
    begins = people == 3 and starts_at is None
    assert at.deals_at == (NOW + 1 if begins else None)
    assert at.looks(NOW + 1) is begins


def test_a_table_that_is_no_tournament_waits_for_its_host_though_it_is_full(
    db: sqlite3.Connection,
):
    at = At(db, 3)
    assert not at.looks(NOW + 1)


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("starts_at", "closes_at"),
    [(None, NOW + DAY), (NOW - 5, NOW + DAY), (NOW + 500, NOW + 500 + DAY)],
)
def test_a_lobby_closes_after_a_day_from_when_it_was_to_begin(
    db: sqlite3.Connection, starts_at: int | None, closes_at: int
):
    at = At(db, 2, stack=20)
    at.starts(starts_at)
    at.change(NOW)
    assert at.table.row.closes_at == closes_at
    close_expired(db, at.id, closes_at - 1)
    assert at.table.state is State.LOBBY
    close_expired(db, at.id, closes_at)
    assert at.table.state is State.CLOSED


def test_after_thirty_days_in_which_nobody_plays_it_closes_in_a_hand_too(db: sqlite3.Connection):
    at = At(db, 2)
    at.plays_hand(NOW + 5)
    assert at.table.row.closes_at == NOW + 5 + 30 * DAY
    play.deal(db, at.table, secret_of(9), NOW + 6)
    at.change(NOW + 6)
    assert at.table.row.closes_at == NOW + 6 + 30 * DAY
    close_expired(db, at.id, NOW + 6 + 30 * DAY)
    assert at.table.state is State.CLOSED


def test_without_a_clock_it_closes_too_while_the_bot_is_to_place_for_somebody(
    db: sqlite3.Connection,
):
    at = At(db, 2)
    play.deal(db, at.table, secret_of(9), NOW)
    at.change(NOW)
    (bob,) = at.table.decisions
    seats.set_presence(db, at.id, bob, Presence.LEAVING, run_outs=0)
    at.change(NOW + 6)
    assert due.first_deadline(db, at.id) is not None
    assert at.table.row.closes_at == NOW + 6 + 30 * DAY


def test_where_a_clock_runs_a_hand_comes_to_its_end_and_closes_nothing(db: sqlite3.Connection):
    at = At(db, 2, clock=60)
    play.deal(db, at.table, secret_of(9), NOW + 6)
    at.change(NOW + 6)
    assert at.table.row.closes_at is None
    close_expired(db, at.id, NOW + 100 * DAY)
    assert at.table.state is State.PLAYING


def test_a_match_by_time_ends_with_the_hand_that_is_in_play_then(db: sqlite3.Connection):
    at = At(db, 2, length=Length(Unit.TIME, 3600))
    at.plays_hand(NOW + 10)
    end = NOW + 10 + 3600
    assert at.table.row.ends_at == end, "its time begins with the first hand"
    at.plays_hand(NOW + 20)
    assert at.table.row.ends_at == end
    end_match(db, at.id, end - 1)
    assert at.table.state is State.BETWEEN
    play.deal(db, at.table, secret_of(9), end - 1)
    end_match(db, at.id, end)
    assert at.table.state is State.PLAYING
    at.ends_hand(end)
    assert (at.table.state, at.table.row.ended_by) == (State.CLOSED, Unit.TIME)


@pytest.mark.parametrize(("ends", "goes_on"), [(NOW + 3609, True), (NOW + 3610, False)])
def test_no_hand_is_dealt_once_its_time_is_up(db: sqlite3.Connection, ends: int, goes_on: bool):
    at = At(db, 2, length=Length(Unit.TIME, 3600))
    at.plays_hand(NOW + 10)
    play.deal(db, at.table, secret_of(9), NOW + 11)
    at.ends_hand(ends)
    assert (at.table.state is State.BETWEEN) is goes_on


@pytest.mark.parametrize("number", [1, 2])
def test_a_match_of_so_many_hands_ends_with_the_last(db: sqlite3.Connection, number: int):
    at = At(db, 2, length=Length(Unit.HANDS, number))
    for hand in range(number):
        assert at.table.state is not State.CLOSED
        at.plays_hand(NOW + hand)
    assert (at.table.state, at.table.row.ended_by) == (State.CLOSED, Unit.HANDS)


@pytest.mark.parametrize("people", [2, 3])
def test_a_match_of_one_orbit_ends_when_everybody_had_the_button(
    db: sqlite3.Connection, people: int
):
    at = At(db, people, length=Length(Unit.ORBITS, 1))
    for hand in range(people):
        assert at.table.state is not State.CLOSED
        at.plays_hand(NOW + hand)
    assert (at.table.state, at.table.row.ended_by) == (State.CLOSED, Unit.ORBITS)


def test_a_match_that_is_to_stop_does_so_with_its_hand_and_people_have_ended_it(
    db: sqlite3.Connection,
):
    at = At(db, 2, length=Length(Unit.HANDS, 5))
    play.deal(db, at.table, secret_of(9), NOW)
    tables.set_stops(db, at.id)
    at.ends_hand(NOW + 1)
    assert (at.table.state, at.table.row.ended_by) == (State.CLOSED, "")
