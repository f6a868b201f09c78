"""The result of a hand: every board, and what each pair settled.

Three players see their pairs row by row; for more there is a table of points.
"""

from typing import Final

from bot.ofc.board import Row
from bot.pictures.boards import cell_box, lines_height, result_cell, sitting_out, strip_height
from bot.pictures.canvas import GAP, MARGIN, WIDTH, Canvas
from bot.pictures.fonts import Weight, shown_name
from bot.pictures.layout import Box, Icon, PictureLayout
from bot.pictures.result_of_two import duel_layout
from bot.pictures.shapes import Sign
from bot.pictures.states import Settled, result_states, settled_pairs
from bot.pictures.theme import Tint
from bot.pictures.wording import rules_text, title
from bot.texts import Texts
from bot.values.phrases import signed
from bot.values.scenes import ResultScene

_MOST_PAIRS_IN_A_CELL: Final = 3
_PADDING: Final = 20
_PAIR: Final = 114
_LINE: Final = 47
_FIRST_SIGN: Final = 220
_SIGN_PITCH: Final = 46
_SIGN_SIZE: Final = 30
_ROYALTIES: Final = 126
_SIGNS: Final = {
    1: (Sign.TICK, Tint.PLUS),
    0: (Sign.EQUAL, Tint.SECONDARY),
    -1: (Sign.DASH, Tint.SECONDARY),
}
_STAR: Final = "*"
_MATRIX_NAMES: Final = 250
_MATRIX_POINTS: Final = 170
_MATRIX_HEAD: Final = 68
_MATRIX_LINE: Final = 58


def result_layout(scene: ResultScene, _: Texts) -> PictureLayout:
    """A finished hand of two players or more."""
    if len(scene.table.order) == 2:
        return duel_layout(scene, _)
    count = len(scene.table.order)
    lines = lines_height(count)
    matrix = Box(MARGIN, lines - MARGIN + GAP, WIDTH - 2 * MARGIN, _matrix_height(count))
    in_cell = len(scene.transfers) <= _MOST_PAIRS_IN_A_CELL
    height = lines if in_cell else matrix.bottom + MARGIN
    canvas = Canvas(height + strip_height(scene.table.sits_out))
    canvas.header(title(scene.table, _), rules_text(scene, _))
    for number, state in enumerate(result_states(scene)):
        result_cell(canvas, cell_box(number), state, scene.points(state.seat), _)
    if in_cell:
        _pairs_panel(canvas, cell_box(count), scene, _)
    else:
        _matrix_panel(canvas, matrix, scene, _)
    sitting_out(canvas, height, scene.table.sits_out, _)
    return canvas.layout()


# --- three players ---------------------------------------------------------------------------


def _pairs_panel(canvas: Canvas, box: Box, scene: ResultScene, _: Texts) -> None:
    """Two lines for each pair, the winner first: rows, net royalties, points."""
    canvas.panel(box)
    y, ink, ground = box.y + 33, Tint.SECONDARY, Tint.PANEL
    for row in Row:
        at = (_sign_column(box, row), y)
        canvas.text(row.letter, at, 34, ground, ink=ink, align="middle")
    at = (box.right - _ROYALTIES, y)
    canvas.text(_("Roy"), at, 34, ground, ink=ink, align="right", room=74)
    canvas.text(_("Pts"), (box.right - 19, y), 34, ground, ink=ink, align="right", room=84)
    for number, pair in enumerate(settled_pairs(scene)):
        top = box.y + 58 + number * _PAIR
        canvas.rule(box.x + _PADDING, top, box.width - 2 * _PADDING, ground)
        _names(canvas, box, top + 33, pair, scene)
        _rows(canvas, box, top + 33, pair, _)
        _points(canvas, box, top + 33, pair, stake=scene.stake)


def _sign_column(box: Box, row: Row) -> int:
    return box.x + _FIRST_SIGN + row * _SIGN_PITCH


def _names(canvas: Canvas, box: Box, y: int, pair: Settled, scene: ResultScene) -> None:
    x, room = box.x + _PADDING, _FIRST_SIGN - _PADDING - _SIGN_SIZE // 2 - 12
    for line, seat in enumerate((pair.winner, pair.loser)):
        name = shown_name(scene.table.players[seat])
        at = (x, y + line * _LINE)
        canvas.text(name, at, 34, Tint.PANEL, weight=Weight.BOLD, room=room)


