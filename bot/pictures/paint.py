"""From a layout to a PNG."""

from functools import lru_cache
from struct import pack
from typing import Any, Final, NamedTuple, cast
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

from bot.pictures.card_tiles import Sprite, back_sprite, deck_tile, face_sprite
from bot.pictures.fonts import Weight, text_mask
from bot.pictures.layout import (
    Back,
    Box,
    Curve,
    Deck,
    Face,
    Icon,
    Item,
    Label,
    Panel,
    PictureLayout,
)
from bot.pictures.raster import ColouredShape, Raster, coloured
from bot.pictures.shapes import Sign, curve_mask, sign_mask
from bot.pictures.theme import Palette, Theme, Tint, palette
from ofc_engine.cards import Card

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, a palette, deflate, filters by line, no interlacing."""
_UNFILTERED: Final = b"\0"
_QUICK: Final = 2
_SMALL: Final = 5
"""Levels of zlib-ng: a quarter smaller for twice the work; higher ones gain little."""


class PngFile:
    """A PNG file in the making: its `image`, of mode L, is painted with palette indices.

    At first each pixel is the index `ground`.
    """

    def __init__(self, size: tuple[int, int], ground: int) -> None:
        width, height = size
        # A PNG wants a filter byte before each line. The image paints straight into this memory,
        # so each line ends with a spare byte: the filter of the next line.
        stride = width + len(_UNFILTERED)
        self._lines = bytearray((ground,)) * (stride * height)
        self._lines[width::stride] = _UNFILTERED * height
        self.image = Image.frombuffer("L", size, self._lines, "raw", "L", stride, 1)
        self.image.readonly = 0

    def packed(self, palette: bytes, *, small: bool) -> bytes:
        """The file; `palette` has red, green and blue of each colour in turn."""
        # zlib-ng's own types are looser than those of zlib, which it replaces.
        packer = cast("Any", zlib_ng).compressobj(_SMALL if small else _QUICK)
        lines = (_UNFILTERED, memoryview(self._lines)[: -len(_UNFILTERED)])
        data = b"".join((*map(packer.compress, lines), packer.flush()))
        chunks = (
            (b"IHDR", pack(">2I5B", *self.image.size, *_HEADER)),
            (b"PLTE", palette),
            (b"IDAT", data),
            (b"IEND", b""),
        )
        return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = crc32(data, crc32(kind))
    return b"".join((pack(">I", len(data)), kind, data, pack(">I", checksum)))


_NONE: Final = frozenset[Card]()
_TEXTS_KEPT: Final = 200
"""Lines of about 15 KB each, with their coverage."""


def png(layout: PictureLayout, theme: Theme, *, small: bool = False) -> bytes:
    """The picture as a PNG file; any number of threads may draw at once.

    `small` takes twice the time, for pictures that stay. It is not worth it for most: the next
    placement replaces them, and Discord shows a copy that it has compressed itself.
    """
    colours = palette(theme)
    file = PngFile((layout.width, layout.height), colours.index(Tint.BACKGROUND))
    _paint(layout, Raster(file.image, colours))
    return file.packed(colours.flat, small=small)


def image(layout: PictureLayout, theme: Theme) -> Image.Image:
    """The picture as an image of palette indices, with its palette."""
    raster = Raster.on((layout.width, layout.height), Tint.BACKGROUND, palette(theme))
    _paint(layout, raster)
    raster.image.putpalette(raster.palette.flat)
    return raster.image


def _paint(layout: PictureLayout, raster: Raster) -> None:
    for item in layout.items:
        _paint_item(raster, item)


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
        case Deck():
            _deck(raster, item)
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


def _deck(raster: Raster, deck: Deck) -> None:
    """Paint all cards at once as most of them look, then the others one by one."""
    whole = frozenset(deck.cards)
    seen = whole - deck.coming
    most, others = (whole, seen) if len(seen) <= len(deck.coming) else (_NONE, deck.coming)
    usual = Deck(0, 0, most, deck.ground, deck.jokers)
    raster.paste(deck_tile(usual, raster.palette), deck.x, deck.y)
    for card in others:
        face = deck.face(card)
        _sprite(raster, face_sprite(face, raster.palette), face.box)
