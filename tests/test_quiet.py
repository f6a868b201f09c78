"""Quiet hours: how they are written, and when they are in a time zone with its own clock."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.preferences import MOST_HOURS, QuietError, QuietHours, parse_hours
from bot.values.zones import (
    ZoneError,
    is_zone,
    local_time,
    parse_zone,
    zone_label,
    zone_names,
    zones_like,
)

MOMENTS = st.integers(
    int(datetime(2024, 1, 1, tzinfo=UTC).timestamp()),
    int(datetime(2030, 1, 1, tzinfo=UTC).timestamp()),
)
CHANGING = st.sampled_from(
    ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "UTC"]
)


@st.composite
def quiet_hours(draw: st.DrawFn) -> QuietHours:
    begins = draw(st.integers(0, 23))
    hours = draw(st.integers(1, MOST_HOURS))
    zone = draw(CHANGING | st.sampled_from(zone_names()))
    return QuietHours(begins, (begins + hours) % 24, zone)


def at(zone: str, *when: int) -> int:
    return int(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("22-8", (22, 8)),
        (" 23:00 - 07:00 ", (23, 7)),
        ("0–6", (0, 6)),
        ("24-6", (0, 6)),
        ("22 to 8", (22, 8)),
        ("22.00-8.00", (22, 8)),
        ("10pm-8am", (22, 8)),
        ("22h bis 8h", (22, 8)),
        ("22 Uhr bis 8 Uhr", (22, 8)),
        ("von 22 bis 8", (22, 8)),
        ("dalle 22 alle 8", (22, 8)),
        ("od 22 do 8", (22, 8)),
        ("from 10 p.m. until 8 a.m.", (22, 8)),
        ("none", None),
        ("Off", None),
    ],
)
def test_quiet_hours_are_written_as_two_hours(text: str, hours: tuple[int, int] | None):
    assert parse_hours(text) == hours


@pytest.mark.parametrize("text", ["", "22", "8-8", "8-21", "25-8", "-1-8", "night"])
def test_other_quiet_hours_are_refused(text: str):
    with pytest.raises(QuietError):
        parse_hours(text)


@pytest.mark.parametrize("text", ["22:30-8", "22:30-7:30", "10.30pm-8am"])
def test_quiet_hours_begin_and_end_at_a_full_hour(text: str):
    with pytest.raises(QuietError, match="at a full hour"):
        parse_hours(text)


def test_quiet_hours_reach_over_midnight():
    quiet = QuietHours(22, 8, "Europe/Berlin")
    assert [h for h in range(24) if quiet.covers(at("Europe/Berlin", 2026, 1, 5, h))] == [
        *range(8),
        22,
        23,
    ]


def test_they_are_those_of_the_persons_time_zone():
    quiet = QuietHours(22, 8, "Asia/Tokyo")
    assert quiet.covers(at("UTC", 2026, 1, 5, 14)), "23:00 in Tokyo"
    assert not quiet.covers(at("UTC", 2026, 1, 5, 23)), "8:00 in Tokyo"


def test_they_end_by_the_clock_on_the_wall_when_it_is_put_forward():
    quiet = QuietHours(22, 8, "Europe/Berlin")
    evening = at("Europe/Berlin", 2026, 3, 28, 22)
    assert quiet.end_after(evening) - evening == 9 * 3600
    assert quiet.begin_before(evening + 3600) == evening


@given(quiet_hours(), MOMENTS)
def test_from_their_beginning_to_their_end_all_is_quiet(quiet: QuietHours, moment: int):
    if not quiet.covers(moment):
        return
    begin, end = quiet.begin_before(moment), quiet.end_after(moment)
    assert begin <= moment < end
    assert not quiet.covers(end)
    assert end - begin <= (MOST_HOURS + 1) * 3600
    assert all(quiet.covers(each) for each in range(begin, end, 600))


@given(quiet_hours(), MOMENTS)
def test_everybody_can_be_reached_every_day(quiet: QuietHours, moment: int):
    half_hours = (moment + int(timedelta(minutes=30 * n).total_seconds()) for n in range(50))
    assert not all(map(quiet.covers, half_hours))


@pytest.mark.parametrize("text", ["europe/berlin", " Europe/Berlin", "EUROPE/BERLIN"])
def test_a_time_zone_may_be_written_in_any_case(text: str):
    assert parse_zone(text) == "Europe/Berlin"


@pytest.mark.parametrize(
    ("zone", "called"),
    [
        ("Europe/Berlin", ["Berlin", "CET", "mez", "Munich", "München", "Köln", "Deutschland"]),
        ("Europe/Vienna", ["Wien", "Vídeň", "vienna", "Österreich", "Graz"]),
        ("Europe/Rome", ["Roma", "Milano", "Mailand", "Torino", "Italia", "Řím"]),
        ("Europe/Prague", ["Praha", "Prag", "Brno", "Česko", "SEČ"]),
        ("America/New_York", ["EST", "new york", "Boston", "NYC"]),
        ("UTC", ["utc", "GMT", "UTC+0"]),
    ],
)
def test_a_time_zone_may_be_called_by_a_city_a_country_or_an_abbreviation(
    zone: str, called: list[str]
):
    assert {parse_zone(each) for each in called} == {zone}
    assert all(zone in zones_like(each) for each in called if each != "UTC+0")


@pytest.mark.parametrize(
    ("text", "label"),
    [("UTC+1", "UTC+1"), ("gmt-5", "UTC-5"), ("+02:00", "UTC+2"), ("UTC+14", "UTC+14")],
)
def test_a_zone_may_be_so_many_hours_from_utc(text: str, label: str):
    zone = parse_zone(text)
    assert zone_label(zone) == label
    assert zones_like(text) == [zone]
    assert parse_zone(zone) == zone
    assert is_zone(zone)
    hours = int(label.removeprefix("UTC"))
    assert datetime(2026, 7, 1, tzinfo=ZoneInfo(zone)).utcoffset() == timedelta(hours=hours)


@pytest.mark.parametrize(
    "text", ["", " ", "../../etc/passwd", "Factory", "Etc/GMT+15", "UTC+15", "UTC-13", "CST", "IST"]
)
def test_what_is_no_place_is_refused(text: str):
    with pytest.raises(ZoneError, match=r"I don't know this time zone|Several time zones fit"):
        parse_zone(text)


def test_a_city_is_found_by_its_beginning():
    assert zones_like("new y")[0] == "America/New_York"
    assert zones_like("berl") == ["Europe/Berlin"]
    assert len(zones_like("")) == len(zone_names())
    assert zones_like("atlantis") == []


def test_every_offered_time_zone_is_known():
    assert all(map(is_zone, zone_names()))
    assert all(ZoneInfo(name) for name in zone_names())
    assert local_time("Asia/Kolkata", at("UTC", 2026, 1, 5, 12)) == "17:30"
