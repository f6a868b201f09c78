"""A week's rows: who has played all of it, who stands where, weeks in a row."""

import sqlite3
from dataclasses import replace

import pytest

from bot.store import daily_deals, solo_deals, weekly_deals
from bot.store.daily_deals import FieldStanding
from bot.store.solo_deals import Attempt
from bot.store.weekly_deals import DEALS, WeekScore
from tests.store.rows import add_players

GUILD, ELSEWHERE, WEEK = 7, 8, 1000


@pytest.fixture
def people(db: sqlite3.Connection) -> list[int]:
    return add_players(db, 3)


def play(
    db: sqlite3.Connection,
    player: int,
    points: list[int],
    *,
    week: int = WEEK,
    guild: int | None = GUILD,
) -> None:
    """Play the first deals of a week for so many points each."""
    for place, each in enumerate(points, start=1):
        deal = daily_deals.commit_to(db, week, bytes(32), now=1, place=place)
        begun = Attempt(player, deal.id, False, guild, is_told=guild is not None)
        solo_deals.begin(db, begun, now=2)
        solo_deals.keep_log(db, begun, replace(begun, log=("x",), points=each, ended_at=3))


def test_a_week_has_its_deals_in_order_apart_from_the_day_it_begins_with(
    db: sqlite3.Connection, people: list[int]
):
    today = daily_deals.commit_to(db, WEEK, bytes(32), now=1)
    play(db, people[0], [1, 2, 3])
    found = weekly_deals.deals(db, WEEK)
    assert [deal.mode for deal in found] == ["weekly"] * 3
    assert today not in found
    assert daily_deals.deal_of(db, WEEK) == today
    assert daily_deals.days_until(db, WEEK, 25) == (WEEK,)
    assert [each.points for each in weekly_deals.attempts(db, people[0], WEEK)] == [1, 2, 3]


def test_others_are_those_who_have_played_all_deals(db: sqlite3.Connection, people: list[int]):
    ann, bob, mia = people
    play(db, ann, [1] * DEALS)
    play(db, bob, [2] * DEALS, guild=ELSEWHERE)
    play(db, mia, [-9] * (DEALS - 1))
    assert weekly_deals.field(db, ann, WEEK, DEALS, None) == FieldStanding(others=1, beaten=0)
    assert weekly_deals.field(db, ann, WEEK, DEALS, GUILD) == FieldStanding(others=0, beaten=0)
    assert weekly_deals.field(db, bob, WEEK, 2 * DEALS, None) == FieldStanding(others=1, beaten=1)
    assert daily_deals.streak(db, ann, WEEK) == 0, "a week is no day"


def test_the_standing_has_who_plays_here_all_deals_before_fewer(
    db: sqlite3.Connection, people: list[int]
):
    ann, bob, mia = people
    play(db, ann, [1] * DEALS)
    play(db, mia, [50])
    play(db, bob, [9] * DEALS, guild=None)
    assert weekly_deals.standings(db, WEEK, GUILD) == (
        WeekScore(ann, DEALS, DEALS),
        WeekScore(mia, 1, 50),
    )


def test_a_streak_is_of_whole_weeks(db: sqlite3.Connection, people: list[int]):
    ann = people[0]
    for week in (WEEK, WEEK - 7, WEEK - 21):
        play(db, ann, [0] * DEALS, week=week)
    play(db, ann, [0], week=WEEK - 14)
    assert weekly_deals.streak(db, ann, WEEK) == 2
    assert weekly_deals.streak(db, ann, WEEK + 7) == 0
