"""Times as people write them, in English, German, Italian or Czech: how long, when, on which day.

Text that could mean two things is refused or returned as both: a wrong guess is worse than asking.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final

# No date library will do: they guess where a time is ambiguous, and take `20 Uhr` for midnight.
_DAY: Final = 24 * 3600


def folded(text: str) -> str:
    """A text in small letters, without accents, and with single spaces."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())


def _each(words: Mapping[int, str]) -> dict[str, int]:
    """Every one of the words for a number, with that number."""
    return {word: number for number, each in words.items() for word in each.split()}


# --- how long --------------------------------------------------------------------------------

_UNITS: Final = _each(
    {
        1: "s sec secs second seconds sek sekunde sekunden secondo secondi sekunda sekundy sekund",
        60: "m min mins minute minutes minuten minuto minuti minuta minuty minut",
        3600: "h hr hrs hour hours std stunde stunden ora ore hod hodina hodiny hodin hodinu",
        _DAY: "d day days tag tage tagen giorno giorni den dny dni dnu",
        7 * _DAY: "w wk week weeks woche wochen settimana settimane tyden tydny tydnu",
    }
)
"""Seconds in a unit, by its words."""
_PART: Final = re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)\s?([a-z]+)\.?(?: (?:and|und|e|a) )?\s?")
_HOURS_AND_MINUTES: Final = re.compile(r"(\d{1,3})\s?h\s?([0-5]\d)")


@lru_cache(maxsize=256)
def seconds(text: str) -> int | None:
    """How long `90m`, `1h30m`, `1.5 hours`, `2 Stunden` are in seconds; None for anything else."""
    typed = folded(text)
    short = _HOURS_AND_MINUTES.fullmatch(typed)
    if short is not None:
        return 3600 * int(short[1]) + 60 * int(short[2])
    total, at, used = 0.0, 0, set[int]()
    while at < len(typed):
        part = _PART.match(typed, at)
        unit = None if part is None else _UNITS.get(part[2])
        if part is None or unit is None or unit in used:
            return None
        total += unit * float(part[1].replace(",", "."))
        used.add(unit)
        at = part.end()
    return round(total) if used else None


# --- at what time of day ---------------------------------------------------------------------

_LEAD: Final = r"(?:(?P<lead>at|um|alle ore|alle|ore|ve|v|o|@)\s)?"
_TIME: Final = (
    _LEAD + r"(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d)|h(?P<behind>\d\d))?(?P<seconds>:\d\d)?"
    r"\s?(?P<mark>[ap]\.?m\.?|uhr(?: (?P<after>\d\d))?|hod\.?|h(?=[ ,]|\Z))?"
)
_ONLY_TIME: Final = re.compile(_TIME)
_AFTERNOON: Final = 13
"""From this hour on it is clear which half of the day is meant."""


def time_of_day(text: str) -> tuple[int, int] | None:
    """The hour (0 to 24) and minute of `20:30`, `20.30`, `8:30 p.m.`, `20 Uhr` or `20`; else None.

    Hours alone are of a day of 24.
    """
    typed = folded(text)
    if typed.isdecimal() and len(typed) < 3:
        return (int(typed), 0) if int(typed) <= 24 else None
    match = _ONLY_TIME.fullmatch(typed)
    return None if match is None else _clock(match, is_alone=True)


def _clock(match: re.Match[str], *, is_alone: bool = False) -> tuple[int, int] | None:
    """The hour and minute that were written; None if there are none or they are ambiguous."""
    hour, mark = int(match["hour"]), (match["mark"] or "").replace(".", "")
    written = match["minute"] or match["behind"] or match["after"]
    minute = int(written or 0)
    # `1h30` and `2 hod.` can also be durations, and `alle 8` may be in the evening.
    is_clear = bool(match["minute"] or match["after"]) or mark not in {"", "h", "hod"}
    is_late = hour >= _AFTERNOON and bool(match["behind"] or match["lead"] or mark == "hod")
    is_possible = hour < 24 and minute < 60
    if mark in {"am", "pm"}:
        is_possible = 1 <= hour <= 12 and minute < 60 and not match["behind"]
        hour = hour % 12 + 12 * (mark == "pm")
    is_time = is_clear or is_late or (is_alone and mark != "")
    return (hour, minute) if is_time and is_possible else None


