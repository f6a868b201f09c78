"""Times at which something starts, as people write them and as they are shown while typing."""

import re
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.errors import TableError
from bot.ofc.match import parse_time

_SOONEST: Final = 60
_LATEST: Final = 60 * 24 * 3600
_MINUTE: Final = 60
_WRITTEN: Final = re.compile(
    r"(?:(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?),?\s+"
    r"|(?P<d>\d\d?)\.\s?(?P<m>\d\d?)\.(?:\s?(?P<y>\d{4}))?,?\s+)?"
    r"(?P<hour>\d\d?)(?::(?P<minute>\d\d))?\s*(?P<half>[ap]m)?",
    re.IGNORECASE,
)


def parse_start(text: str, zone: str | None, now: int) -> int | None:
    """When something starts, in Unix seconds; None for `none`. Raises TableError.

    It is a time from now (`90m`, `2h`, `3d`), or one of day in an IANA time zone (None for UTC):
    `20:30` for the next one, `8:30 pm`, `2026-11-24 20:30`, `24.11. 20:30`. `now` is Unix seconds.
    """
    typed = text.strip().lower().removeprefix("in ")
    if typed == "none":
        return None
    seconds = parse_time(typed, "mhd")
    at = _moment(typed, zone, now) if seconds is None else now + seconds
    if at is None:
        raise TableError(
            "Write the start as 20:30, as 2026-11-24 20:30, or from now as 90m, 2h or 3d."
        )
    if not now + _SOONEST <= at <= now + _LATEST:
        raise TableError("A tournament can start from 1 minute to 60 days from now.")
    return full_minute(at)


def full_minute(at: int) -> int:
    """The first full minute that is not before a moment; both in Unix seconds."""
    return -(-at // _MINUTE) * _MINUTE


def _moment(typed: str, zone: str | None, now: int) -> int | None:
    """A written day and time of day; None if it is none."""
    match = _WRITTEN.fullmatch(typed)
    clock = None if match is None else _clock(match)
    if match is None or clock is None:
        return None
    place = ZoneInfo(zone or "UTC")
    today = datetime.fromtimestamp(now, place).date()
    try:
        day = _day(match, today)
        at = _at(day or today, clock, place)
        if at > now or (day is not None and (match["year"] or match["y"])):
            return at
        if day is None:
            return _at(today + timedelta(days=1), clock, place)
        return _at(day.replace(year=day.year + 1), clock, place)
    except ValueError:  # no such day
        return None


def _clock(match: re.Match[str]) -> tuple[int, int] | None:
    """The hour and minute; None if there is no such time of day."""
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match["half"]
    if half is None:
        is_time = match["minute"] is not None and hour < 24
    else:
        is_time = 1 <= hour <= 12
        hour = hour % 12 + 12 * (half == "pm")
    return (hour, minute) if is_time and minute < 60 else None


def _day(match: re.Match[str], today: date) -> date | None:
    """The written day, of this year where none is written; raises ValueError."""
    if match["year"]:
        return date(int(match["year"]), int(match["month"]), int(match["day"]))
    if match["d"]:
        return date(int(match["y"] or today.year), int(match["m"]), int(match["d"]))
    return None


def _at(day: date, clock: tuple[int, int], place: ZoneInfo) -> int:
    hour, minute = clock
    return int(datetime(day.year, day.month, day.day, hour, minute, tzinfo=place).timestamp())


def written(at: int, zone: str | None) -> str:
    """A moment (Unix seconds) in an IANA time zone, None for UTC: `2026-11-24 20:30`."""
    return datetime.fromtimestamp(at, ZoneInfo(zone or "UTC")).strftime("%Y-%m-%d %H:%M")
