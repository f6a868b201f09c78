"""How long a match lasts: a number of hands or of orbits of the button, or until a time."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ofc.errors import RulesetError


class Unit(StrEnum):
    """What a match is counted in."""

    HANDS = "hands"
    ORBITS = "orbits"
    TIME = "time"
    """Seconds from the first hand on; the hand in play is finished."""


SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
"""The units in which times are written."""
_MOST: Final = {Unit.HANDS: 1000, Unit.ORBITS: 100, Unit.TIME: 90 * SECONDS["d"]}
_WRITTEN: Final = re.compile(r"(\d{1,6})\s*(hands?|orbits?|[mhd])", re.IGNORECASE)
_ENDLESS: Final = frozenset({"", "none", "endless"})


@dataclass(frozen=True)
class Length:
    """When a match is over: after that `number` of units."""

    unit: Unit
    number: int

    @staticmethod
    def parse(text: str) -> "Length | None":
        """The length written as `20 hands`, `3 orbits`, `90m`, `2h` or `3d`; None is endless.

        Raises RulesetError for anything else.
        """
        written = text.strip().lower()
        if written in _ENDLESS:
            return None
        match = _WRITTEN.fullmatch(written)
        if match is None:
            raise RulesetError("Write the length as 20 hands, 3 orbits, 90m, 2h or 3d, or endless.")
        number, what = int(match[1]), match[2].lower()
        span = SECONDS.get(what)
        unit = Unit.TIME if span else Unit(f"{what.rstrip('s')}s")
        length = Length(unit, number * (span or 1))
        if not 1 <= length.number <= _MOST[unit]:
            raise RulesetError("A match lasts 1 to 1000 hands, 1 to 100 orbits, or 1m to 90d.")
        return length

    def __str__(self) -> str:
        if self.unit is Unit.TIME:
            return format_time(self.number)
        return f"{self.number} {self.unit}"

    @property
    def span(self) -> tuple[int, str]:
        """A time as a number of days (`d`), hours (`h`) or minutes (`m`)."""
        return in_largest_unit(self.number)


def in_largest_unit(seconds: int) -> tuple[int, str]:
    """A time in the largest unit in which it is a whole number: (10, `m`)."""
    unit = next(u for u in reversed(SECONDS) if seconds % SECONDS[u] == 0)
    return seconds // SECONDS[unit], unit


def format_time(seconds: int) -> str:
    """A time in the largest unit in which it is a whole number: 600 is `10m`."""
    number, unit = in_largest_unit(seconds)
    return f"{number}{unit}"