def _rows(canvas: Canvas, box: Box, y: int, pair: Settled, _: Texts) -> None:
    """A sign for each row and each of the two, or one word that says it all."""
    word = _word(pair, _)
    if word:
        at = (_sign_column(box, Row.MIDDLE), y + _LINE)
        canvas.text(word, at, 34, Tint.PANEL, ink=Tint.SECONDARY, align="middle", room=150)
    for line, sign in ((0, 1), (1, -1)):
        if pair.surrender or (word and line):
            continue
        for row in Row:
            shape, ink = _SIGNS[sign * pair.rows[row]]
            x = _sign_column(box, row) - _SIGN_SIZE // 2
            icon = Box(x, y + line * _LINE - _SIGN_SIZE // 2, _SIGN_SIZE, _SIGN_SIZE)
            canvas.add(Icon(icon, shape, ink, Tint.PANEL))


def _word(pair: Settled, _: Texts) -> str:
    """A word for a surrender, a loss limit or a scoop in a pair; empty for most pairs."""
    if pair.surrender:
        return _("gave up")
    if pair.is_limited:
        return _("limit")
    return _("scooped") if pair.is_scoop else ""


def _points(canvas: Canvas, box: Box, y: int, pair: Settled, *, stake: int) -> None:
    """Net royalties, the factor if it is not everybody's, and what changed hands."""
    ink, ground = Tint.SECONDARY, Tint.PANEL
    right = box.right - _ROYALTIES
    if not pair.surrender:
        canvas.text(signed(pair.royalties), (right, y), 34, ground, ink=ink, align="right")
    if pair.factor != stake:
        note = f"×{pair.factor}"
        canvas.text(note, (right, y + _LINE), 32, ground, ink=ink, align="right", room=74)
    for line, points in enumerate((pair.points, -pair.points)):
        at = (box.right - 19, y + line * _LINE)
        canvas.points(points, at, 38, ground, room=98)


# --- four players and more ---------------------------------------------------------------------


def _matrix_height(players: int) -> int:
    """The height of a table of points."""
    return _MATRIX_HEAD + players * _MATRIX_LINE + 26


def _matrix_panel(canvas: Canvas, box: Box, scene: ResultScene, _: Texts) -> None:
    """A line for each player: what they won from each of the others, and in all."""
    canvas.panel(box)
    seats = scene.table.order
    share = (box.width - _MATRIX_NAMES - _MATRIX_POINTS) // len(seats)
    columns = [box.x + _MATRIX_NAMES + place * share + share // 2 for place in range(len(seats))]
    y, ink = box.y + 38, Tint.SECONDARY
    for column, seat in zip(columns, seats, strict=True):
        text = _("v {name}", name=shown_name(scene.table.players[seat]))
        canvas.text(text, (column, y), 30, Tint.PANEL, ink=ink, align="middle", room=share - 16)
    canvas.text(_("Hand"), (box.right - 24, y), 32, Tint.PANEL, ink=ink, align="right")
    cells = _by_pair(scene)
    for line, seat in enumerate(seats):
        top = box.y + _MATRIX_HEAD + line * _MATRIX_LINE
        canvas.rule(box.x + _PADDING, top, box.width - 2 * _PADDING, Tint.PANEL)
        _matrix_line(canvas, Box(box.x, top, box.width, _MATRIX_LINE), scene, seat)
        for column, other in zip(columns, seats, strict=True):
            _matrix_cell(canvas, column, top + 31, cells.get((seat, other)), share - 12)
    if any(text.endswith(_STAR) for text in cells.values()):
        at = (box.x + 24, y)
        text = f"{_STAR} {_('limit')}"
        canvas.text(text, at, 30, Tint.PANEL, ink=ink, room=_MATRIX_NAMES - 24)


def _by_pair(scene: ResultScene) -> dict[tuple[int, int], str]:
    """Points that the first of two seats won from the second, starred if a limit cut them."""
    won: dict[tuple[int, int], str] = {}
    for pair in settled_pairs(scene):
        star = _STAR if pair.is_limited else ""
        won[pair.winner, pair.loser] = signed(pair.points) + star
        won[pair.loser, pair.winner] = signed(-pair.points) + star
    return won


def _matrix_line(canvas: Canvas, line: Box, scene: ResultScene, seat: int) -> None:
    name = shown_name(scene.table.players[seat])
    at = (line.x + 24, line.centre + 2)
    room = _MATRIX_NAMES - 32
    canvas.text(name, at, 34, Tint.PANEL, weight=Weight.BOLD, room=room)
    canvas.points(scene.points(seat), (line.right - 24, line.centre + 2), 40, Tint.PANEL)


def _matrix_cell(canvas: Canvas, x: int, y: int, text: str | None, room: int) -> None:
    if text is None:
        icon = Box(x - 12, y - 12, 24, 24)
        canvas.add(Icon(icon, Sign.DASH, Tint.LINE, Tint.PANEL))
        return
    tint = {"+": Tint.PLUS, "−": Tint.MINUS}.get(text[0], Tint.SECONDARY)
    canvas.text(text, (x, y), 34, Tint.PANEL, ink=tint, align="middle", room=room)