# --- on which day ----------------------------------------------------------------------------

_WEEKDAYS: Final = _each(
    {
        0: "mon monday mo montag lun lunedi po pondeli",
        1: "tue tues tuesday di dienstag martedi ut utery",
        2: "wed wednesday mi mittwoch mer mercoledi st streda stredu",
        3: "thu thur thurs thursday do donnerstag gio giovedi ct ctvrtek",
        4: "fri friday fr freitag ven venerdi pa patek",
        5: "sat saturday sa samstag sonnabend sab sabato sobota sobotu",
        6: "sun sunday sonntag dom domenica ne nedele nedeli",
    }
)
"""`so` is no day: a Sunday in German, a Saturday in Czech."""
_MONTHS: Final = _each(
    {
        1: "jan january januar janner gen gennaio leden ledna",
        2: "feb february februar febbraio unor unora",
        3: "mar march marz marzo brezen brezna",
        4: "apr april aprile duben dubna",
        5: "may mai mag maggio kveten kvetna",
        6: "jun june juni giu giugno cerven cervna",
        7: "jul july juli lug luglio cervenec cervence",
        8: "aug august ago agosto srpen srpna",
        9: "sep sept september set sett settembre zari",
        10: "oct october okt oktober ott ottobre rijen rijna",
        11: "nov november novembre listopad listopadu",
        12: "dec december dez dezember dic dicembre prosinec prosince",
    }
)
_AHEAD: Final = {
    **dict.fromkeys(("today", "heute", "oggi", "dnes"), 0),
    **dict.fromkeys(("tomorrow", "morgen", "domani", "zitra"), 1),
    **dict.fromkeys(("day after tomorrow", "ubermorgen", "dopodomani", "pozitri"), 2),
}
"""How many days ahead a word is."""
_EVENING: Final = frozenset({"tonight", "heute abend", "stasera", "dnes vecer"})
_NOON: Final = 12
_DATES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)",
        r"(?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?)",
        r"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)(?:\.\s?(?P<year>\d{4}|\d\d)?)?",
        r"(?P<day>\d\d?)(?:\.|st|nd|rd|th)?\s?(?P<name>[a-z]+)\.?(?:,?\s(?P<year>\d{4}))?",
        r"(?P<name>[a-z]+)\.?\s(?P<day>\d\d?)(?:st|nd|rd|th)?(?:,?\s(?P<year>\d{4}))?",
    )
)
_EITHER_ORDER: Final = re.compile(r"(\d\d?)/(\d\d?)(?:/(\d{4}|\d\d))?")
_BEFORE_A_DAY: Final = re.compile(r"^(?:on|am|il|v|ve|den|the) ")
_DATE_FIRST: Final = re.compile(rf"(?:(?P<date>.+?),?\s)??{_TIME}")
_TIME_FIRST: Final = re.compile(rf"{_TIME},?\s(?P<date>.+)")
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\dt\d\d:\d\d.*")
_STAMP: Final = re.compile(r"<t:(\d{1,12})(?::[a-z])?>")
_FROM_NOW: Final = re.compile(r"(?:in|tra|fra|za) (.+)|(.+) from now")
_UNCLEAR: Final = re.compile(rf"{_HOURS_AND_MINUTES.pattern}|\d\d? ?hod\.?")
"""Text that can be a duration or a time of day."""
_YEARS: Final = 8
"""Years within which there is always a 29th of February."""


def moments(text: str, place: tzinfo, now: int) -> tuple[int, ...]:
    """The moments that a text may mean, in Unix seconds like `now`; empty if it is no time.

    It may be a while from now (`2h`, `in 3 Tagen`), a time of day in a time zone, with its day
    (`morgen 20 Uhr`, `24.11. 20:30`, `fri 8pm`) or the next one there is, or a whole date. There
    are several where day and month could be swapped.
    """
    typed = folded(text)
    whole = _whole(typed, place)
    if whole is not None:
        return (whole,)
    ahead = _FROM_NOW.fullmatch(typed)
    while_ = seconds(typed if ahead is None else ahead[1] or ahead[2])
    if while_ is not None and _UNCLEAR.fullmatch(typed) is None:
        return (now + while_,)
    return tuple(dict.fromkeys(_of_a_day(typed, place, now)))


