"""The result of a hand: every board, and what each pair settled.

With three players each pair is shown by itself; with more there is a table of points.
"""

from typing import Final

from bot.pictures.boards import cell_box, lines_height, sitting_out
from bot.pictures.canvas import GAP, MARGIN, SMALLEST, WIDTH, Canvas
from bot.pictures.fonts import Weight, shown_name
from bot.pictures.layout import Box, Icon, PictureLayout
from bot.pictures.result_cells import RESULT_HEIGHT, headline, result_cell
from bot.pictures.result_of_two import duel_layout
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState, Settled, result_states, settled_pairs
from bot.pictures.theme import Tint
from bot.pictures.wording import bonus_name, factor_text
from bot.texts import Texts
from bot.values.phrases import signed
from bot.values.scenes import ResultScene

_MOST_PAIRS_IN_A_CELL: Final = 3
_PADDING: Final = 20
_PAIR: Final = 128
_LINE: Final = 54
_SIZE: Final = 34
_NAMES: Final = 220
_ROWS: Final = 268
_ROYALTIES: Final = 394
_POINTS: Final = 98
"""Columns of the pairs: the end of names, the middle of rows, the end of royalties, and the width
of points at the right."""
_STAR: Final = "*"
_MATRIX_NAMES: Final = 270
_MATRIX_POINTS: Final = 170
_MATRIX_HEAD: Final = 52
_MATRIX_LINE: Final = 48


def result_layout(scene: ResultScene, _: Texts) -> PictureLayout:
    """A finished hand of two players or more."""
    if len(scene.table.order) == 2:
        return duel_layout(scene, _)
    states = result_states(scene)
    lines = lines_height(len(states), RESULT_HEIGHT)
    matrix = Box(MARGIN, lines - MARGIN + GAP, WIDTH - 2 * MARGIN, _matrix_height(len(states)))
    in_cell = len(scene.transfers) <= _MOST_PAIRS_IN_A_CELL
    height = lines if in_cell else matrix.bottom + MARGIN
    canvas = Canvas(height)
    headline(canvas, scene, _)
    for number, state in enumerate(states):
        result_cell(canvas, cell_box(number, RESULT_HEIGHT), state, scene.points(state.seat), _)
    of_seat = {state.seat: state for state in states}
    if in_cell:
        _pairs_panel(canvas, cell_box(len(states), RESULT_HEIGHT), scene, of_seat, _)
    else:
        _matrix_panel(canvas, matrix, scene, states, _)
    sitting_out(canvas, height, scene.table.sits_out, _)
    return canvas.layout()


def _name(canvas: Canvas, state: SeatState, at: tuple[int, int], end: int) -> None:
    """A player's token and name, up to the column `end`."""
    x, bold = canvas.token(state.token, at, Tint.PANEL), Weight.BOLD
    canvas.text(shown_name(state.player), (x, at[1]), _SIZE, Tint.PANEL, weight=bold, room=end - x)


# --- three players ---------------------------------------------------------------------------


def _pairs_panel(
    canvas: Canvas, box: Box, scene: ResultScene, states: dict[int, SeatState], _: Texts
) -> None:
    """Two lines for each pair, the winner first: rows won and lost, net royalties, points."""
    canvas.panel(box)
    y, ink, ground = box.y + 33, Tint.SECONDARY, Tint.PANEL
    canvas.text(_("Rows"), (box.x + _ROWS, y), SMALLEST, ground, ink=ink, align="middle")
    canvas.text(_("Roy"), (box.x + _ROYALTIES, y), SMALLEST, ground, ink=ink, align="right")
    canvas.text(_("Pts"), (box.right - 19, y), SMALLEST, ground, ink=ink, align="right")
    for number, pair in enumerate(settled_pairs(scene)):
        top = box.y + 60 + number * _PAIR
        canvas.rule(box.x + _PADDING, top, box.width - 2 * _PADDING, ground)
        line = Box(box.x, top + 10, box.width, _LINE)
        for seat, points in ((pair.winner, pair.points), (pair.loser, -pair.points)):
            _name(canvas, states[seat], (box.x + _PADDING, line.centre), box.x + _NAMES)
            canvas.points(points, (box.right - 19, line.centre), 40, ground, room=_POINTS)
            line = line._replace(y=line.y + _LINE)
        _pair_parts(canvas, line._replace(y=top + 10), pair, scene, _)


