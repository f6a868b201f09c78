"""The length of a match: in hands, in orbits of the button, or in time."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.values.times import folded, seconds
from ofc_engine.errors import RulesetError


class Unit(StrEnum):
    """The units in which the length of a match is counted."""

    HANDS = "hands"
    ORBITS = "orbits"
    TIME = "time"
    """Seconds from the first hand on; the hand in play is finished."""


SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
"""The units in which times are written."""
_LEAST: Final = {Unit.HANDS: 1, Unit.ORBITS: 1, Unit.TIME: SECONDS["m"]}
_MOST: Final = {Unit.HANDS: 1000, Unit.ORBITS: 100, Unit.TIME: 90 * SECONDS["d"]}
_COUNTED: Final = re.compile(r"(\d{1,6})\s?([a-z]{3,})")
_COUNTS: Final = {
    word: unit
    for unit, words in (
        (Unit.HANDS, "hand hands hande haende mano mani handa handy"),
        (Unit.ORBITS, "orbit orbits umlauf umlaufe umlaeufe giro giri obeh obehy obehu"),
    )
    for word in words.split()
}
"""Words for hands and orbits, in every language."""
_ENDLESS: Final = frozenset({"", "none", "endless"})


@dataclass(frozen=True)
class Length:
    """When a match is over: after that `number` of units."""

    unit: Unit
    number: int

    @staticmethod
    def parse(text: str) -> "Length | None":
        """The length written as `20 hands`, `3 orbits`, `90m` or `1h 30min`; None is endless.

        Raises RulesetError for anything else.
        """
        written = text.strip().lower()
        if written in _ENDLESS:
            return None
        match, lasts = _COUNTED.fullmatch(folded(text)), seconds(text)
        unit = None if match is None else _COUNTS.get(match[2])
        if match is not None and unit is not None:
            length = Length(unit, int(match[1]))
        elif lasts is not None:
            length = Length(Unit.TIME, lasts)
        else:
            raise RulesetError("Write the length as 20 hands, 3 orbits, 90m, 2h or 3d, or endless.")
        if not _LEAST[length.unit] <= length.number <= _MOST[length.unit]:
            raise RulesetError("A match lasts 1 to 1000 hands, 1 to 100 orbits, or 1m to 90d.")
        return length

    def __str__(self) -> str:
        if self.unit is Unit.TIME:
            return format_time(self.number)
        return f"{self.number} {self.unit}"


def in_largest_unit(seconds: int) -> tuple[int, str]:
    """A time in the largest unit in which it is a whole number: (10, `m`)."""
    unit = next(u for u in reversed(SECONDS) if seconds % SECONDS[u] == 0)
    return seconds // SECONDS[unit], unit


def format_time(seconds: int) -> str:
    """A time in the largest unit in which it is a whole number: 600 is `10m`."""
    number, unit = in_largest_unit(seconds)
    return f"{number}{unit}"


def written_time(seconds: int | None) -> str:
    """A time as it can be typed into a form: `10m`, or `none`."""
    return "none" if seconds is None else format_time(seconds)
