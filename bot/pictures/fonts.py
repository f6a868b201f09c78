"""Text in pictures: its fonts, and names that fit."""

import unicodedata
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.values.scenes import ScenePlayer

CAP_HEIGHT: Final = 0.727
"""Height of a capital letter in ems."""

_FOLDER: Final = Path(__file__).parent / "fonts"
# Letters are drawn so many times larger and shrunk: they can stand at quarters of a pixel, which
# keeps words evenly spaced.
_SCALE: Final = 4
_TEST_SIZE: Final = 40
_LETTERS_KEPT: Final = 2048
"""Letters of about 1.5 KB."""
_FONTS_KEPT: Final = 8
"""Each takes about 150 KB, and is wanted for new letters alone."""
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


class _Letter(NamedTuple):
    """A letter's coverage, as a Mask's, and how far the next one stands from it.

    That is in pixels of the large font. All masks are of mode L and in memory, which Pillow's own
    functions look at each time: `pixels` are what they work on.
    """

    pixels: Any
    width: int
    height: int
    x: int
    y: int
    advance: int


def font_file(weight: Weight) -> Path:
    """Where a weight is."""
    return _FOLDER / weight.value


@lru_cache(maxsize=_FONTS_KEPT)
def _font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    # Letters are drawn one by one, so that there is nothing to shape: the basic layout will do,
    # and draws the same wherever the bot runs.
    return ImageFont.truetype(font_file(weight), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def text_width(text: str, size: int, weight: Weight) -> int:
    """The width of a line in pixels."""
    return ceil(sum(_advance(letter, size, weight) for letter in text) / _SCALE)


def longest_fitting(texts: Sequence[str], size: int, weight: Weight, room: int) -> str:
    """The first of some texts, the longest first, that is no wider than a room; else the last."""
    fit = (text for text in texts if text_width(text, size, weight) <= room)
    return next(fit, texts[-1])


def text_mask(text: str, size: int, weight: Weight) -> Mask:
    """A line of text; the origin is its left end, half-way up the capitals.

    It is put together of letters, which lines have in common: names and numbers are often new.
    """
    letters: list[tuple[int, _Letter]] = []
    pen = 0
    for letter in text:
        column, step = divmod(pen, _SCALE)
        drawn = _letter(letter, size, weight, step)
        letters.append((column + drawn.x, drawn))
        pen += drawn.advance
    return _added(letters)


def _added(letters: Sequence[tuple[int, _Letter]]) -> Mask:
    """Letters, each with its left end, as one mask; from left to right."""
    if not letters:
        return Mask(Image.new("L", (1, 1)), 0, 0)
    x, y = min(left for left, _ in letters), min(letter.y for _, letter in letters)
    right = max(left + letter.width for left, letter in letters)
    bottom = max(letter.y + letter.height for _, letter in letters)
    line = Image.new("L", (right - x, bottom - y))
    pixels, end = line.im, 0
    for at, (letter, width, height, _, top, _) in letters:
        left = at - x
        box = left, top - y, left + width, top - y + height
        pixels.paste(letter if left >= end else letter.chop_add(pixels.crop(box), 1.0, 0), box)
        end = max(end, left + width)
    return Mask(line, x, y)


@lru_cache(maxsize=4096)
def _advance(letter: str, size: int, weight: Weight) -> int:
    """How far the next letter stands from this one, in pixels of the large font."""
    with _FREETYPE:
        return round(_font(size * _SCALE, weight).getlength(letter))


@lru_cache(maxsize=_LETTERS_KEPT)
def _letter(letter: str, size: int, weight: Weight, step: int) -> _Letter:
    """A letter that begins `step` pixels of the large font to the right of the origin."""
    advance = _advance(letter, size, weight)
    origin = round(size * CAP_HEIGHT / 2)
    with _FREETYPE:
        font = _font(size * _SCALE, weight)
        left, top, right, bottom = font.getbbox(letter, anchor="ls")
        x, y = floor((left + step) / _SCALE), floor(top / _SCALE)
        width, height = ceil((right + step) / _SCALE) - x, ceil(bottom / _SCALE) - y
        large = Image.new("L", (max(1, width) * _SCALE, max(1, height) * _SCALE))
        start = (step - x * _SCALE, -y * _SCALE)
        ImageDraw.Draw(large).text(start, letter, fill=255, font=font, anchor="ls")
    mask = large.reduce(_SCALE)
    return _Letter(mask.im, mask.width, mask.height, x, y + origin, advance)


@lru_cache(maxsize=2048)
def covers(letter: str) -> bool:
    """True if the font has a letter; all that it lacks look like the same box."""
    # U+FFFF is no letter of any font: it looks like that box.
    return letter.isspace() or _looks(letter) != _looks("\uffff")


def _looks(letter: str) -> tuple[int, int, bytes]:
    mask = text_mask(letter, _TEST_SIZE, Weight.BOLD)
    return mask.x, mask.y, mask.image.tobytes()


# --- names -----------------------------------------------------------------------------------

_MOST_MISSING: Final = 1 / 3
"""With a larger share of letters that the font lacks, a name is not shown."""
_UNDRAWN: Final = frozenset({"So", "Sk", "Mn", "Me", "Cc", "Cf", "Co", "Cs", "Cn"})
"""Unicode categories of emoji, of marks that belong to another letter, and of controls."""
_ELLIPSIS: Final = "…"


@lru_cache(maxsize=1024)
def shown_name(player: ScenePlayer) -> str:
    """The display name without what the font cannot draw, or the handle if little is left."""
    letters = [
        c for c in unicodedata.normalize("NFC", player.name_without_mark) if not _is_undrawn(c)
    ]
    drawn = [c for c in letters if covers(c)]
    name = " ".join("".join(drawn).split())
    if not name or len(letters) - len(drawn) > len(letters) * _MOST_MISSING:
        return player.handle
    return name


def _is_undrawn(letter: str) -> bool:
    return unicodedata.category(letter) in _UNDRAWN and not (
        letter.isascii() and letter.isprintable()
    )


@lru_cache(maxsize=1024)
def ascii_name(player: ScenePlayer) -> str:
    """The name in ASCII for fixed-width text: accents dropped, or the handle if that fails."""
    is_lost = any(c.isalnum() and not ascii_text(c) for c in player.name_without_mark)
    return player.handle if is_lost else ascii_text(player.name_without_mark) or player.handle


def ascii_text(text: str) -> str:
    """The text in ASCII: umlauts as two letters, others without accents, the rest dropped."""
    replaced = unicodedata.normalize("NFC", text).translate(_TO_ASCII)
    plain = unicodedata.normalize("NFKD", replaced).encode("ascii", "ignore").decode()
    # Backticks would end the code block that the text stands in.
    line = " ".join(plain.replace("`", "'").split())
    return "".join(filter(str.isprintable, line))


_TO_ASCII: Final = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "·": "-",
     "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
     "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
     "×": "x", "ı": "i", "œ": "oe", "Œ": "OE", "þ": "th", "ð": "d"}
)  # fmt: skip


@lru_cache(maxsize=1024)
def fitted(text: str, width: int, weight: Weight, sizes: tuple[int, ...]) -> tuple[str, int]:
    """The text in the largest of the sizes that fits the width, cut at the smallest if none."""
    for size in sizes:
        if text_width(text, size, weight) <= width:
            return text, size
    size = sizes[-1]
    for end in range(len(text) - 1, 0, -1):
        cut = text[:end].rstrip() + _ELLIPSIS
        if text_width(cut, size, weight) <= width:
            return cut, size
    return _ELLIPSIS, size
