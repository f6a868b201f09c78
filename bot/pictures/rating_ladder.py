"""A server's ladder: everybody's rating, with its interval as a bar; also in words."""

from math import ceil, floor
from typing import Final, NamedTuple

from bot.pictures.canvas import HEADER, MARGIN, RADIUS, WIDTH, Canvas
from bot.pictures.fonts import Weight, ascii_name, ascii_text, shown_name
from bot.pictures.layout import Box, Icon, Panel, PictureLayout
from bot.pictures.paint import png
from bot.pictures.shapes import Sign
from bot.pictures.theme import Theme, Tint
from bot.pictures.tokens import Token, tokens
from bot.pictures.wording import cut, spoken_name
from bot.texts import Texts
from bot.values.phrases import spoken_decimal
from bot.values.scenes import RatedPlayer, RatingScene

MOST_LINES: Final = 10
"""People and computer players in one picture."""
_ROW: Final = 92
_AXIS: Final = 64
_PLACE_X: Final = 80
_NAME_X: Final = 100
_POINTS_X: Final = 556
_LEFT: Final = 600
_RIGHT: Final = 1046
_BAR: Final = 8
_DOT: Final = 28
_STEPS: Final = (1, 2, 5, 10, 20, 50)
_TICKS: Final = 6


class _RatingAxes(NamedTuple):
    """The scale of the chart: ratings from `low` to `high`, with a grid line every `step`."""

    low: int
    high: int
    step: int

    def x(self, points: float) -> int:
        """The column of a rating."""
        return round(_LEFT + (_RIGHT - _LEFT) * (points - self.low) / (self.high - self.low))


def rating_layout(scene: RatingScene, _: Texts) -> PictureLayout:
    """At most `MOST_LINES` lines of the ladder, one below the other."""
    lines = scene.lines[:MOST_LINES]
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, len(lines) * _ROW + _AXIS + 20)
    canvas = Canvas(panel.bottom + MARGIN)
    canvas.header(_("Rating"), _("points a hand"))
    canvas.add(Panel(panel, Tint.CELL, Tint.BACKGROUND, RADIUS, Tint.LINE))
    plot = _plot(lines)
    _grid(canvas, plot, panel)
    marks = tokens([line.player for line in lines])
    for number, (line, token) in enumerate(zip(lines, marks, strict=True)):
        _line(canvas, panel.y + 10 + number * _ROW + _ROW // 2, plot, line, token, _)
    return canvas.layout()


def _plot(lines: tuple[RatedPlayer, ...]) -> _RatingAxes:
    """A range of whole points that contains every bar and zero."""
    low = min((0.0, *(line.low for line in lines)))
    high = max((0.0, *(line.high for line in lines)))
    step = next((s for s in _STEPS if (high - low) / s <= _TICKS), _STEPS[-1])
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    return _RatingAxes(bottom, max(top, bottom + step), step)


def _grid(canvas: Canvas, plot: _RatingAxes, panel: Box) -> None:
    bottom = panel.bottom - _AXIS
    for points in range(plot.low, plot.high + 1, plot.step):
        line, width = (Tint.LINE, 2) if points else (Tint.TEXT, 3)
        x = plot.x(points)
        canvas.add(Panel(Box(x - 1, panel.y + 14, width, bottom - panel.y - 10), line, Tint.CELL))
        text, ink = f"{points:+d}".replace("-", "−") if points else "0", Tint.SECONDARY
        canvas.text(text, (x, bottom + 30), 30, Tint.CELL, ink=ink, align="middle")


def _line(
    canvas: Canvas, y: int, plot: _RatingAxes, line: RatedPlayer, token: Token, _: Texts
) -> None:
    bold = Weight.BOLD
    if line.place:
        at, ink = (_PLACE_X, y), Tint.SECONDARY
        canvas.text(f"{line.place}.", at, 36, Tint.CELL, ink=ink, align="right")
    text = _.decimal(line.points, signed=True)
    used = canvas.text(text, (_POINTS_X, y), 42, Tint.CELL, weight=bold, align="right")
    height = y - 18 * bool(line.hands)
    x = canvas.token(token, (_NAME_X, height), Tint.CELL)
    room = _POINTS_X - used - 20 - x
    canvas.text(shown_name(line.player), (x, height), 36, Tint.CELL, weight=bold, room=room)
    if line.hands:
        hands = _.count("{number} hand", "{number} hands", line.hands)
        canvas.text(hands, (x, y + 22), 30, Tint.CELL, ink=Tint.SECONDARY, room=room)
    left, right = plot.x(line.low), plot.x(line.high)
    if right > left:
        bar = Box(left, y - _BAR // 2, right - left, _BAR)
        canvas.add(Panel(bar, token.ink, Tint.CELL, _BAR // 2))
    sign = Sign.DISC if line.place else Sign.KITE
    box = Box(plot.x(line.points) - _DOT // 2, y - _DOT // 2, _DOT, _DOT)
    canvas.add(Icon(box.inset(-4), sign, Tint.CELL, Tint.CELL))
    canvas.add(Icon(box, sign, token.ink, Tint.CELL))


def rating_picture(scene: RatingScene, theme: Theme, _: Texts) -> bytes:
    """The ladder as a PNG file."""
    return png(rating_layout(scene, _), theme.colours)


# --- in words --------------------------------------------------------------------------------

_NAME: Final = 11


def rating_alt(scene: RatingScene, _: Texts) -> str:
    """The ladder in words, for screen readers."""
    head = _("Ratings in points a hand.")
    return cut(" ".join([head, *(_spoken(line, _) for line in scene.lines[:MOST_LINES])]))


def _spoken(line: RatedPlayer, _: Texts) -> str:
    name, points = spoken_name(line.player), spoken_decimal(line.points, _)
    if not line.place:
        return _("{name}, computer player: {points}.", name=name, points=points)
    low, high = spoken_decimal(line.low, _), spoken_decimal(line.high, _)
    return _(
        "{place}. {name}: {points}, between {low} and {high}.",
        place=line.place,
        name=name,
        points=points,
        low=low,
        high=high,
    )


def rating_text(scene: RatingScene, _: Texts) -> str:
    """The ladder as plain text for a code block: place, name, rating, interval."""
    return "\n".join(
        [ascii_text(_("Rating")), *(_row(line, _) for line in scene.lines[:MOST_LINES])]
    )


def _row(line: RatedPlayer, _: Texts) -> str:
    place = f"{line.place}." if line.place else ""
    points, low, high = (
        ascii_text(_.decimal(each, signed=True)) for each in (line.points, line.low, line.high)
    )
    span = f"{low:>6}{high:>6}" if line.place else ""
    return f"{place:>3} {ascii_name(line.player)[:_NAME]:<{_NAME}}{points:>5}{span}".rstrip()
