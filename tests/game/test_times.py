"""Times as people type them in four languages: what is understood, what is asked back."""

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from babel.dates import get_day_names, get_month_names
from hypothesis import given
from hypothesis import strategies as st

from bot.values.times import folded, moments, seconds, time_of_day

BERLIN = ZoneInfo("Europe/Berlin")
NOW = int(datetime(2026, 11, 24, 12, 0, tzinfo=BERLIN).timestamp())
"""A Tuesday at noon."""


def understood(text: str, now: int = NOW) -> list[str]:
    """All that something may mean, in Berlin."""
    found = (datetime.fromtimestamp(at, BERLIN) for at in moments(text, BERLIN, now))
    return [each.strftime("%Y-%m-%d %H:%M") for each in found]


TWO_DAYS = {"so", "mar"}
"""A Sunday in German and a Saturday in Czech; a Tuesday in Italian and March."""
TODAY, TOMORROW, FRIDAY = "2026-11-24", "2026-11-25", "2026-11-27"
TIMES = {
    "20:30": ["20:30", "20.30", "8:30 pm", "8:30 p.m.", "8.30pm", "08:30PM", "20h30", "20:30h"],
    "20:00": ["20:00", "8pm", "8 p.m.", "20 Uhr", "20.00 Uhr", "20 hod.", "um 20 Uhr", "alle 20"],
}
"""Ways of writing a time of day; each goes with each way of writing a day."""
DAYS = {
    TODAY: [
        "",
        "today",
        "heute",
        "oggi",
        "dnes",
        "24.11.",
        "24.11",
        "24/11",
        "24 Nov",
        "Tue 24.11.",
    ],
    TOMORROW: [
        *("tomorrow", "morgen", "domani", "zítra", "zitra", "25.11.", "25. 11.", "25/11"),
        *("25.11.2026", "25.11.26", "25/11/2026", "2026-11-25", "2026/11/25", "25 Nov", "Nov 25"),
        *("25. November", "25 novembre", "25. listopadu", "November 25, 2026", "Wed", "mittwoch"),
        *("mercoledì", "středu", "v středu", "on Wednesday", "am Mittwoch", "Mi 25.11."),
    ],
    FRIDAY: ["Friday", "fri", "Freitag", "Fr", "venerdì", "ven", "pátek", "v pátek", "27.11."],
    "2026-11-26": ["day after tomorrow", "übermorgen", "dopodomani", "pozítří", "Thursday", "Do"],
}


@pytest.mark.parametrize(
    ("clock", "date"), [*product(TIMES, DAYS)], ids=lambda meant: meant.replace(":", ".")
)
def test_any_day_goes_with_any_time(clock: str, date: str):
    for day, time in product(DAYS[date], TIMES[clock]):
        assert understood(f"{day} {time}".strip()) == [f"{date} {clock}"], (day, time)


@pytest.mark.parametrize("language", ["en", "de", "it", "cs"])
def test_days_and_months_are_known_by_the_names_that_unicode_lists(language: str):
    for month, name in _names(get_month_names, language, "wide"):
        (moment,) = understood(f"15 {name} 20:30")
        assert datetime.fromisoformat(moment).month == month, name
    for width in ("wide", "abbreviated"):
        for day, name in _names(get_day_names, language, width):
            if folded(name).rstrip(".") not in TWO_DAYS:
                (moment,) = understood(f"{name} 20:30")
                assert datetime.fromisoformat(moment).weekday() == day, name


def _names(listed: Callable[..., Mapping[int, str]], language: str, width: str):
    """Each number with the name of it, by itself and in a date."""
    for context in ("format", "stand-alone"):
        yield from listed(width, context, language).items()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("20:30 tomorrow", f"{TOMORROW} 20:30"),
        ("20 Uhr morgen", f"{TOMORROW} 20:00"),
        ("tomorrow at 8pm", f"{TOMORROW} 20:00"),
        ("morgen um 20.30", f"{TOMORROW} 20:30"),
        ("domani alle 20:30", f"{TOMORROW} 20:30"),
        ("zítra ve 20:30", f"{TOMORROW} 20:30"),
        ("24.11. um 20:30", f"{TODAY} 20:30"),
        ("tonight 20:30", f"{TODAY} 20:30"),
        ("tonight 12:30", f"{TODAY} 12:30"),
        ("2026-11-25T20:30", f"{TOMORROW} 20:30"),
        ("2026-11-25T20:30:00Z", f"{TOMORROW} 21:30"),
        ("2026-11-25T20:30+01:00", f"{TOMORROW} 20:30"),
        ("<t:1795721400>", "2026-11-26 20:30"),
        ("<t:1795721400:R>", "2026-11-26 20:30"),
        ("12:00", f"{TOMORROW} 12:00"),
        ("8:30", f"{TOMORROW} 08:30"),
        ("23:59", f"{TODAY} 23:59"),
        ("0:00", f"{TOMORROW} 00:00"),
        ("12:59 pm", f"{TODAY} 12:59"),
        ("tue 11:00", "2026-12-01 11:00"),
        ("tue 12:00", "2026-12-01 12:00"),
        ("23.11. 20:30", "2027-11-23 20:30"),
        ("2h", f"{TODAY} 14:00"),
        ("in 2 Stunden", f"{TODAY} 14:00"),
        ("tra 2 ore", f"{TODAY} 14:00"),
        ("za 2 hodiny", f"{TODAY} 14:00"),
        ("2 hours from now", f"{TODAY} 14:00"),
        ("1h30m", f"{TODAY} 13:30"),
        ("3 days", f"{FRIDAY} 12:00"),
        ("1w", "2026-12-01 12:00"),
    ],
)
def test_other_ways_of_writing_a_moment(text: str, meant: str):
    assert understood(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "8", "12", "99", "2030", "20.", "3.5", "h", "sat", "may", "noon", "25:00"),
        *("20:60", "8:75pm", "13pm", "0am", "32.11. 20:30", "31.2. 20:30", "13/13 20:30"),
        *("yesterday 20:30", "20:30 foo", "foo 20:30", "-2h", "10 hands", "at 8", "um 8", "alle 8"),
        *("1h30", "2 hod.", "so 20:30", "next friday 20:30", "Fri 25.11. 20:30", "tonight 8:30"),
        *("2026-02-30T20:30", "2026-11-25T99:99", "24.11.", "tomorrow"),
    ],
)
def test_what_is_no_time_or_could_be_two_is_refused(text: str):
    assert understood(text) == []


