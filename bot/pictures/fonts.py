"""The bundled font: how wide a text is, which letters it has, and its letters as masks.

Letters are drawn larger and reduced, which gives the same shapes and widths on every system
whatever its text-shaping libraries.
"""

from enum import Enum
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

CAP_HEIGHT: Final = 0.727
"""Height of a capital letter in ems."""

_FOLDER: Final = Path(__file__).parent / "fonts"
_SCALE: Final = 4
_TEST_SIZE: Final = 40
_FREETYPE: Final = Lock()
"""A FreeType face keeps state while it draws; threads take turns."""


class Weight(Enum):
    """The weights that are bundled, with their files."""

    SEMIBOLD = "Inter-SemiBold.ttf"
    BOLD = "Inter-Bold.ttf"
    EXTRABOLD = "Inter-ExtraBold.ttf"


class Mask(NamedTuple):
    """Coverage from 0 to 255, with the place of its top left corner relative to an origin."""

    image: Image.Image
    x: int
    y: int


def font_file(weight: Weight) -> Path:
    """Where a weight is."""
    return _FOLDER / weight.value


@lru_cache(maxsize=64)
def _font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(weight), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def text_width(text: str, size: int, weight: Weight) -> int:
    """The width of a line in pixels."""
    with _FREETYPE:
        return ceil(_font(size * _SCALE, weight).getlength(text) / _SCALE)


@lru_cache(maxsize=1024)
def text_mask(text: str, size: int, weight: Weight) -> Mask:
    """A line of text; the origin is its left end, half-way up the capitals."""
    origin = round(size * CAP_HEIGHT / 2)
    with _FREETYPE:
        font = _font(size * _SCALE, weight)
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        x, y = floor(left / _SCALE), floor(top / _SCALE)
        width, height = ceil(right / _SCALE) - x, ceil(bottom / _SCALE) - y
        large = Image.new("L", (max(1, width) * _SCALE, max(1, height) * _SCALE))
        start = (-x * _SCALE, -y * _SCALE)
        ImageDraw.Draw(large).text(start, text, fill=255, font=font, anchor="ls")
    return Mask(large.reduce(_SCALE), x, y + origin)


@lru_cache(maxsize=2048)
def covers(letter: str) -> bool:
    """Whether the font has a letter; those it lacks all look like the same box."""
    return letter.isspace() or _looks(letter) != _looks("\uffff")


def _looks(letter: str) -> tuple[int, int, bytes]:
    mask = text_mask(letter, _TEST_SIZE, Weight.BOLD)
    return mask.x, mask.y, mask.image.tobytes()
