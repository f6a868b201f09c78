"""The ledger: everybody's running points, as lines."""

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from bot.pictures.canvas import HEADER, MARGIN, RADIUS, WIDTH, Canvas
from bot.pictures.fonts import Weight, shown_name, text_width
from bot.pictures.layout import Box, Curve, Icon, Panel, PictureLayout
from bot.pictures.shapes import Point, Sign
from bot.pictures.theme import CURVES, Tint
from bot.pictures.tokens import Token, tokens
from bot.texts import Texts
from bot.values.phrases import signed
from bot.values.scenes import LedgerScene, ScenePlayer

MOST_LINES: Final = len(CURVES)
_HEIGHT: Final = 640
_PANEL: Final = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, _HEIGHT - HEADER - MARGIN)
_TOP: Final = 102
_BOTTOM: Final = 558
_RIGHT: Final = 780
_AXIS_SIZE: Final = 34
_LINE_WIDTH: Final = 6
_DASHES: Final = ((), (26, 12), (8, 9), (26, 9, 8, 9), (44, 10))
"""The line style of each token, so that lines differ by more than colour."""
_MARKER: Final = 26
_EVENT: Final = 32
_LABEL_X: Final = 828
_LABEL_PITCH: Final = 92
_MOST_HANDS: Final = 120
_MOST_EVENTS: Final = 40
_STEPS: Final = (1, 2, 5)
_TICKS: Final = 5
_LEAST_RANGE: Final = 20


class _PointsAxes(NamedTuple):
    """The scale of the chart: totals from `low` to `high`, with a grid line every `step`."""

    left: int
    low: int
    high: int
    step: int
    hands: int

    def x(self, place: int) -> float:
        """The column of the totals after `place` hands."""
        return self.left + (_RIGHT - self.left) * place / self.hands if self.hands else _RIGHT

    def y(self, points: int) -> float:
        """The height of a total."""
        return _BOTTOM - (_BOTTOM - _TOP) * (points - self.low) / (self.high - self.low)


class _PlayerLine(NamedTuple):
    """The line of one player: its course, its style, the hand in which they went out if any."""

    player: ScenePlayer
    totals: tuple[int, ...]
    points: tuple[Point, ...]
    token: Token
    dashes: tuple[int, ...]
    out: int | None


def ledger_layout(scene: LedgerScene, _: Texts) -> PictureLayout:
    """The lines of the first players of the scene, at most `MOST_LINES`."""
    canvas = Canvas(_HEIGHT)
    count = len(scene.hands)
    if scene.outs is not None:
        title = _.count("Stacks, {number} hand", "Stacks, {number} hands", count)
    elif scene.per_day:
        title = _.count("Running points, {number} day", "Running points, {number} days", count)
    else:
        title = _.count("Running points, {number} hand", "Running points, {number} hands", count)
    canvas.header(title, "")
    canvas.add(Panel(_PANEL, Tint.CELL, Tint.BACKGROUND, RADIUS, Tint.LINE))
    if not count:
        _nothing_yet(canvas, _)
        return canvas.layout()
    runs = [scene.running(place) for place in range(len(scene.players))][:MOST_LINES]
    # A stack is neither won nor lost, so it has no plus or minus.
    written = signed if scene.outs is None else str
    plot = _plot(runs, count, written)
    lines = [_line(scene, plot, place, run) for place, run in enumerate(runs)]
    _grid(canvas, plot, written)
    _hand_numbers(canvas, plot, scene.first, _("day") if scene.per_day else _("hand"))
    for line in lines:
        if len(line.points) > 1:
            points = thinned(line.points)
            canvas.add(Curve(points, _LINE_WIDTH, line.token.ink, Tint.CELL, line.dashes))
    if count <= _MOST_EVENTS:
        for place, line in enumerate(lines):
            _events(canvas, scene, place, line)
        _legend(canvas, scene, _)
    _ends(canvas, lines, written, len(scene.players) - len(lines), _)
    return canvas.layout()