def test_days_and_months_that_can_be_exchanged_are_given_back_as_both():
    assert understood("11/12 20:30") == ["2026-12-11 20:30", "2027-11-12 20:30"]
    assert understood("12/12 20:30") == ["2026-12-12 20:30"]


def test_where_the_clock_shows_a_time_twice_the_next_one_is_meant():
    first = int(datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN).timestamp())
    assert moments("02:30", BERLIN, first - 600) == (first,)
    assert moments("02:30", BERLIN, first + 600) == (first + 3600,)
    assert understood("02:30", first + 4000) == ["2026-10-26 02:30"]
    before = int(datetime(2026, 3, 28, 22, 0, tzinfo=BERLIN).timestamp())
    assert understood("02:30", before) == ["2026-03-29 03:30"], "there is no such time that night"


def test_a_leap_day_is_the_next_one_there_is():
    eve = int(datetime(2027, 12, 31, 12, 0, tzinfo=BERLIN).timestamp())
    assert understood("29.2. 20:30", eve) == ["2028-02-29 20:30"]


@pytest.mark.parametrize(
    ("text", "lasts"),
    [
        *[(each, 5400) for each in ("90m", "90 min", "90 minutes", "1h30m", "1h 30 min", "1h30")],
        *[(each, 5400) for each in ("1.5h", "1,5 h", "1,5 Stunden", "1 ora e 30 minuti", "90MIN.")],
        *[(each, 7200) for each in ("2h", "2 hours", "2 Std.", "2 ore", "2 hodiny", "120 minut")],
        *[(each, 2 * 86400) for each in ("2d", "2 days", "2 Tage", "2 giorni", "2 dny", "48h")],
        *[(each, 7 * 86400) for each in ("1w", "1 week", "1 Woche", "1 settimana", "1 týden")],
        ("45s", 45),
        ("1 day and 2 hours", 93600),
        *[(each, None) for each in ("", "h", "2", "2y", "h2", "1h 2h", "1:30", "-1h", "2 hands")],
    ],
)
def test_how_long_something_lasts(text: str, lasts: int | None):
    assert seconds(text) == lasts


@pytest.mark.parametrize(
    ("text", "time"),
    [
        *[(each, (22, 0)) for each in ("22", "22h", "22:00", "22.00", "10pm", "22 Uhr", "22 hod")],
        *[("24", (24, 0)), ("7:30", (7, 30)), ("8am", (8, 0)), ("8", (8, 0))],
        *[(each, None) for each in ("25", "", "night", "7:60", "13 pm", "2 h 2")],
    ],
)
def test_hours_alone_are_of_a_day_of_24(text: str, time: tuple[int, int] | None):
    assert time_of_day(text) == time


@given(st.text(max_size=60) | st.text("0123456789:./- hTampmuhrfri<t>", max_size=30))
def test_whatever_is_typed_is_understood_or_not(text: str):
    moments(text, BERLIN, NOW)
    seconds(text)
    time_of_day(text)


WAYS = ("%d.%m.%Y %H:%M", "%d.%m. %H.%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%d %b %Y %I:%M %p")


@given(st.integers(1, 360 * 24 * 60), st.sampled_from(WAYS), st.sampled_from(("UTC", "Asia/Tokyo")))
def test_every_minute_of_a_year_can_be_written_in_any_of_these_ways(
    minutes: int, way: str, zone: str
):
    at = NOW + 60 * minutes
    typed = datetime.fromtimestamp(at, ZoneInfo(zone)).strftime(way)
    assert moments(typed, ZoneInfo(zone), NOW) == (at,)
