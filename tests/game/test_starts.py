"""Starts of tournaments as people write them, in the time zone of whoever writes."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.game.table import TableError
from bot.game.tournaments.starts import parse_start, written

BERLIN = "Europe/Berlin"
NOW = int(datetime(2026, 11, 23, 19, 0, 30, tzinfo=ZoneInfo(BERLIN)).timestamp())


@pytest.mark.parametrize(
    ("typed", "starts"),
    [
        ("20:30", "2026-11-23 20:30"),
        ("18:30", "2026-11-24 18:30"),
        (" 8:30 PM ", "2026-11-23 20:30"),
        ("8am", "2026-11-24 08:00"),
        ("12 am", "2026-11-24 00:00"),
        ("2026-12-24 20:30", "2026-12-24 20:30"),
        ("24.12. 20:30", "2026-12-24 20:30"),
        ("24.12.2026, 20:30", "2026-12-24 20:30"),
        ("2.1. 20:30", "2027-01-02 20:30"),
        ("90m", "2026-11-23 20:31"),
        ("in 2h", "2026-11-23 21:01"),
        ("3 d", "2026-11-26 19:01"),
        ("morgen 20.30 Uhr", "2026-11-24 20:30"),
        ("11/12 20:30", "2026-12-11 20:30"),
        ("<t:1795721400:F>", "2026-11-26 20:30"),
    ],
)
def test_people_write_a_day_a_time_or_how_long_it_is_until_then(typed: str, starts: str):
    at = parse_start(typed, BERLIN, NOW)
    assert at is not None
    assert written(at, BERLIN) == starts


def test_without_a_time_zone_it_is_utc_and_none_is_no_time():
    at = parse_start("20:30", None, NOW)
    assert at is not None
    assert written(at, "UTC") == "2026-11-23 20:30"
    assert parse_start("None", BERLIN, NOW) is None


@pytest.mark.parametrize(
    "typed", ["", "soon", "20", "25:00", "8:61", "13pm", "0am", "31.2. 20:00", "13/24 20:00", "2y"]
)
def test_anything_else_is_told_how_to_be_written(typed: str):
    with pytest.raises(TableError, match="Write the start as 20:30"):
        parse_start(typed, BERLIN, NOW)


def test_of_two_days_in_reach_it_is_asked_which():
    new_year = int(datetime(2027, 1, 1, 12, 0, tzinfo=ZoneInfo(BERLIN)).timestamp())
    with pytest.raises(TableError, match="either of two days"):
        parse_start("1/2 20:30", BERLIN, new_year)


@pytest.mark.parametrize("typed", ["1m", "60d"])
def test_a_minute_is_soon_enough_and_60_days_are_not_too_late(typed: str):
    assert parse_start(typed, BERLIN, NOW) is not None


@pytest.mark.parametrize("typed", ["0m", "61d", "2026-11-23 18:00", "2027-11-23 20:00"])
def test_it_is_soon_enough_and_not_over(typed: str):
    with pytest.raises(TableError, match="1 minute to 60 days"):
        parse_start(typed, BERLIN, NOW)
