"""The result of two players: row against row, and how the points came about."""

from typing import Final

from bot.ofc.board import Row
from bot.pictures.boards import (
    HEAD,
    PADDING,
    Grid,
    hand_points,
    marks,
    result_head,
    rows,
    sitting_out,
    strip_height,
)
from bot.pictures.canvas import GAP, HEADER, MARGIN, RADIUS, WIDTH, Canvas
from bot.pictures.fonts import Weight, shown_name, text_width
from bot.pictures.layout import Box, Icon, Panel, PictureLayout
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState, Settled, result_states, settled_pairs
from bot.pictures.theme import Tint
from bot.pictures.wording import bonus_name, factor_text, rules_text, title
from bot.texts import Texts
from bot.values.hands import hand_name
from bot.values.phrases import row_name, signed
from bot.values.scenes import ResultScene

_CELL: Final = (472, 509)
_CARD: Final = (82, 95)
_CAPTION: Final = 46
_ROW_GAP: Final = 6 + _CAPTION
_SPINE: Final = WIDTH // 2
_PILL: Final = (104, 58)
_ARROW: Final = 24
_EQUATION: Final = Box(MARGIN, HEADER + _CELL[1] + GAP, WIDTH - 2 * MARGIN, 136)
_ANSWER: Final = 306
_BADGE_HEIGHT: Final = 40


def duel_layout(scene: ResultScene, _: Texts) -> PictureLayout:
    """A finished hand of two players."""
    height = _EQUATION.bottom + MARGIN
    canvas = Canvas(height + strip_height(scene.table.sits_out))
    canvas.header(title(scene.table, _), rules_text(scene, _))
    (pair,) = settled_pairs(scene)
    states = result_states(scene)
    for state, x in zip(states, (MARGIN, WIDTH - MARGIN - _CELL[0]), strict=True):
        _cell(canvas, Box(x, HEADER, *_CELL), state, pair, scene, _)
    _spine(canvas, pair, states[0].seat, scene, _)
    _equation(canvas, pair, scene, _)
    sitting_out(canvas, height, scene.table.sits_out, _)
    return canvas.layout()


def _grid(x: int) -> Grid:
    return Grid(x + PADDING, HEADER + HEAD, *_CARD, row_gap=_ROW_GAP)


def _cell(
    canvas: Canvas, box: Box, state: SeatState, pair: Settled, scene: ResultScene, _: Texts
) -> None:
    """A board with a caption under every row."""
    ground = canvas.cell(box)
    grid = _grid(box.x)
    result_head(canvas, box, state, _, ground)
    rows(canvas, grid, state, ground)
    hand_points(canvas, box, scene.points(state.seat), ground)
    marks(canvas, box, grid, state, ground, _)
    sign = 1 if state.seat == pair.winner else -1
    for row in Row:
        won = sign * pair.rows[row] > 0 and not state.is_out
        line = Box(box.x, grid.card(row, 0).bottom, box.width, _CAPTION)
        _caption(canvas, line, state, row, _, won=won, ground=ground)


