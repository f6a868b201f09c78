"""Quiet hours: how they are written, and when they are in a time zone with its own clock."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values.people import (
    MOST_HOURS,
    QuietError,
    QuietHours,
    local_time,
    parse_hours,
    parse_zone,
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
        ("none", None),
        ("Off", None),
    ],
)
def test_quiet_hours_are_written_as_two_hours(text: str, hours: tuple[int, int] | None):
    assert parse_hours(text) == hours


@pytest.mark.parametrize("text", ["", "22", "8-8", "8-21", "22:30-8", "25-8", "-1-8", "night"])
def test_other_quiet_hours_are_refused(text: str):
    with pytest.raises(QuietError):
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


@pytest.mark.parametrize("text", ["", "Berlin", "../../etc/passwd", "Factory", "Etc/GMT+5", "CET"])
def test_what_is_no_place_is_refused(text: str):
    with pytest.raises(QuietError, match="choose from the list"):
        parse_zone(text)


def test_a_city_is_found_by_its_beginning():
    assert zones_like("new y")[0] == "America/New_York"
    assert zones_like("berl") == ["Europe/Berlin"]
    assert len(zones_like("")) == len(zone_names())
    assert zones_like("atlantis") == []


def test_every_offered_time_zone_is_known():
    assert all(ZoneInfo(name) for name in zone_names())
    assert local_time("Asia/Kolkata", at("UTC", 2026, 1, 5, 12)) == "17:30"