def _nothing_yet(canvas: Canvas, _: Texts) -> None:
    """Say so in words: a chart without hands would look broken."""
    at, bold = (_PANEL.middle, _PANEL.centre - 30), Weight.BOLD
    canvas.text(_("No hands yet"), at, 48, Tint.CELL, weight=bold, align="middle")
    text, at = _("The chart begins with the first one."), (_PANEL.middle, _PANEL.centre + 36)
    room = _PANEL.width - 40
    canvas.text(text, at, 36, Tint.CELL, ink=Tint.SECONDARY, align="middle", room=room)


def _plot(runs: Sequence[Sequence[int]], hands: int, written: Callable[[int], str]) -> _PointsAxes:
    """A range that begins and ends on round numbers and contains zero."""
    low = min((min(run) for run in runs), default=0)
    high = max((max(run) for run in runs), default=0)
    low, high = min(low, 0), max(high, 0)
    step = _round_step(max(high - low, _LEAST_RANGE) / _TICKS)
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    if bottom == top:
        bottom, top = -2 * step, 2 * step
    words = (text_width(written(end), _AXIS_SIZE, Weight.SEMIBOLD) for end in (bottom, top))
    return _PointsAxes(_PANEL.x + 40 + max(words), bottom, top, step, hands)


def _round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 ... that is at least `least`."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power >= least:
                return step * power
        power *= 10


def _line(
    scene: LedgerScene, plot: _PointsAxes, place: int, totals: tuple[int, ...]
) -> _PlayerLine:
    token = tokens(scene.players[:MOST_LINES])[place]
    out = None if scene.outs is None else scene.outs[place]
    last = len(totals) - 1 if out is None else out
    points = tuple((plot.x(at), plot.y(total)) for at, total in enumerate(totals[: last + 1]))
    return _PlayerLine(scene.players[place], totals, points, token, _DASHES[token.number], out)


