"""Text in pictures: its fonts, and names that fit."""

import unicodedata
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.values.scenes import ScenePlayer

CAP_HEIGHT: Final = 0.727
"""Height of a capital letter in ems."""

_FOLDER: Final = Path(__file__).parent / "fonts"
# Letters are drawn this many times larger and then reduced: placing them at quarters of a pixel
# keeps words evenly spaced.
_SCALE: Final = 4
_TEST_SIZE: Final = 40
_LETTERS_KEPT: Final = 2048
"""Letters of about 1.5 KB each."""
_FONTS_KEPT: Final = 8
"""Each takes about 150 KB, and is needed only for new letters."""
_FREETYPE: Final = Lock()
"""A FreeType face keeps state while it draws; threads take turns."""


class Weight(Enum):
    """The weights that are bundled, with their files."""

    SEMIBOLD = "Inter-SemiBold.ttf"
    BOLD = "Inter-Bold.ttf"
    EXTRABOLD = "Inter-ExtraBold.ttf"


class Mask(NamedTuple):
    """Coverage from 0 to 255; `x` and `y` are its top left corner relative to an origin."""

    image: Image.Image
    x: int
    y: int


class _Letter(NamedTuple):
    """A letter's coverage, as in a Mask, and its `advance` in pixels of the large font."""

    image: Image.Image
    x: int
    y: int
    advance: int


def font_file(weight: Weight) -> Path:
    """The file of a weight."""
    return _FOLDER / weight.value


@lru_cache(maxsize=_FONTS_KEPT)
def _font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    # Letters are drawn one by one, so there is nothing to shape: the basic layout is enough, and
    # draws the same wherever the bot runs.
    return ImageFont.truetype(font_file(weight), size, layout_engine=ImageFont.Layout.BASIC)


def text_width(text: str, size: int, weight: Weight) -> int:
    """The width of a line in pixels."""
    return ceil(sum(_advance(letter, size, weight) for letter in text) / _SCALE)


def longest_fitting(texts: Sequence[str], size: int, weight: Weight, room: int) -> str:
    """The first of the texts, which go from long to short, that fits the room; else the last."""
    fit = (text for text in texts if text_width(text, size, weight) <= room)
    return next(fit, texts[-1])


def text_mask(text: str, size: int, weight: Weight) -> Mask:
    """A line of text; the origin is its left end, half-way up the capitals.

    It is composed of cached letters: whole names and numbers are often new.
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
    """The letters, each with its left end, from left to right, as one mask."""
    if not letters:
        return Mask(Image.new("L", (1, 1)), 0, 0)
    x, y = min(left for left, _ in letters), min(letter.y for _, letter in letters)
    right = max(left + letter.image.width for left, letter in letters)
    bottom = max(letter.y + letter.image.height for _, letter in letters)
    line = Image.new("L", (right - x, bottom - y))
    for left, letter in letters:
        at, (width, height) = (left - x, letter.y - y), letter.image.size
        below = line.crop((*at, at[0] + width, at[1] + height))
        line.paste(ImageChops.add(letter.image, below), at)
    return Mask(line, x, y)


@lru_cache(maxsize=4096)
def _advance(letter: str, size: int, weight: Weight) -> int:
    """The distance to the next letter's origin, in pixels of the large font."""
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
    return _Letter(large.reduce(_SCALE), x, y + origin, advance)


@lru_cache(maxsize=2048)
def covers(letter: str) -> bool:
    """True if the font has a letter; all letters that it lacks look like the same box."""
    # No font has U+FFFF, so it looks like that box.
    return letter.isspace() or _looks(letter) != _looks("\uffff")


def _looks(letter: str) -> tuple[int, int, bytes]:
    mask = text_mask(letter, _TEST_SIZE, Weight.BOLD)
    return mask.x, mask.y, mask.image.tobytes()


# --- names -----------------------------------------------------------------------------------

_MOST_MISSING: Final = 1 / 3
"""A name of which the font lacks a larger share of the letters is not shown."""
_UNDRAWN: Final = frozenset({"So", "Sk", "Mn", "Me", "Cc", "Cf", "Co", "Cs", "Cn"})
"""Unicode categories of emoji, of marks that belong to another letter, and of controls."""
_ELLIPSIS: Final = "…"


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


def ascii_name(player: ScenePlayer) -> str:
    """The name in ASCII for fixed-width text: accents dropped, or the handle if that fails."""
    is_lost = any(c.isalnum() and not ascii_text(c) for c in player.name_without_mark)
    return player.handle if is_lost else ascii_text(player.name_without_mark) or player.handle


def ascii_text(text: str) -> str:
    """The text in ASCII: umlauts as two letters, others without accents, the rest dropped."""
    replaced = unicodedata.normalize("NFC", text).translate(_TO_ASCII)
    plain = unicodedata.normalize("NFKD", replaced).encode("ascii", "ignore").decode()
    # Backticks would end the code block around the text.
    line = " ".join(plain.replace("`", "'").split())
    return "".join(filter(str.isprintable, line))


_TO_ASCII: Final = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "·": "-",
     "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
     "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
     "×": "x", "ı": "i", "œ": "oe", "Œ": "OE", "þ": "th", "ð": "d"}
)  # fmt: skip


def fitted(text: str, width: int, weight: Weight, sizes: tuple[int, ...]) -> tuple[str, int]:
    """The text and the largest size that fits the width; if none does, cut at the smallest."""
    for size in sizes:
        if text_width(text, size, weight) <= width:
            return text, size
    size = sizes[-1]
    for end in range(len(text) - 1, 0, -1):
        cut = text[:end].rstrip() + _ELLIPSIS
        if text_width(cut, size, weight) <= width:
            return cut, size
    return _ELLIPSIS, size
