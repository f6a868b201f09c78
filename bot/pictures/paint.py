"""From a layout to a PNG."""

from functools import lru_cache
from struct import pack
from typing import Any, Final, NamedTuple, cast
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

from bot.pictures.card_tiles import Sprite, back_sprite, face_sprite
from bot.pictures.fonts import Weight, text_mask
from bot.pictures.layout import Back, Box, Curve, Face, Icon, Item, Label, Panel, PictureLayout
from bot.pictures.raster import ColouredShape, Raster, coloured
from bot.pictures.shapes import Sign, curve_mask, sign_mask
from bot.pictures.theme import Palette, Theme, Tint, palette

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, a palette, deflate, filters by line, no interlacing."""
_UNFILTERED: Final = 0
_QUICK: Final = 2
_SMALL: Final = 5
"""Levels of zlib-ng: a quarter smaller for twice the work; higher ones gain little."""
_TEXTS_KEPT: Final = 200
"""Lines of about 15 KB each, with their coverage."""


def png(layout: PictureLayout, theme: Theme, *, small: bool = False) -> bytes:
    """The picture as a PNG file; any number of threads may draw at once.

    `small` takes twice the time, for pictures that stay. It is not worth it for most: the next
    placement replaces them, and Discord shows a copy that it has compressed itself.
    """
    width, height = layout.width, layout.height
    raster = _painted(layout, theme, (width + 1, height))
    # A PNG wants before each line how it is filtered: that is the column after the line before.
    raster.image.paste(_UNFILTERED, (width, 0, width + 1, height))
    lines = bytes((_UNFILTERED,)), memoryview(raster.image.tobytes())[:-1]
    # Pillow's own writer takes 2.5 ms longer for each of the 45 pictures of a hand, a quarter of
    # all that a hand takes of the processor. zlib-ng's types are looser than those of zlib.
    packer = cast("Any", zlib_ng).compressobj(_SMALL if small else _QUICK)
    data = b"".join((*map(packer.compress, lines), packer.flush()))
    chunks = (
        (b"IHDR", pack(">2I5B", width, height, *_HEADER)),
        (b"PLTE", raster.palette.flat),
        (b"IDAT", data),
        (b"IEND", b""),
    )
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = crc32(data, crc32(kind))
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", checksum)))


def image(layout: PictureLayout, theme: Theme) -> Image.Image:
    """The picture as an image of palette indices, with its palette."""
    raster = _painted(layout, theme, (layout.width, layout.height))
    raster.image.putpalette(raster.palette.flat)
    return raster.image


def _painted(layout: PictureLayout, theme: Theme, size: tuple[int, int]) -> Raster:
    raster = Raster.on(size, Tint.BACKGROUND, palette(theme))
    for item in layout.items:
        _paint_item(raster, item)
    return raster


def _paint_item(raster: Raster, item: Item) -> None:
    palette = raster.palette
    match item:
        case Panel():
            raster.panel(item)
        case Label():
            text = _text(item.text, item.size, item.weight, item.ink, item.ground, palette)
            raster.stamp(text.shape, item.left + text.x, item.y + text.y)
        case Face():
            _sprite(raster, face_sprite(item, palette), item.box)
        case Back():
            _sprite(raster, back_sprite(item, palette), item.box)
        case Icon():
            size = item.box.width, item.box.height
            raster.stamp(_sign(item.sign, size, item.ink, item.ground, palette), *item.box[:2])
        case Curve():
            mask, x, y = curve_mask(item.points, item.width, item.dashes)
            raster.mask(mask, x, y, item.ink, item.ground)


class _Text(NamedTuple):
    """A coloured line of text, with its place relative to its left end."""

    shape: ColouredShape
    x: int
    y: int


@lru_cache(maxsize=_TEXTS_KEPT)
def _text(text: str, size: int, weight: Weight, ink: Tint, ground: Tint, palette: Palette) -> _Text:
    mask = text_mask(text, size, weight)
    return _Text(coloured(mask.image, ink, ground, palette), mask.x, mask.y)


@lru_cache(maxsize=256)
def _sign(
    sign: Sign, size: tuple[int, int], ink: Tint, ground: Tint, palette: Palette
) -> ColouredShape:
    return coloured(sign_mask(sign, *size), ink, ground, palette)


def _sprite(raster: Raster, sprite: Sprite, box: Box) -> None:
    raster.paste(sprite.tile, box.x - sprite.margin, box.y - sprite.margin)