def _whole(typed: str, place: tzinfo) -> int | None:
    """Discord's own way of writing a moment, or that of ISO 8601."""
    stamp = _STAMP.fullmatch(typed)
    if stamp is not None:
        return int(stamp[1])
    if _ISO.fullmatch(typed) is None:
        return None
    try:
        found = datetime.fromisoformat(typed.upper())
    except ValueError:
        return None
    return int((found if found.tzinfo else found.replace(tzinfo=place)).timestamp())


def _of_a_day(typed: str, place: tzinfo, now: int) -> Iterator[int]:
    for pattern in (_DATE_FIRST, _TIME_FIRST):
        match = pattern.fullmatch(typed)
        clock = None if match is None else _clock(match)
        if match is not None and clock is not None:
            yield from _on(match["date"], clock, place, now)


def _on(day: str | None, clock: tuple[int, int], place: tzinfo, now: int) -> Iterator[int]:
    """When it is that time on a day as it was written, None for the next one."""
    today = datetime.fromtimestamp(now, place).date()
    if day is None:
        every = (_at(today + timedelta(ahead), clock, place, now) for ahead in range(3))
        yield next(at for at in every if at > now)
        return
    day = _BEFORE_A_DAY.sub("", day)
    if day in _AHEAD or (day in _EVENING and clock[0] >= _NOON):
        yield _at(today + timedelta(_AHEAD.get(day, 0)), clock, place, now)
    elif (weekday := _WEEKDAYS.get(day.rstrip("."))) is not None:
        days = (today + timedelta(ahead) for ahead in range(8))
        right = (each for each in days if each.weekday() == weekday)
        yield next(at for each in right if (at := _at(each, clock, place, now)) > now)
    else:
        yield from _on_dates(day, clock, place, now)


def _on_dates(day: str, clock: tuple[int, int], place: tzinfo, now: int) -> Iterator[int]:
    """When it is that time on each of the days that a date may be."""
    first, _space, rest = day.partition(" ")
    weekday = _WEEKDAYS.get(first.rstrip(",."))
    year = datetime.fromtimestamp(now, place).year
    for written, month, number in _dates(day if weekday is None else rest):
        years = range(year, year + _YEARS + 1) if written is None else (written,)
        for found in _days(years, month, number):
            at = _at(found, clock, place, now)
            if at > now or written is not None:
                if weekday in {None, found.weekday()}:
                    yield at
                break


def _days(years: range | tuple[int], month: int, day: int) -> Iterator[date]:
    """That day of those years in which there is one."""
    for year in years:
        with suppress(ValueError):
            yield date(year, month, day)


def _dates(typed: str) -> Iterator[tuple[int | None, int, int]]:
    """The year (None if there is none), month and day of each date that was written."""
    for pattern in _DATES:
        match = pattern.fullmatch(typed)
        if match is None:
            continue
        parts = match.groupdict()
        month = _MONTHS.get(parts.get("name") or "", int(parts.get("month") or 0))
        if month:
            yield _year(parts["year"]), month, int(parts["day"])
    either = _EITHER_ORDER.fullmatch(typed)
    if either is not None:
        one, other, year = int(either[1]), int(either[2]), _year(either[3])
        yield year, other, one
        yield year, one, other


def _year(written: str | None) -> int | None:
    if not written:
        return None
    return int(written) + 2000 * (len(written) == 2)


def _at(day: date, clock: tuple[int, int], place: tzinfo, now: int) -> int:
    """The moment of that time on a day: of two when clocks go back, the first still to come."""
    hour, minute = clock
    there = datetime(day.year, day.month, day.day, hour, minute, tzinfo=place)
    first, second = (int(there.replace(fold=fold).timestamp()) for fold in (0, 1))
    return second if first <= now < second else first
