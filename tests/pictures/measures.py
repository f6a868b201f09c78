"""What is measured on layouts and colours: texts, boxes, contrast."""

from bot.pictures.layout import Box, Label, PictureLayout
from bot.pictures.theme import Rgb


def labels(layout: PictureLayout) -> list[Label]:
    """All texts of a picture."""
    return [item for item in layout.items if isinstance(item, Label)]


def overlaps(one: Box, other: Box) -> bool:
    """True if two boxes share a pixel."""
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def contains(outer: Box, inner: Box) -> bool:
    """True if a box lies inside another one."""
    across = outer.x <= inner.x and outer.right >= inner.right
    return across and outer.y <= inner.y and outer.bottom >= inner.bottom


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (_linear(value / 255) for value in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
