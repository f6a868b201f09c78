"""How pictures look: skins, decks, their colours, and the palette of a file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, cached_property, lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from bot.values.preferences import Preferences
from ofc_engine.errors import OfcError

Rgb: TypeAlias = tuple[int, int, int]


class ThemeError(OfcError):
    """A skin or deck that does not exist."""


@dataclass(frozen=True)
class Theme:
    """Everything that can be chosen about pictures.

    `skin` is one of `SKINS`; `deck`, the number of suit colours, one of `DECKS`; `live_grid`
    says whether a private view shows the cards that may still come, `outs` whether it counts
    those that improve a row. It is `aloud` for people who use a screen reader; the cards of a
    whole board are sorted by rank or `by_suit`. Raises ThemeError.
    """

    skin: str = "night"
    deck: str = "two"
    live_grid: bool = True
    outs: bool = True
    aloud: bool = False
    by_suit: bool = False

    def __post_init__(self) -> None:
        if self.skin not in SKINS:
            raise ThemeError(
                "There's no skin “{skin}”. Choose one of: {skins}.",
                skin=self.skin,
                skins=", ".join(SKINS),
            )
        if self.deck not in DECKS:
            raise ThemeError(
                "There's no deck “{deck}”. Choose one of: {decks}.",
                deck=self.deck,
                decks=", ".join(DECKS),
            )

    def preferred(self, own: Preferences) -> "Theme":
        """The theme of a person's own pictures, where this is the table's."""
        return Theme(
            skin=own.skin or self.skin,
            deck=own.deck or self.deck,
            live_grid=own.aid != "none" and not own.read_aloud,
            outs=own.aid == "outs",
            aloud=own.read_aloud,
            by_suit=own.by_suit,
        )

    @property
    def colours(self) -> "Theme":
        """The theme without the choices that do not affect colours."""
        return replace(self, live_grid=True, outs=True, aloud=False, by_suit=False)


class Tint(Enum):
    """The role of a colour."""

    BACKGROUND = auto()
    CELL = auto()
    ACTIVE = auto()
    DREAM = auto()
    PANEL = auto()
    LINE = auto()
    TEXT = auto()
    SECONDARY = auto()
    PLUS = auto()
    MINUS = auto()
    ACT = auto()
    ACT_INK = auto()
    GOLD = auto()
    GOLD_INK = auto()
    GOLD_LINE = auto()
    FOUL = auto()
    FOUL_INK = auto()
    FANTASY = auto()
    FANTASY_INK = auto()
    QUIET = auto()
    RING = auto()
    SLOT = auto()
    SLOT_LINE = auto()
    SLOT_LETTER = auto()
    OUT = auto()
    FACE = auto()
    FACE_LINE = auto()
    SPADE = auto()
    HEART = auto()
    DIAMOND = auto()
    CLUB = auto()
    DIM_FACE = auto()
    DIM_LINE = auto()
    DIM_SPADE = auto()
    DIM_HEART = auto()
    DIM_DIAMOND = auto()
    DIM_CLUB = auto()
    DIM_GOLD = auto()
    DIM_GOLD_INK = auto()
    BACK_RIM = auto()
    BACK = auto()
    LATTICE = auto()
    STRIKE = auto()
    DIM_RIM = auto()
    DIM_BACK = auto()
    DIM_LATTICE = auto()
    CURVE_1 = auto()
    CURVE_2 = auto()
    CURVE_3 = auto()
    CURVE_4 = auto()
    CURVE_5 = auto()


SUIT_TINTS: Final = MappingProxyType(
    {"s": Tint.SPADE, "h": Tint.HEART, "d": Tint.DIAMOND, "c": Tint.CLUB}
)
CURVES: Final = (Tint.CURVE_1, Tint.CURVE_2, Tint.CURVE_3, Tint.CURVE_4, Tint.CURVE_5)

DIMMED: Final = MappingProxyType(
    {
        Tint.FACE: Tint.DIM_FACE,
        Tint.FACE_LINE: Tint.DIM_LINE,
        Tint.SPADE: Tint.DIM_SPADE,
        Tint.HEART: Tint.DIM_HEART,
        Tint.DIAMOND: Tint.DIM_DIAMOND,
        Tint.CLUB: Tint.DIM_CLUB,
        Tint.GOLD: Tint.DIM_GOLD,
        Tint.GOLD_INK: Tint.DIM_GOLD_INK,
        Tint.BACK_RIM: Tint.DIM_RIM,
        Tint.BACK: Tint.DIM_BACK,
        Tint.LATTICE: Tint.DIM_LATTICE,
    }
)
"""The tint that replaces another one on a card out of play."""


class _Skin(NamedTuple):
    """Colours by their tints, and how much a card out of play, and its suit, are dimmed.

    These are shares of the way to the colour of its cell: enough to look out of play, little
    enough to be read.
    """

    colours: str
    card: float
    suit: float


_NIGHT: Final = """
BACKGROUND #0E1C18 CELL #172B25 ACTIVE #1C3A31 DREAM #2B2342 PANEL #132520 LINE #29453C
TEXT #F3F7F5 SECONDARY #A9C0B7 PLUS #6FE3A1 MINUS #FF9A94
ACT #6FE3A1 ACT_INK #06251A GOLD #FFD24A GOLD_INK #2A1E00 GOLD_LINE #FFD24A
FOUL #DC3545 FOUL_INK #FFFFFF FANTASY #D9A6FF FANTASY_INK #2B0B45 QUIET #294839
RING #37C8FF SLOT #11201B SLOT_LINE #587D6F SLOT_LETTER #7FA093 OUT #557A6C STRIKE #2B4038
FACE #FCFCFA FACE_LINE #FCFCFA BACK_RIM #FCFCFA BACK #2F4A80 LATTICE #4967A5
CURVE_1 #6FE3A1 CURVE_2 #FFD24A CURVE_3 #37C8FF CURVE_4 #FF9A94 CURVE_5 #D9A6FF
"""
_DAY: Final = """
BACKGROUND #F3F6F4 CELL #DCE6E0 ACTIVE #C4E6D2 DREAM #EADFF6 PANEL #E7EEEA LINE #B4C3BB
TEXT #14201B SECONDARY #46594F PLUS #0B7043 MINUS #B3261E
ACT #0B7A4B ACT_INK #FFFFFF GOLD #FFD24A GOLD_INK #2A1E00 GOLD_LINE #8A6500
FOUL #C41D31 FOUL_INK #FFFFFF FANTASY #7A2BB8 FANTASY_INK #FFFFFF QUIET #BFD0C6
RING #0078B4 SLOT #E9F0EC SLOT_LINE #6F8479 SLOT_LETTER #52675C OUT #758A80 STRIKE #7F948A
FACE #FFFFFF FACE_LINE #A9B9B0 BACK_RIM #FFFFFF BACK #2F4A80 LATTICE #4967A5
CURVE_1 #0B7043 CURVE_2 #7A5900 CURVE_3 #00699E CURVE_4 #B3261E CURVE_5 #7A2BB8
"""
_SKINS: Final = MappingProxyType(
    {"night": _Skin(_NIGHT, 0.53, 0.68), "day": _Skin(_DAY, 0.70, 0.20)}
)
_DECKS: Final = MappingProxyType(
    {
        "two": "SPADE #16181C CLUB #16181C HEART #C8102E DIAMOND #C8102E",
        "four": "SPADE #101114 HEART #BE1414 DIAMOND #1A2BE0 CLUB #008276",
    }
)
SKINS: Final = tuple(_SKINS)
DECKS: Final = tuple(_DECKS)


def tint_colours(theme: Theme) -> Mapping[Tint, Rgb]:
    """The colour of every tint."""
    skin = _SKINS[theme.skin]
    words = f"{skin.colours} {_DECKS[theme.deck]}".split()
    colours = {Tint[name]: rgb(code) for name, code in zip(words[::2], words[1::2], strict=True)}
    for bright, dim in DIMMED.items():
        is_ink = bright is Tint.GOLD_INK or bright in SUIT_TINTS.values()
        share = skin.suit if is_ink else skin.card
        colours[dim] = blend(colours[bright], colours[Tint.CELL], share)
    return MappingProxyType(colours)


def rgb(code: str) -> Rgb:
    """The colour written `#RRGGBB`."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def blend(start: Rgb, end: Rgb, share: float) -> Rgb:
    """The colour at the given share of the way from one colour to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


# --- palette ---------------------------------------------------------------------------------

_STEPS: Final = 5
"""The number of steps from one colour to another at an edge."""
_NEARNESS: Final = 14.0
"""A step closer than this to a colour of the palette, by `_distance`, uses that colour."""

_GROUNDS: Final = (Tint.BACKGROUND, Tint.CELL, Tint.ACTIVE, Tint.DREAM, Tint.PANEL)
_INKS: Final = (
    Tint.TEXT, Tint.SECONDARY, Tint.PLUS, Tint.MINUS, Tint.ACT, Tint.LINE, Tint.GOLD,
    Tint.GOLD_LINE, Tint.FOUL, Tint.FANTASY, Tint.QUIET, Tint.RING, Tint.SLOT, Tint.SLOT_LINE,
    Tint.OUT, Tint.FACE, Tint.FACE_LINE, Tint.DIM_FACE, Tint.DIM_LINE, Tint.DIM_GOLD, Tint.BACK_RIM,
    Tint.DIM_RIM,
)  # fmt: skip
_OTHER_PAIRS: Final = (
    (Tint.ACT_INK, Tint.ACT),
    (Tint.GOLD_INK, Tint.GOLD),
    (Tint.GOLD, Tint.GOLD_LINE),
    (Tint.DIM_GOLD_INK, Tint.DIM_GOLD),
    (Tint.GOLD, Tint.RING),
    (Tint.DIM_GOLD, Tint.RING),
    (Tint.RING, Tint.GOLD),
    (Tint.FOUL_INK, Tint.FOUL),
    (Tint.FANTASY_INK, Tint.FANTASY),
    (Tint.TEXT, Tint.QUIET),
    (Tint.BACKGROUND, Tint.TEXT),
    (Tint.SLOT_LETTER, Tint.SLOT),
    (Tint.SLOT, Tint.SLOT_LINE),
    (Tint.FACE, Tint.FACE_LINE),
    (Tint.FACE, Tint.RING),
    (Tint.DIM_FACE, Tint.RING),
    (Tint.DIM_FACE, Tint.DIM_LINE),
    (Tint.LATTICE, Tint.BACK),
    (Tint.BACK, Tint.BACK_RIM),
    (Tint.DIM_LATTICE, Tint.DIM_BACK),
    (Tint.DIM_BACK, Tint.DIM_RIM),
)


def ink_pairs() -> Iterator[tuple[Tint, Tint]]:
    """Every ink with each ground that it may be on."""
    yield from ((suit, Tint.FACE) for suit in SUIT_TINTS.values())
    yield from ((DIMMED[suit], Tint.DIM_FACE) for suit in SUIT_TINTS.values())
    yield from _OTHER_PAIRS
    yield from product(_INKS, _GROUNDS)
    yield from product(CURVES, _GROUNDS)


class Palette:
    """At most 256 colours, and the fades of inks into grounds that use only these."""

    def __init__(self, theme: Theme) -> None:
        self._theme = tint_colours(theme)
        self.colours: list[Rgb] = list(dict.fromkeys(self._theme.values()))
        for ink, ground in ink_pairs():
            self._add_steps(self._theme[ink], self._theme[ground])
        self.index = cache(self._index)
        self.ramp = cache(self._ramp)

    def _add_steps(self, ink: Rgb, ground: Rgb) -> None:
        for step in range(1, _STEPS):
            colour = blend(ground, ink, step / _STEPS)
            if _distance(colour, self._nearest(colour)) > _NEARNESS:
                self.colours.append(colour)

    def _nearest(self, colour: Rgb) -> Rgb:
        return min(self.colours, key=lambda other: _distance(colour, other))

    def _index(self, tint: Tint) -> int:
        """The index of a tint."""
        return self.colours.index(self._theme[tint])

    def _ramp(self, ink: Tint, ground: Tint) -> bytes:
        """The index for each coverage from 0, all ground, to 255, all ink."""
        start, end = self._theme[ground], self._theme[ink]
        blends = [blend(start, end, step / _STEPS) for step in range(_STEPS + 1)]
        steps = [self.colours.index(self._nearest(colour)) for colour in blends]
        return bytes(steps[round(coverage * _STEPS / 255)] for coverage in range(256))

    @cached_property
    def flat(self) -> bytes:
        """Red, green and blue of each colour in turn."""
        return bytes(value for colour in self.colours for value in colour)


def _distance(one: Rgb, other: Rgb) -> float:
    """How different two colours look, roughly: green counts most, blue least."""
    (red, green, blue), (other_red, other_green, other_blue) = one, other
    squares = 2 * (red - other_red) ** 2 + 4 * (green - other_green) ** 2
    return (squares + 1.5 * (blue - other_blue) ** 2) ** 0.5


@lru_cache
def palette(theme: Theme) -> Palette:
    """The palette of a skin and a deck; the same for all pictures."""
    return Palette(theme)
