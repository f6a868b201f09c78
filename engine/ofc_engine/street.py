"""How the cards of a street can be laid out: the way, and how many cards can go where."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

LETTERS: Final = "fmb"
DISCARD: Final = "x"
UNTOUCHED: Final = "."
_LAYOUTS_KEPT: Final = 512
"""Every draft asks for its street's layout, and there are few different ones."""


class LayoutWay(Enum):
    """How the cards of a street are laid out, and so where untouched ones go."""

    SPOTS = "spots"
    """One card, which goes to a row."""
    TRAYS = "trays"
    """Up to five cards, each put into the tray of a row; the rest is discarded, if any must be."""
    BRUSH = "brush"
    """More cards: a row is chosen, then its cards; the rest goes to the last row with room."""


@dataclass(frozen=True)
class StreetLayout:
    """How a street can be laid out.

    `rooms` has the most cards for each letter of a layout, `rest` is the letter that untouched
    cards get in the end, `targets` are the letters that taps can give. With `fills_rest` exactly as
    many cards must be left over as `rest` has room for.
    """

    way: LayoutWay
    rooms: dict[str, int]
    rest: str
    targets: tuple[str, ...]
    fills_rest: bool


@lru_cache(maxsize=_LAYOUTS_KEPT)
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