def thinned(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Evenly spaced points and always the last one, so that long games stay readable."""
    step = ceil((len(points) - 1) / _MOST_HANDS)
    return (*points[:-1:step], points[-1])


def _grid(canvas: Canvas, plot: _PointsAxes, written: Callable[[int], str]) -> None:
    for points in range(plot.low, plot.high + 1, plot.step):
        y = round(plot.y(points))
        ink, line, height = (Tint.SECONDARY, Tint.LINE, 2) if points else (Tint.TEXT, Tint.TEXT, 3)
        canvas.add(Panel(Box(plot.left, y - 1, _RIGHT - plot.left, height), line, Tint.CELL))
        at = (plot.left - 16, y)
        canvas.text(written(points), at, _AXIS_SIZE, Tint.CELL, ink=ink, align="right")


def _hand_numbers(canvas: Canvas, plot: _PointsAxes, first: int, word: str) -> None:
    """The word “hand” or “day” at the start and round numbers after it, as many as have room."""
    y, size, ink = _BOTTOM + 34, _AXIS_SIZE, Tint.SECONDARY
    used = canvas.text(word, (plot.left, y), size, Tint.CELL, ink=ink, align="middle")
    step, taken = _round_step(max(1, plot.hands / _TICKS)), plot.left + used // 2
    for place in range(1, plot.hands + 1):
        number = first + place - 1
        half = text_width(str(number), size, Weight.SEMIBOLD) // 2
        x = min(round(plot.x(place)), _LABEL_X - 16 - half)
        if number % step == 0 and x - half > taken + 16:
            canvas.text(str(number), (x, y), size, Tint.CELL, ink=ink, align="middle")
            taken = x + half


def _events(canvas: Canvas, scene: LedgerScene, place: int, line: _PlayerLine) -> None:
    """A star for each Fantasyland, a cross for each foul."""
    for hand, (x, y) in zip(scene.hands, line.points[1:], strict=False):  # none after going out
        entry = hand[place]
        if entry and (entry.fantasyland or entry.foul):
            sign = Sign.CROSS if entry.foul else Sign.STAR
            _marker(canvas, sign, (x, y), _EVENT if sign is Sign.STAR else _MARKER, line.token.ink)


def _marker(canvas: Canvas, sign: Sign, at: Point, size: int, ink: Tint) -> None:
    """A sign on a line, with a rim that sets it off from the line."""
    box = Box(round(at[0] - size / 2), round(at[1] - size / 2), size, size)
    canvas.add(Icon(box.inset(-4), sign, Tint.CELL, Tint.CELL))
    canvas.add(Icon(box, sign, ink, Tint.CELL))


def _legend(canvas: Canvas, scene: LedgerScene, _: Texts) -> None:
    """The legend of stars and crosses, if there are any."""
    entries = [entry for hand in scene.hands for entry in hand[:MOST_LINES] if entry]
    y, x, ink = HEADER // 2 + 3, WIDTH - MARGIN - 6, Tint.SECONDARY
    signs = (
        (Sign.CROSS, _("foul"), any(entry.foul for entry in entries)),
        (Sign.STAR, _("Fantasyland"), any(e.fantasyland and not e.foul for e in entries)),
    )
    for sign, text, is_used in signs:
        if is_used:
            x -= canvas.text(text, (x, y), 34, Tint.BACKGROUND, ink=ink, align="right") + 10
            box = Box(x - _MARKER, y - _MARKER // 2, _MARKER, _MARKER)
            canvas.add(Icon(box, sign, ink, Tint.BACKGROUND))
            x = box.x - 34


def _ends(
    canvas: Canvas,
    lines: Sequence[_PlayerLine],
    written: Callable[[int], str],
    more: int,
    _: Texts,
) -> None:
    """Label the end of every line with name and total, and how many `more` players there are."""
    ordered = sorted(lines, key=lambda line: line.points[-1][1])
    bottom = _PANEL.bottom - (64 if more > 0 else 22)
    heights = _apart([line.points[-1][1] for line in ordered], _PANEL.y + 22, bottom)
    for line, y in zip(ordered, heights, strict=True):
        end = line.points[-1]
        target = (_LABEL_X - 8.0, float(y))
        if line.out is None:
            canvas.add(Curve((end, target), 3, line.token.ink, Tint.CELL))
        _marker(canvas, line.token.sign, end, _MARKER, line.token.ink)
        x = canvas.token(line.token, (_LABEL_X, y - 20), Tint.CELL)
        name, bold = shown_name(line.player), Weight.BOLD
        canvas.text(name, (x, y - 20), 36, Tint.CELL, weight=bold, room=_PANEL.right - 14 - x)
        if line.out is not None:
            told, ink = _("out, hand {number}", number=line.out), Tint.SECONDARY
            room = _PANEL.right - 14 - _LABEL_X
            canvas.text(told, (_LABEL_X, y + 22), 32, Tint.CELL, ink=ink, room=room)
            continue
        total = written(line.totals[-1])
        canvas.text(total, (_LABEL_X, y + 22), 40, Tint.CELL, weight=bold, ink=line.token.ink)
    if more > 0:
        at = (_LABEL_X, _PANEL.bottom - 34)
        canvas.text(_("and {number} more", number=more), at, 32, Tint.CELL, ink=Tint.SECONDARY)


def _apart(wanted: Sequence[float], top: int, bottom: int) -> list[int]:
    """The middles of labels, in order, near where they are wanted but not overlapping."""
    half = _LABEL_PITCH // 2
    placed: list[int] = []
    for y in wanted:
        least = placed[-1] + _LABEL_PITCH if placed else top + half
        placed.append(max(round(y), least))
    most = bottom - half
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], most)
        most = placed[place] - _LABEL_PITCH
    return placed
