"""How the cards of a street can be laid out: in which way, and how many can go where."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

LETTERS: Final = "fmb"
DISCARD: Final = "x"
UNTOUCHED: Final = "."
_KEPT: Final = 512
"""Every draft asks what its street is like, and there are not many."""


class LayoutWay(Enum):
    """How the cards of a street are laid out, and so where untouched ones go."""

    SPOTS = "spots"
    """One card, which goes to a row."""
    TRAYS = "trays"
    """Up to five cards, each put into the tray of a row; the others are discarded, if any are."""
    BRUSH = "brush"
    """More: a row is chosen, then its cards; the others go to the last row with room."""


@dataclass(frozen=True)
class StreetLayout:
    """How a street can be laid out.

    `rooms` says how many of its cards go at most to each letter of a layout, `rest` to which the
    untouched ones go in the end, `targets` which letters taps can give. With `fills_rest` just as
    many cards have to be left over as there is room for them.
    """

    way: LayoutWay
    rooms: dict[str, int]
    rest: str
    targets: tuple[str, ...]
    fills_rest: bool


@lru_cache(maxsize=_KEPT)
def street_of(cards: int, to_discard: int, rows: tuple[int, ...]) -> StreetLayout:
    """How a street of `cards` cards is laid out; `rows` are the open places of each row."""
    # A row of a tray has a button for each card, and five buttons fit side by side.
    way = LayoutWay.SPOTS if cards == 1 else LayoutWay.TRAYS if cards <= 5 else LayoutWay.BRUSH
    rooms = {**dict(zip(LETTERS, rows, strict=True)), DISCARD: to_discard}
    if way is LayoutWay.SPOTS:
        rest = UNTOUCHED
    elif to_discard and way is LayoutWay.TRAYS:
        rest = DISCARD
    else:
        rest = next(letter for letter in reversed(LETTERS) if rooms[letter])
    letters = LETTERS + DISCARD * (way is LayoutWay.BRUSH)
    targets = tuple(letter for letter in letters if letter != rest and rooms[letter])
    return StreetLayout(way, rooms, rest, targets, way is LayoutWay.BRUSH or rest == DISCARD)
