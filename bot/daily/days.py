"""Days and weeks: which one it is in a time zone, and when it has ended everywhere.

A day is a number, counted from the first of January 1970. It begins and ends at midnight in the
time zone of the server, outside servers in UTC. A week is identified by its first day, a Monday.
"""

from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.store.deal_sets import WEEK, DealSet, Period
from bot.values.ledger_records import DAY

_EPOCH: Final = date(1970, 1, 1)
_FIRST: Final = (date(2025, 12, 31) - _EPOCH).days
"""The day before the first number."""
_FIRST_MONDAY: Final = (date(2025, 12, 29) - _EPOCH).days
_LAST_ZONE: Final = 12 * 3600
"""Seconds by which the last time zone is behind UTC: a day ends there last."""


def day_at(zone: str | None, at: int) -> int:
    """The day at a moment (Unix seconds) in an IANA time zone, None for UTC."""
    return (moment(zone, at).date() - _EPOCH).days


def end_of(day: int, zone: str | None) -> int:
    """When a day ends in an IANA time zone, None for UTC, in Unix seconds."""
    after = _EPOCH + timedelta(days=day + 1)
    midnight = datetime(after.year, after.month, after.day, tzinfo=zone_of(zone))
    return int(midnight.timestamp())


def over_at(day: int) -> int:
    """When a day has ended everywhere, in Unix seconds."""
    return (day + 1) * DAY + _LAST_ZONE


def last_over(at: int) -> int:
    """The last day that has ended everywhere at a moment (Unix seconds)."""
    return (at - _LAST_ZONE) // DAY - 1


def number_of(day: int) -> int:
    """The number of a day's deal: 1 on the first of January 2026."""
    return day - _FIRST


def week_number(week: int) -> int:
    """The number of a week: 1 for the one with the first of January 2026."""
    return (week - _FIRST_MONDAY) // WEEK.days + 1


def date_of(day: int) -> str:
    """A day as `2026-11-22`."""
    return (_EPOCH + timedelta(days=day)).isoformat()


# --- sets of deals ---------------------------------------------------------------------------


def set_of(period: Period, day: int) -> DealSet:
    """The set of deals that a day belongs to."""
    return DealSet(period, day - (day - _FIRST_MONDAY) % period.days)


def begins_at(which: DealSet, zone: str | None) -> int:
    """When a set's time begins in an IANA time zone, None for UTC, in Unix seconds."""
    return end_of(which.day - 1, zone)


def ends_at(which: DealSet, zone: str | None) -> int:
    """When a set's time ends in an IANA time zone, None for UTC, in Unix seconds."""
    return end_of(which.last_day, zone)


def published_at(which: DealSet) -> int:
    """When a set's time has ended everywhere, in Unix seconds."""
    return over_at(which.last_day)


def last_published(period: Period, at: int) -> DealSet:
    """The last set whose time has ended everywhere at a moment (Unix seconds)."""
    return set_of(period, last_over(at) + 1).before


# --- time zones ------------------------------------------------------------------------------


def moment(zone: str | None, at: int) -> datetime:
    """A moment (Unix seconds) in an IANA time zone, None for UTC."""
    return datetime.fromtimestamp(at, zone_of(zone))


def zone_of(zone: str | None) -> ZoneInfo:
    """An IANA time zone by its name, None for UTC."""
    return ZoneInfo(zone or "UTC")
