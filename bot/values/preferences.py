"""People's preferences, and quiet hours in their own time zone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.values.times import folded, time_of_day
from bot.values.zones import is_zone
from ofc_engine.errors import OfcError

MOST_HOURS: Final = 12
"""Hours, so that people can be reached for half of the day."""
_NO_HOURS: Final = frozenset({"none", "off", "keine", "aus", "nessuna", "no", "zadne"})
_FROM: Final = re.compile(r"(?:from|von|dalle|da|od) ")
_BETWEEN: Final = re.compile(r" ?[-–—] ?| (?:to|until|till|bis|alle|a|do|az) ")


class QuietError(OfcError):
    """Quiet hours that are not allowed or cannot be read."""


@dataclass(frozen=True)
class QuietHours:
    """From the full hour `begins` until the full hour `ends` (0 to 23), in an IANA time zone."""

    begins: int
    ends: int
    zone: str

    def covers(self, at: int) -> bool:
        """True if a moment (Unix seconds) is in them."""
        since = (self._local(at).hour - self.begins) % 24
        return since < (self.ends - self.begins) % 24

    def end_after(self, at: int) -> int:
        """When the quiet hours that cover a moment end (Unix seconds)."""
        return next(end for end in self._on_the_hour(at, self.ends, 1) if end > at)

    def begin_before(self, at: int) -> int:
        """When the quiet hours that cover a moment began (Unix seconds)."""
        return next(begin for begin in self._on_the_hour(at, self.begins, -1) if begin <= at)

    def _on_the_hour(self, at: int, hour: int, days: int) -> Iterator[int]:
        """The moments (Unix seconds) of a full hour on four days, from a day before or after."""
        day = self._local(at) - timedelta(days=days)
        for _ in range(4):
            yield int(day.replace(hour=hour, minute=0, second=0, microsecond=0).timestamp())
            day += timedelta(days=days)

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, ZoneInfo(self.zone))


def parse_hours(text: str) -> tuple[int, int] | None:
    """When quiet hours begin and end, from `22-8` or `10pm to 8am`; None for `none`.

    Raises QuietError.
    """
    typed = folded(text)
    if typed in _NO_HOURS:
        return None
    found = [time_of_day(each) for each in _BETWEEN.split(_FROM.sub("", typed))]
    match found:
        case [(begins, 0), (ends, 0)]:
            pass
        case [(_, _), (_, _)]:
            raise QuietError("Quiet hours begin and end at a full hour: write 22-8, or none.")
        case _:
            raise QuietError("Write quiet hours as 22-8, or none.")
    if not 1 <= (ends - begins) % 24 <= MOST_HOURS:
        raise QuietError("Quiet hours can be 1 to {most} hours long.", most=MOST_HOURS)
    return begins % 24, ends % 24


# --- preferences -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Preferences:
    """A person's settings, by default those of somebody who has chosen nothing; each is a column.

    `skin` and `deck` are for their own pictures, None for those of the table. `confirm` is `ask`,
    or `auto`: the last tap confirms itself after a moment. `aid` is what these pictures count:
    `outs` (with the live cards), `live` cards only, or `none`. `calls` is where a turn is
    announced: `dm`, `channel` or `none`. `read_aloud`: their own messages say everything in words.
    `by_suit`: they see the cards of a Fantasyland by suit, not by rank. Quiet hours begin and end
    at full hours, in an IANA time zone.
    """

    skin: str | None = None
    deck: str | None = None
    confirm: str = "ask"
    aid: str = "outs"
    calls: str = "dm"
    read_aloud: bool = False
    by_suit: bool = False
    quiet_from: int | None = None
    quiet_to: int | None = None
    time_zone: str | None = None

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The hours without notifications; None without any."""
        zone = self.time_zone
        if self.quiet_from is None or self.quiet_to is None or zone is None or not is_zone(zone):
            return None
        return QuietHours(self.quiet_from, self.quiet_to, zone)
