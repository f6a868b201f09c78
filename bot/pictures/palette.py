"""Fixed palettes: every tint of a theme, and the steps in between for smooth edges.

Pictures are painted as palette indices from the start. That makes them small and quick, and
no colour can go missing, whatever a picture shows.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Final

from bot.pictures.theme import CURVES, DIMMED, SUIT_TINTS, Rgb, Theme, Tint, blend, tint_colours

_STEPS: Final = 5
"""Into how many steps an edge between two colours is cut."""
_NEARNESS: Final = 14.0
"""Steps closer than this to a colour that is there already share it."""

_GROUNDS: Final = (Tint.BACKGROUND, Tint.CELL, Tint.ACTIVE, Tint.PANEL)
_INKS: Final = (
    Tint.TEXT, Tint.SECONDARY, Tint.PLUS, Tint.MINUS, Tint.ACT, Tint.LINE, Tint.GOLD,
    Tint.GOLD_LINE, Tint.FOUL, Tint.FANTASY, Tint.QUIET, Tint.RING, Tint.SLOT, Tint.SLOT_LINE,
    Tint.OUT, Tint.FACE, Tint.FACE_LINE, Tint.DIM_FACE, Tint.DIM_LINE, Tint.BACK_RIM,
    Tint.DIM_RIM,
)  # fmt: skip
_OTHERS: Final = (
    (Tint.ACT_INK, Tint.ACT),
    (Tint.GOLD_INK, Tint.GOLD),
    (Tint.GOLD, Tint.GOLD_LINE),
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
    """Every ink with the ground it may stand on."""
    yield from ((suit, Tint.FACE) for suit in SUIT_TINTS.values())
    yield from ((DIMMED[suit], Tint.DIM_FACE) for suit in SUIT_TINTS.values())
    yield from _OTHERS
    yield from product(_INKS, _GROUNDS)
    yield from product(CURVES, (Tint.CELL,))


class Palette:
    """At most 256 colours, and how any ink fades into any ground within them."""

    def __init__(self, theme: Theme) -> None:
        self._theme = tint_colours(theme)
        self.colours: list[Rgb] = list(dict.fromkeys(self._theme.values()))
        for ink, ground in ink_pairs():
            self._add_steps(self._theme[ink], self._theme[ground])
        self.ramp = cache(self._ramp)

    def _add_steps(self, ink: Rgb, ground: Rgb) -> None:
        for step in range(1, _STEPS):
            colour = blend(ground, ink, step / _STEPS)
            if _distance(colour, self._nearest(colour)) > _NEARNESS:
                self.colours.append(colour)

    def _nearest(self, colour: Rgb) -> Rgb:
        return min(self.colours, key=lambda other: _distance(colour, other))

    def index(self, tint: Tint) -> int:
        """The index of a tint."""
        return self.colours.index(self._theme[tint])

    def _ramp(self, ink: Tint, ground: Tint) -> bytes:
        """The index for each coverage from 0, all ground, to 255, all ink."""
        start, end = self._theme[ground], self._theme[ink]
        blends = [blend(start, end, step / _STEPS) for step in range(_STEPS + 1)]
        steps = [self.colours.index(self._nearest(colour)) for colour in blends]
        return bytes(steps[round(coverage * _STEPS / 255)] for coverage in range(256))

    @property
    def flat(self) -> bytes:
        """Red, green and blue of each colour in turn."""
        return bytes(value for colour in self.colours for value in colour)


def _distance(one: Rgb, other: Rgb) -> float:
    """How different two colours look, roughly: green counts most, blue least."""
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return (2 * red**2 + 4 * green**2 + 1.5 * blue**2) ** 0.5


@lru_cache
def palette(theme: Theme) -> Palette:
    """The palette of a skin and a deck; the same for all pictures."""
    return Palette(theme)
