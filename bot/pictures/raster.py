"""Painting with palette indices: fills, masks and rounded panels on an image."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.pictures.layout import Box, Panel
from bot.pictures.shapes import disc_mask
from bot.pictures.theme import Palette, Tint

_TOUCHED: Final = [0] + [255] * 255
_PLATE: Final = 9000
"""Panels of at most so many pixels are cached whole: slots, badges, pills, discs."""


class ColouredShape(NamedTuple):
    """A shape in palette indices, and where it covers what is below (255) or not (0)."""

    image: Image.Image
    touched: Image.Image


def coloured(mask: Image.Image, ink: Tint, ground: Tint, palette: Palette) -> ColouredShape:
    """The shape with this coverage, in one ink on one ground."""
    return ColouredShape(mask.point(palette.ramp(ink, ground)), mask.point(_TOUCHED))


class Raster:
    """Paints on an image of palette indices.

    Edges fade into the ground that the caller names, not into what is there, so that all fades
    are among the few colours of the palette.
    """

    def __init__(self, image: Image.Image, palette: Palette) -> None:
        self.image = image
        self.palette = palette

    @staticmethod
    def on(size: tuple[int, int], ground: Tint, palette: Palette) -> "Raster":
        """A raster for a new image in one colour."""
        return Raster(Image.new("L", size, palette.index(ground)), palette)

    def fill(self, box: Box, tint: Tint) -> None:
        """A plain rectangle."""
        self.image.paste(self.palette.index(tint), (box.x, box.y, box.right, box.bottom))

    def mask(self, mask: Image.Image, x: int, y: int, ink: Tint, ground: Tint) -> None:
        """A shape given by its coverage; where that is 0 the image is unchanged."""
        self.stamp(coloured(mask, ink, ground, self.palette), x, y)

    def stamp(self, stamp: ColouredShape, x: int, y: int) -> None:
        """A shape that has been coloured before."""
        self.image.paste(stamp.image, (x, y), stamp.touched)

    def paste(self, tile: Image.Image, x: int, y: int) -> None:
        """Palette indices as they are."""
        self.image.paste(tile, (x, y))

    def panel(self, panel: Panel) -> None:
        """A rectangle with round corners and perhaps an outline."""
        box = panel.box
        if box.width * box.height <= _PLATE:
            at_origin = Panel(Box(0, 0, box.width, box.height), *panel[1:])
            self.paste(_plate(self.palette, at_origin), box.x, box.y)
        else:
            self.large_panel(panel)

    def large_panel(self, panel: Panel) -> None:
        """A panel, painted without the cache."""
        box = panel.box
        width = panel.line_width if panel.line else 0
        if panel.line:
            self._frame(box, width, panel.line)
        self.fill(box.inset(width), panel.fill)
        if not panel.radius:
            return
        corners = _corners(self.palette, panel._replace(box=Box(0, 0, 0, 0)))
        right, bottom = box.right - panel.radius, box.bottom - panel.radius
        places = ((box.x, box.y), (right, box.y), (box.x, bottom), (right, bottom))
        for corner, place in zip(corners, places, strict=True):
            self.paste(corner, *place)

    def _frame(self, box: Box, width: int, tint: Tint) -> None:
        """The border of a rectangle, inside it."""
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        self.fill(box._replace(height=width), tint)
        self.fill(box._replace(y=bottom - width, height=width), tint)
        self.fill(Box(x, y, width, bottom - y), tint)
        self.fill(Box(right - width, y, width, bottom - y), tint)


@lru_cache(maxsize=256)
def _plate(palette: Palette, panel: Panel) -> Image.Image:
    """A small panel at the origin."""
    raster = Raster.on((panel.box.width, panel.box.height), panel.ground, palette)
    raster.large_panel(panel)
    return raster.image


@lru_cache(maxsize=256)
def _corners(palette: Palette, panel: Panel) -> tuple[Image.Image, ...]:
    """The corners of a panel: top left, top right, bottom left, bottom right."""
    radius, size = panel.radius, 2 * panel.radius
    raster = Raster.on((size, size), panel.ground, palette)
    outer = panel.line or panel.fill
    raster.mask(disc_mask(radius), 0, 0, outer, panel.ground)
    inner = radius - panel.line_width
    if panel.line and inner > 0:
        at = panel.line_width
        raster.mask(disc_mask(inner), at, at, panel.fill, panel.line)
    disc = raster.image
    return (
        disc.crop((0, 0, radius, radius)),
        disc.crop((radius, 0, size, radius)),
        disc.crop((0, radius, radius, size)),
        disc.crop((radius, radius, size, size)),
    )
