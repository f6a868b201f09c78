"""People: quiet hours in their own time zone, preferences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.ofc.errors import OfcError

MOST_HOURS: Final = 12
"""So that half of the day is left in which somebody can be reached."""
_WRITTEN: Final = re.compile(r"\s*(\d{1,2})(?::00)?\s*(?:-|–|to)\s*(\d{1,2})(?::00)?\s*")
_OFFERED: Final = re.compile(r"(?!Etc/).*/.*|UTC")


class QuietError(OfcError):
    """Quiet hours or a time zone that cannot be."""


@dataclass(frozen=True)
class QuietHours:
    """From the full hour `begins` until the full hour `ends` (0 to 23), in an IANA time zone."""

    begins: int
    ends: int
    zone: str

    def covers(self, at: int) -> bool:
        """Whether a moment (Unix seconds) is in them."""
        since = (self._local(at).hour - self.begins) % 24
        return since < (self.ends - self.begins) % 24

    def end_after(self, at: int) -> int:
        """When the quiet hours that cover a moment end (Unix seconds)."""
        return next(end for end in self._on_the_hour(at, self.ends, 1) if end > at)

    def begin_before(self, at: int) -> int:
        """When the quiet hours that cover a moment began (Unix seconds)."""
        return next(begin for begin in self._on_the_hour(at, self.begins, -1) if begin <= at)

    def _on_the_hour(self, at: int, hour: int, days: int) -> Iterator[int]:
        """The moments at which it strikes an hour, day by day from a day before or after."""
        day = self._local(at) - timedelta(days=days)
        for _ in range(4):
            yield int(day.replace(hour=hour, minute=0, second=0, microsecond=0).timestamp())
            day += timedelta(days=days)

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, ZoneInfo(self.zone))


def parse_hours(text: str) -> tuple[int, int] | None:
    """When quiet hours begin and end, from `22-8`; None for `none`. Raises QuietError."""
    if text.strip().lower() in {"none", "off"}:
        return None
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise QuietError("Write quiet hours as 22-8, or none.")
    begins, ends = (int(match[1]) % 24, int(match[2]) % 24)
    if int(match[1]) > 24 or int(match[2]) > 24:
        raise QuietError("A day has 24 hours. Write quiet hours as 22-8, or none.")
    if not 1 <= (ends - begins) % 24 <= MOST_HOURS:
        raise QuietError("Quiet hours can be 1 to {most} hours long.", most=MOST_HOURS)
    return begins, ends


def parse_zone(text: str) -> str:
    """A time zone's IANA name from how somebody wrote it; raises QuietError."""
    wanted = _folded(text)
    for name in zone_names():
        if _folded(name) == wanted:
            return name
    raise QuietError("I do not know this time zone. Type a city and choose from the list.")


def zones_like(text: str) -> list[str]:
    """The names of time zones that fit what has been typed, those first that begin with it."""
    typed = _folded(text)
    fitting = [name for name in zone_names() if typed in _folded(name)]
    return sorted(fitting, key=lambda name: (not _begins(name, typed), name))


def local_time(zone: str, at: int) -> str:
    """The time of day in a time zone, such as `14:05`."""
    return datetime.fromtimestamp(at, ZoneInfo(zone)).strftime("%H:%M")


@cache
def zone_names() -> tuple[str, ...]:
    """The IANA names of time zones, without the obsolete ones that name no place."""
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return tuple(sorted(filter(_OFFERED.fullmatch, names)))


def _begins(name: str, typed: str) -> bool:
    return any(part.startswith(typed) for part in [_folded(name), *_folded(name).split("/")])


def _folded(text: str) -> str:
    return text.strip().replace(" ", "_").casefold()


# --- preferences -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Preferences:
    """A person's settings, with those of somebody who has chosen nothing; each is a column.

    `skin` and `deck` are for their own pictures, None as the table has them. `confirm` is `ask`,
    or `auto`: the last tap places by itself after a moment. `aid` is what these pictures count:
    `outs` (with the live cards), `live` cards only, or `none`. `calls` is where a turn is
    announced: `dm`, `channel` or `none`. `read_aloud`: their own messages say everything in words.
    Quiet hours begin and end at full hours, in an IANA time zone.
    """

    skin: str | None = None
    deck: str | None = None
    confirm: str = "ask"
    aid: str = "outs"
    calls: str = "dm"
    read_aloud: bool = False
    quiet_from: int | None = None
    quiet_to: int | None = None
    time_zone: str | None = None

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The hours without notifications; None without any."""
        if self.quiet_from is None or self.quiet_to is None or self.time_zone not in zone_names():
            return None
        return QuietHours(self.quiet_from, self.quiet_to, self.time_zone)
