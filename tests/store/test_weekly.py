"""A week's rows: who has played all of it, who stands where, weeks in a row."""

import sqlite3
from dataclasses import replace

import pytest

from bot.store import deal_sets, solo_deals
from bot.store.deal_sets import DAY, WEEK, DealSet, FieldStanding, SetScore
from bot.store.solo_deals import Attempt
from tests.store.rows import add_players

GUILD, ELSEWHERE = 7, 8
DEALS, FIRST = WEEK.deals, DealSet(WEEK, 1000)


@pytest.fixture
def people(db: sqlite3.Connection) -> list[int]:
    return add_players(db, 3)


def play(
    db: sqlite3.Connection,
    player: int,
    points: list[int],
    *,
    week: DealSet = FIRST,
    guild: int | None = GUILD,
) -> None:
    """Play the first deals of a week for so many points each."""
    deals = deal_sets.commit_to(db, week, lambda: bytes(32), now=1)
    for deal, each in zip(deals, points, strict=False):
        begun = Attempt(player, deal.id, False, guild, is_told=guild is not None)
        solo_deals.begin(db, begun, now=2)
        solo_deals.keep_log(db, begun, replace(begun, log=("x",), points=each, ended_at=3))


def test_a_week_has_its_deals_in_order_apart_from_the_day_it_begins_with(
    db: sqlite3.Connection, people: list[int]
):
    day = DealSet(DAY, FIRST.day)
    (today,) = deal_sets.commit_to(db, day, lambda: bytes(32), now=1)
    play(db, people[0], [1, 2, 3])
    found = deal_sets.deals(db, FIRST)
    assert [deal.mode for deal in found] == ["weekly"] * DEALS
    assert [deal_sets.of_deal(db, each) for each in found] == [(FIRST, n + 1) for n in range(DEALS)]
    assert today not in found
    assert deal_sets.deals(db, day) == (today,)
    assert [deal_sets.until(db, each, 25) for each in (day, FIRST)] == [(day,), (FIRST,)]
    assert deal_sets.until(db, FIRST.before, 25) == ()
    assert [each.points for each in deal_sets.played(db, people[0], FIRST)] == [1, 2, 3]
    assert deal_sets.played(db, people[0], day) == ()


def test_others_are_those_who_have_played_all_deals(db: sqlite3.Connection, people: list[int]):
    ann, bob, mia = people
    play(db, ann, [1] * DEALS)
    play(db, bob, [2] * DEALS, guild=ELSEWHERE)
    play(db, mia, [-9] * (DEALS - 1))
    assert deal_sets.field(db, FIRST, ann, DEALS, None) == FieldStanding(others=1, beaten=0)
    assert deal_sets.field(db, FIRST, ann, DEALS, GUILD) == FieldStanding(others=0, beaten=0)
    assert deal_sets.field(db, FIRST, bob, 2 * DEALS, None) == FieldStanding(others=1, beaten=1)
    assert deal_sets.streak(db, ann, DealSet(DAY, FIRST.day)) == 0, "a week is no day"


def test_the_standing_has_who_plays_here_all_deals_before_fewer(
    db: sqlite3.Connection, people: list[int]
):
    ann, bob, mia = people
    play(db, ann, [1] * DEALS)
    play(db, mia, [50])
    play(db, bob, [9] * DEALS, guild=None)
    assert deal_sets.standings(db, FIRST, GUILD) == (
        SetScore(ann, DEALS, DEALS),
        SetScore(mia, 1, 50),
    )


def test_a_streak_is_of_whole_weeks(db: sqlite3.Connection, people: list[int]):
    ann = people[0]
    twice = FIRST.before.before
    for week in (FIRST, FIRST.before, twice.before):
        play(db, ann, [0] * DEALS, week=week)
    play(db, ann, [0], week=twice)
    assert deal_sets.streak(db, ann, FIRST) == 2
    assert deal_sets.streak(db, ann, FIRST.after) == 0
