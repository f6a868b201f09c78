"""Smooth lines, solid or dashed, as masks."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from math import ceil, dist, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.fonts import Mask
from bot.pictures.shapes import Point

_SCALE: Final = 3


@lru_cache(maxsize=32)
def curve_mask(points: tuple[Point, ...], width: int, dashes: tuple[int, ...]) -> Mask:
    """The coverage of a line through the points, and where its top left corner lies."""
    left = floor(min(x for x, _ in points)) - width
    top = floor(min(y for _, y in points)) - width
    right = ceil(max(x for x, _ in points)) + width
    bottom = ceil(max(y for _, y in points)) + width
    large = Image.new("L", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    draw = ImageDraw.Draw(large)
    for stretch in _stretches(points, dashes):
        line = [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in stretch]
        draw.line(line, fill=255, width=width * _SCALE, joint="curve")
    return Mask(large.reduce(_SCALE), left, top)


def _stretches(points: Sequence[Point], dashes: tuple[int, ...]) -> Iterator[list[Point]]:
    """The parts of the line that are drawn, each as its points."""
    if not dashes:
        yield list(points)
        return
    pattern = cycle((length, not index % 2) for index, length in enumerate(dashes))
    left, drawn = next(pattern)
    stretch: list[Point] = [points[0]]
    for start, end in pairwise(points):
        at, length = 0.0, dist(start, end)
        while at + left < length:
            at += left
            stretch.append(_between(start, end, at / length))
            if drawn:
                yield stretch
            stretch = [stretch[-1]]
            left, drawn = next(pattern)
        left -= length - at
        stretch.append(end)
    if drawn:
        yield stretch


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
