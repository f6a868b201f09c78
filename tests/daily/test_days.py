"""Days and weeks: by the clock of a place, over when they have ended everywhere."""

from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.daily.days import (
    begins_at,
    date_of,
    day_at,
    end_of,
    ends_at,
    last_over,
    last_published,
    number_of,
    over_at,
    published_at,
    set_of,
    week_number,
)
from bot.store.deal_sets import DAY, WEEK, Period
from bot.values.zones import zone_names


def at(written: str, zone: str = "UTC") -> int:
    return int(datetime.fromisoformat(written).replace(tzinfo=ZoneInfo(zone)).timestamp())


def test_a_day_is_the_date_where_somebody_plays():
    moment = at("2026-11-22 23:30")
    assert date_of(day_at(None, moment)) == "2026-11-22"
    assert date_of(day_at("Europe/Berlin", moment)) == "2026-11-23"
    assert date_of(day_at("America/New_York", moment)) == "2026-11-22"


def test_the_first_of_january_2026_is_number_1():
    assert number_of(day_at(None, at("2026-01-01 12:00"))) == 1


@pytest.mark.parametrize("zone", [None, "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"])
@pytest.mark.parametrize("date", ["2026-03-29", "2026-10-25", "2026-11-22"])
def test_it_ends_where_the_next_begins_also_when_clocks_change(zone: str | None, date: str):
    day = day_at(None, at(f"{date} 12:00"))
    end = end_of(day, zone)
    assert (day_at(zone, end - 1), day_at(zone, end)) == (day, day + 1)


def test_it_is_over_once_it_has_ended_in_every_zone():
    assert {*zone_names()} <= available_timezones()
    day = day_at(None, at("2026-11-22 12:00"))
    assert over_at(day) == at("2026-11-23 12:00")
    assert over_at(day) >= max(end_of(day, zone) for zone in zone_names())
    assert (last_over(over_at(day) - 1), last_over(over_at(day))) == (day - 1, day)


def test_a_week_goes_from_monday_to_sunday():
    monday = day_at(None, at("2026-11-16 12:00"))
    (week,) = {set_of(WEEK, monday + day) for day in range(7)}
    assert (week.day, week.last_day) == (monday, monday + 6)
    assert set_of(WEEK, monday - 1) == week.before
    assert week.before.after == week
    assert ends_at(week, "Europe/Berlin") == at("2026-11-23 00:00", "Europe/Berlin")
    assert published_at(week) == over_at(monday + 6)


@pytest.mark.parametrize("period", [DAY, WEEK])
def test_a_set_is_published_once_its_time_has_ended_in_every_zone(period: Period):
    which = set_of(period, day_at(None, at("2026-11-18 12:00")))
    over = published_at(which)
    assert over >= max(ends_at(which, zone) for zone in zone_names())
    found = last_published(period, over - 1), last_published(period, over)
    assert found == (which.before, which)


def test_the_week_of_the_first_of_january_2026_is_number_1():
    week = set_of(WEEK, day_at(None, at("2026-01-01 12:00"))).day
    assert (date_of(week), week_number(week), week_number(week + 7)) == ("2025-12-29", 1, 2)


@pytest.mark.parametrize(
    ("zone", "first"),
    [
        (None, "2026-10-19"),
        ("Europe/Berlin", "2026-10-19"),
        ("America/New_York", "2026-10-26"),
        ("Pacific/Kiritimati", "2026-11-23"),
    ],
)
def test_a_week_begins_on_monday_at_midnight_and_ends_as_the_next_begins(
    zone: str | None, first: str
):
    begins = at(f"{first} 00:00", zone or "UTC")
    week = set_of(WEEK, day_at(zone, begins))
    assert day_at(zone, begins - 1) < week.day
    assert begins_at(week, zone) == ends_at(week.before, zone) == begins
    assert ends_at(week, zone) > begins