def _pair_parts(canvas: Canvas, line: Box, pair: Settled, scene: ResultScene, _: Texts) -> None:
    """Draw the parts of a pair's points: beside the winner, and a word beside the loser."""
    ink, ground, y = Tint.SECONDARY, Tint.PANEL, line.centre
    if not pair.surrender:
        rows = f"{pair.count(1)}–{pair.count(-1)}"
        canvas.text(rows, (line.x + _ROWS, y), _SIZE, ground, align="middle")
        at = (line.x + _ROYALTIES, y)
        canvas.text(signed(pair.royalties), at, _SIZE, ground, align="right")
    note = _note(pair, scene, _)
    if note:
        at = (line.x + _ROYALTIES, y + _LINE)
        canvas.text(note, at, SMALLEST, ground, ink=ink, align="right")


def _note(pair: Settled, scene: ResultScene, _: Texts) -> str:
    """A surrender, a penalty, a factor of the pair's own, a limit on losing, or the bonus."""
    if pair.surrender:
        return _("gave up")
    if pair.penalty:
        return _("penalty {points}", points=signed(pair.penalty))
    if pair.factor != scene.stake or pair.is_limited:
        return factor_text(pair, _)
    name = bonus_name(scene.table.view.rules.scoring, _)
    return f"{name} {signed(pair.bonus)}" if pair.bonus else ""


# --- four players and more ---------------------------------------------------------------------


def _matrix_height(players: int) -> int:
    """The height of a table of points."""
    return _MATRIX_HEAD + players * _MATRIX_LINE + 6


def _matrix_panel(
    canvas: Canvas, box: Box, scene: ResultScene, states: tuple[SeatState, ...], _: Texts
) -> None:
    """A line for each player: the points from each of the others, and in all."""
    canvas.panel(box)
    share = (box.width - _MATRIX_NAMES - _MATRIX_POINTS) // len(states)
    columns = [box.x + _MATRIX_NAMES + place * share + share // 2 for place in range(len(states))]
    y, ink = box.y + _MATRIX_HEAD // 2 + 2, Tint.SECONDARY
    for column, state in zip(columns, states, strict=True):
        text = _("v {name}", name=shown_name(state.player))
        canvas.text(text, (column, y), 30, Tint.PANEL, ink=ink, align="middle", room=share - 16)
    canvas.text(_("Hand"), (box.right - 24, y), 32, Tint.PANEL, ink=ink, align="right")
    cells = _by_pair(scene)
    for line, state in enumerate(states):
        top = box.y + _MATRIX_HEAD + line * _MATRIX_LINE
        canvas.rule(box.x + _PADDING, top, box.width - 2 * _PADDING, Tint.PANEL)
        centre = top + _MATRIX_LINE // 2 + 2
        _name(canvas, state, (box.x + 24, centre), box.x + _MATRIX_NAMES - 8)
        canvas.points(scene.points(state.seat), (box.right - 24, centre), 40, Tint.PANEL)
        for column, other in zip(columns, states, strict=True):
            text = cells.get((state.seat, other.seat))
            _matrix_cell(canvas, column, centre, text, share - 12)
    if any(text.endswith(_STAR) for text in cells.values()):
        at = (box.x + 24, y)
        text = f"{_STAR} {_('limit')}"
        canvas.text(text, at, 30, Tint.PANEL, ink=ink, room=_MATRIX_NAMES - 24)


def _by_pair(scene: ResultScene) -> dict[tuple[int, int], str]:
    """The points that one seat won from another, by (seat, other); starred if a limit cut them."""
    won: dict[tuple[int, int], str] = {}
    for pair in settled_pairs(scene):
        star = _STAR if pair.is_limited else ""
        won[pair.winner, pair.loser] = signed(pair.points) + star
        won[pair.loser, pair.winner] = signed(-pair.points) + star
    return won


def _matrix_cell(canvas: Canvas, x: int, y: int, text: str | None, room: int) -> None:
    if text is None:
        icon = Box(x - 12, y - 12, 24, 24)
        canvas.add(Icon(icon, Sign.DASH, Tint.LINE, Tint.PANEL))
        return
    tint = {"+": Tint.PLUS, "−": Tint.MINUS}.get(text[0], Tint.SECONDARY)
    canvas.text(text, (x, y), 34, Tint.PANEL, ink=tint, align="middle", room=room)