def _caption(
    canvas: Canvas, line: Box, state: SeatState, row: Row, _: Texts, *, won: bool, ground: Tint
) -> None:
    """The name of a row's hand, bold if it won, and its royalties."""
    points = state.royalties[row]
    room = line.width - 36 - 84 * bool(points)
    if not state.board.open_places(row):
        ink, weight = (Tint.TEXT, Weight.BOLD) if won else (Tint.SECONDARY, Weight.SEMIBOLD)
        at = (line.x + 16, line.centre + 3)
        name = hand_name(state.board[row], _)
        canvas.text(name, at, 32, ground, weight=weight, ink=ink, room=room)
    if points:
        text = signed(points)
        width = max(66, text_width(text, 30, Weight.BOLD) + 24)
        y = line.centre + 3 - _BADGE_HEIGHT // 2
        box = Box(line.right - 18 - width, y, width, _BADGE_HEIGHT)
        canvas.add(Panel(box, Tint.GOLD, ground, _BADGE_HEIGHT // 2, Tint.GOLD_LINE, 3))
        at = (box.middle, box.centre)
        bold, ink = Weight.BOLD, Tint.GOLD_INK
        canvas.text(text, at, 30, Tint.GOLD, weight=bold, ink=ink, align="middle")


def _spine(canvas: Canvas, pair: Settled, left: int, scene: ResultScene, _: Texts) -> None:
    """Between the boards: who won each row."""
    grid = _grid(0)
    each = scene.table.view.rules.scoring.row
    for row in Row:
        y = grid.card(row, 0).y
        name, ink = row_name(row, _), Tint.SECONDARY
        at = (_SPINE, y + 4)
        canvas.text(name, at, 32, Tint.BACKGROUND, ink=ink, align="middle", room=116)
        box = Box(_SPINE - _PILL[0] // 2, y + 25, *_PILL)
        if not pair.rows[row]:
            _nobody(canvas, box, Sign.DASH if pair.surrender else Sign.EQUAL)
            continue
        winner = pair.winner if pair.rows[row] > 0 else pair.loser
        _arrow(canvas, box, each, to_left=winner == left)


def _nobody(canvas: Canvas, box: Box, sign: Sign) -> None:
    """A row that nobody won: tied, or not played."""
    canvas.add(Panel(box, Tint.QUIET, Tint.BACKGROUND, box.height // 2))
    icon = Box(box.middle - 15, box.centre - 15, 30, 30)
    canvas.add(Icon(icon, sign, Tint.TEXT, Tint.QUIET))


def _arrow(canvas: Canvas, box: Box, points: int, *, to_left: bool) -> None:
    """A pill with the points of a row, pointing at its winner."""
    canvas.add(Panel(box, Tint.ACT, Tint.BACKGROUND, box.height // 2))
    sign, x = (Sign.LEFT, box.x + 11) if to_left else (Sign.RIGHT, box.right - 11 - _ARROW)
    canvas.add(Icon(Box(x, box.centre - 12, _ARROW, _ARROW), sign, Tint.ACT_INK, Tint.ACT))
    at = (box.middle + (13 if to_left else -13), box.centre)
    bold, ink = Weight.BOLD, Tint.ACT_INK
    canvas.text(signed(points), at, 36, Tint.ACT, weight=bold, ink=ink, align="middle")


def _equation(canvas: Canvas, pair: Settled, scene: ResultScene, _: Texts) -> None:
    """Rows + bonus + royalties = what the winner got."""
    canvas.panel(_EQUATION)
    box = Box(_EQUATION.right - 20 - _ANSWER, _EQUATION.y + 18, _ANSWER, 100)
    terms = _terms(pair, scene, _)
    room = box.x - _EQUATION.x - 24
    widths = [max(text_width(word, 32, Weight.SEMIBOLD), 90) for word, _value in terms]
    gap = max(24, (room - sum(widths)) // (2 * len(terms)))
    x = _EQUATION.x + 24
    for place, (word, value) in enumerate(terms):
        middle = x + widths[place] // 2
        at = (middle, _EQUATION.y + 43)
        canvas.text(word, at, 32, Tint.PANEL, ink=Tint.SECONDARY, align="middle")
        at = (middle, _EQUATION.y + 95)
        canvas.text(value, at, 44, Tint.PANEL, weight=Weight.BOLD, align="middle")
        x += widths[place] + gap
        sign = "+" if place + 1 < len(terms) else "="
        canvas.text(sign, (x, _EQUATION.y + 95), 40, Tint.PANEL, ink=Tint.SECONDARY, align="middle")
        x += gap
    _answer(canvas, box, pair, scene, _)


def _terms(pair: Settled, scene: ResultScene, _: Texts) -> list[tuple[str, str]]:
    """The words and the numbers that add up."""
    if pair.surrender:
        name = shown_name(scene.table.players[pair.loser])
        return [(_("{name} gave up", name=name), signed(pair.surrender))]
    won, lost = pair.count(1), pair.count(-1)
    mine, other = (sum(scene.score.results[s].royalties) for s in (pair.winner, pair.loser))
    return [
        (_("Rows {won}–{lost}", won=won, lost=lost), signed(pair.row_points)),
        (bonus_name(scene.table.view.rules.scoring, _), signed(pair.bonus)),
        (_("Royalties {won}–{lost}", won=mine, lost=other), signed(pair.royalties)),
    ]


def _answer(canvas: Canvas, box: Box, pair: Settled, scene: ResultScene, _: Texts) -> None:
    canvas.add(Panel(box, Tint.ACTIVE, Tint.PANEL, RADIUS - 6))
    used = canvas.points(pair.points, (box.right - 24, box.centre), 54, Tint.ACTIVE)
    name = shown_name(scene.table.players[pair.winner]) if pair.points else _("Even")
    room = box.width - 46 - used - 16
    note = factor_text(pair, _)
    y = box.centre - 20 * bool(note)
    canvas.text(name, (box.x + 22, y), 38, Tint.ACTIVE, weight=Weight.BOLD, room=room)
    if note:
        at = (box.x + 22, box.centre + 24)
        canvas.text(note, at, 32, Tint.ACTIVE, ink=Tint.SECONDARY, room=room)
