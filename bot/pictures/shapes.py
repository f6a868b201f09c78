"""Suits and signs as outlines in the unit square, and as masks of any size."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import cycle, pairwise
from math import ceil, cos, dist, floor, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from bot.pictures.fonts import Mask

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]

# Pillow does not smooth edges: signs are drawn larger and reduced.
_SCALE: Final = 8
_STEPS: Final = 16
_CURVE_SCALE: Final = 3


class Sign(Enum):
    """The signs that can be drawn in one colour; the suits have the letters of `Card.suit`."""

    SPADE = "s"
    HEART = "h"
    DIAMOND = "d"
    CLUB = "c"
    STAR = "star"
    CROSS = "cross"
    TICK = "tick"
    RIGHT = "right"
    LEFT = "left"
    DASH = "dash"
    EQUAL = "equal"
    FLAG = "flag"
    DISC = "disc"
    SQUARE = "square"
    KITE = "kite"
    UP = "up"
    DOWN = "down"
    ROBOT = "robot"
    CROWN = "crown"
    PLUS = "plus"


def outlines(sign: Sign) -> tuple[Outline, ...]:
    """The outlines of a sign in the unit square; the inside of each is filled."""
    return _OUTLINES[sign]()


@lru_cache(maxsize=256)
def sign_mask(sign: Sign, width: int, height: int) -> Image.Image:
    """The coverage of a sign that fills a box of that size."""
    large = Image.new("L", (width * _SCALE, height * _SCALE))
    draw = ImageDraw.Draw(large)
    for outline in outlines(sign):
        draw.polygon([(x * large.width, y * large.height) for x, y in outline], fill=255)
    return large.reduce(_SCALE)


def disc_mask(radius: int) -> Image.Image:
    """The coverage of a disc, from which the corners of panels are cut."""
    return sign_mask(Sign.DISC, 2 * radius, 2 * radius)


def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """The coverage of a rectangle with round corners."""
    disc = disc_mask(radius)
    mask = Image.new("L", (width, height), 255)
    end, right, bottom = 2 * radius, width - radius, height - radius
    mask.paste(disc.crop((0, 0, radius, radius)), (0, 0))
    mask.paste(disc.crop((radius, 0, end, radius)), (right, 0))
    mask.paste(disc.crop((0, radius, radius, end)), (0, bottom))
    mask.paste(disc.crop((radius, radius, end, end)), (right, bottom))
    return mask


def _curve(start: Point, *controls: Point) -> Iterator[Point]:
    """Points of cubic Bezier curves, each given by two handles and its end."""
    for at in range(0, len(controls), 3):
        a, b, end = controls[at : at + 3]
        for step in range(_STEPS):
            t = step / _STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            points = (start, a, b, end)
            yield (
                sum(w * x for w, (x, _) in zip(weights, points, strict=True)),
                sum(w * y for w, (_, y) in zip(weights, points, strict=True)),
            )
        start = end
    yield start


def _mirrored(half: Iterator[Point]) -> Outline:
    """An outline from its right half, which begins and ends on the middle line."""
    right = tuple(half)
    return (*right, *((1 - x, y) for x, y in reversed(right)))


def _circle(x: float, y: float, radius: float, points: int = 64) -> Outline:
    turns = (2 * pi * i / points for i in range(points))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _bar(x: float, y: float, width: float, height: float, turn: float = 0) -> Outline:
    """A rectangle around its middle, turned by `turn` degrees."""
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    corners = ((-width, -height), (width, -height), (width, height), (-width, height))
    return tuple((x + (c * dx - s * dy) / 2, y + (s * dx + c * dy) / 2) for dx, dy in corners)


def _stem() -> Outline:
    return _mirrored(_curve((0.5, 0.55), (0.53, 0.8), (0.58, 0.93), (0.71, 1.0)))


def _spade() -> tuple[Outline, ...]:
    leaf = _curve(
        (0.5, 0.0), (0.6, 0.17), (0.98, 0.37), (0.98, 0.61),
        (0.98, 0.76), (0.87, 0.84), (0.76, 0.84), (0.64, 0.84), (0.55, 0.76), (0.5, 0.66),
    )  # fmt: skip
    return _mirrored(leaf), _stem()


def _heart() -> tuple[Outline, ...]:
    lobe = _curve(
        (0.5, 0.2), (0.55, 0.08), (0.63, 0.02), (0.74, 0.02),
        (0.89, 0.02), (1.0, 0.14), (1.0, 0.31), (1.0, 0.57), (0.65, 0.74), (0.5, 1.0),
    )  # fmt: skip
    return (_mirrored(lobe),)


def _diamond() -> tuple[Outline, ...]:
    side = _curve(
        (0.5, 0.0), (0.6, 0.19), (0.74, 0.37), (0.9, 0.5), (0.74, 0.63), (0.6, 0.81), (0.5, 1.0)
    )
    return (_mirrored(side),)


def _club() -> tuple[Outline, ...]:
    leaves = (_circle(x, y, 0.237) for x, y in ((0.5, 0.24), (0.24, 0.605), (0.76, 0.605)))
    return (*leaves, _bar(0.5, 0.54, 0.26, 0.26), _stem())


def _star() -> tuple[Outline, ...]:
    turns = ((i * pi / 5 - pi / 2, 0.4 if i % 2 else 1.0) for i in range(10))
    return (tuple((0.5 + r * cos(t) / 1.9, 0.53 + r * sin(t) / 1.9) for t, r in turns),)


def _tick() -> tuple[Outline, ...]:
    stroke = ((0.1, 0.56), (0.38, 0.82), (0.9, 0.2))
    bars = tuple(_stroke(a, b, 0.19) for a, b in pairwise(stroke))
    return (*bars, *(_circle(x, y, 0.095) for x, y in stroke))


def _stroke(start: Point, end: Point, width: float) -> Outline:
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    dx, dy = (y - v) * width / 2 / length, (u - x) * width / 2 / length
    return (x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)


def _flag() -> tuple[Outline, ...]:
    cloth = ((0.22, 0.08), (0.92, 0.08), (0.74, 0.32), (0.92, 0.58), (0.22, 0.58))
    return cloth, _bar(0.16, 0.5, 0.14, 0.96)


def _robot() -> tuple[Outline, ...]:
    """A head with an antenna and ears; the gaps between its parts are the eyes."""
    brow, jaw = _bar(0.5, 0.36, 0.76, 0.2), _bar(0.5, 0.8, 0.76, 0.32)
    between = (_bar(x, 0.55, width, 0.24) for x, width in ((0.17, 0.1), (0.5, 0.2), (0.83, 0.1)))
    ears = (_bar(x, 0.6, 0.09, 0.26) for x in (0.045, 0.955))
    return (brow, jaw, *between, *ears, _bar(0.5, 0.2, 0.09, 0.2), _circle(0.5, 0.09, 0.09))


_OUTLINES: Final[dict[Sign, Callable[[], tuple[Outline, ...]]]] = {
    Sign.SPADE: _spade,
    Sign.HEART: _heart,
    Sign.DIAMOND: _diamond,
    Sign.CLUB: _club,
    Sign.STAR: _star,
    Sign.CROSS: lambda: (_bar(0.5, 0.5, 1.05, 0.28, 45), _bar(0.5, 0.5, 1.05, 0.28, -45)),
    Sign.TICK: _tick,
    Sign.RIGHT: lambda: (((0.1, 0.04), (0.96, 0.5), (0.1, 0.96)),),
    Sign.LEFT: lambda: (((0.9, 0.04), (0.04, 0.5), (0.9, 0.96)),),
    Sign.DASH: lambda: (_bar(0.5, 0.5, 0.7, 0.2),),
    Sign.EQUAL: lambda: (_bar(0.5, 0.33, 0.76, 0.17), _bar(0.5, 0.67, 0.76, 0.17)),
    Sign.FLAG: _flag,
    Sign.DISC: lambda: (_circle(0.5, 0.5, 0.5, 256),),
    Sign.SQUARE: lambda: (_bar(0.5, 0.5, 0.84, 0.84),),
    Sign.KITE: lambda: (((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),),
    Sign.UP: lambda: (((0.5, 0.04), (1.0, 0.94), (0.0, 0.94)),),
    Sign.DOWN: lambda: (((0.5, 0.96), (1.0, 0.06), (0.0, 0.06)),),
    Sign.ROBOT: _robot,
    Sign.PLUS: lambda: (_bar(0.5, 0.5, 0.76, 0.17), _bar(0.5, 0.5, 0.17, 0.76)),
    Sign.CROWN: lambda: (
        ((0.1, 0.72), (0.0, 0.2), (0.29, 0.46), (0.5, 0.06), (0.71, 0.46), (1.0, 0.2), (0.9, 0.72)),
        _bar(0.5, 0.86, 0.8, 0.16),
    ),
}


def curve_mask(points: tuple[Point, ...], width: int, dashes: tuple[int, ...]) -> Mask:
    """The coverage of a line through the points, and where its top left corner lies."""
    left = floor(min(x for x, _ in points)) - width
    top = floor(min(y for _, y in points)) - width
    right = ceil(max(x for x, _ in points)) + width
    bottom = ceil(max(y for _, y in points)) + width
    large = Image.new("L", ((right - left) * _CURVE_SCALE, (bottom - top) * _CURVE_SCALE))
    draw = ImageDraw.Draw(large)
    for stretch in _stretches(points, dashes):
        line = [((x - left) * _CURVE_SCALE, (y - top) * _CURVE_SCALE) for x, y in stretch]
        draw.line(line, fill=255, width=width * _CURVE_SCALE, joint="curve")
    return Mask(large.reduce(_CURVE_SCALE), left, top)


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
