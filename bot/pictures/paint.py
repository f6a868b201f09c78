"""From a layout to a PNG."""

from functools import lru_cache
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image

from bot.pictures.card_tiles import Sprite, back_sprite, face_sprite
from bot.pictures.fonts import Weight, text_mask
from bot.pictures.layout import Back, Box, Curve, Face, Icon, Item, Label, Panel, PictureLayout
from bot.pictures.raster import ColouredShape, Raster, coloured
from bot.pictures.shapes import Sign, curve_mask, sign_mask
from bot.pictures.theme import Palette, Theme, Tint, palette

_PACKED: Final = 3
"""The level of compression: higher ones take far longer and gain little."""
_TEXTS_KEPT: Final = 200
"""Lines of about 15 KB each, with their coverage."""


def png(layout: PictureLayout, theme: Theme) -> bytes:
    """The picture as a PNG file; any number of threads may draw at once."""
    buffer = BytesIO()
    image(layout, theme).save(buffer, "PNG", compress_level=_PACKED)
    return buffer.getvalue()


def image(layout: PictureLayout, theme: Theme) -> Image.Image:
    """The picture as an image of palette indices, with its palette."""
    raster = Raster.on((layout.width, layout.height), Tint.BACKGROUND, palette(theme))
    for item in layout.items:
        _paint_item(raster, item)
    raster.image.putpalette(raster.palette.flat)
    return raster.image


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
