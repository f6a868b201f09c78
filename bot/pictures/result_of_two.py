"""The result of two players: row against row, and how the points came about."""

from typing import Final

from bot.pictures.boards import PADDING, Grid, rows, sitting_out
from bot.pictures.canvas import GAP, HEADER, MARGIN, RADIUS, TOKEN_ROOM, WIDTH, Canvas, points_tint
from bot.pictures.fonts import Weight, shown_name, text_width
from bot.pictures.layout import Box, Icon, Panel, PictureLayout
from bot.pictures.result_cells import HEAD, beside_front, caption, headline, mark, result_head
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState, Settled, result_states, settled_pairs
from bot.pictures.theme import Tint
from bot.pictures.tokens import Token
from bot.pictures.wording import bonus_name, factor_text
from bot.texts import Texts
from bot.values.phrases import row_name, signed
from bot.values.scenes import ResultScene
from ofc_engine.board import Row

_CELL: Final = (472, 506)
_CARD: Final = (80, 95)
_ROW_GAP: Final = 52
_SPINE: Final = WIDTH // 2
_PILL: Final = (104, 58)
_ARROW: Final = 24
_EQUATION: Final = Box(MARGIN, HEADER + _CELL[1] + GAP, WIDTH - 2 * MARGIN, 136)
_ANSWER: Final = 306
_FIRST: Final = 24
_TERM: Final = 110
_WORDS: Final = 44
_VALUES: Final = 96
_SIZE: Final = 44
_SIGN: Final = 30
_BADGE_HEIGHT: Final = 40


def duel_layout(scene: ResultScene, _: Texts) -> PictureLayout:
    """A finished hand of two players."""
    height = _EQUATION.bottom + MARGIN
    canvas = Canvas(height)
    headline(canvas, scene, _)
    (pair,) = settled_pairs(scene)
    states = result_states(scene)
    for state, x in zip(states, (MARGIN, WIDTH - MARGIN - _CELL[0]), strict=True):
        _cell(canvas, Box(x, HEADER, *_CELL), state, pair, scene, _)
    _spine(canvas, pair, states[0].seat, scene, _)
    _equation(canvas, pair, scene, {state.seat: state.token for state in states}, _)
    sitting_out(canvas, height, scene.table.sits_out, _)
    return canvas.layout()


def _grid(x: int) -> Grid:
    return Grid(x + PADDING, HEADER + HEAD, *_CARD, row_gap=_ROW_GAP)


def _cell(
    canvas: Canvas, box: Box, state: SeatState, pair: Settled, scene: ResultScene, _: Texts
) -> None:
    """A board with a caption under every row: bold if it won, with its royalties."""
    ground = canvas.cell(box, state)
    grid = _grid(box.x)
    result_head(canvas, box, state, ground)
    rows(canvas, grid, state, ground)
    beside_front(canvas, box, grid, state, scene.points(state.seat), _, used=0, ground=ground)
    sign = 1 if state.seat == pair.winner else -1
    for row in Row:
        won = sign * pair.rows[row] > 0 and not state.is_out
        line = Box(box.x, grid.card(row, 0).bottom, box.width, _ROW_GAP)
        used = _royalties(canvas, line, state.royalties[row], ground)
        if row is Row.FRONT and state.is_out:
            used += mark(canvas, line, state, ground, _)
        ink, weight = (Tint.TEXT, Weight.BOLD) if won else (Tint.SECONDARY, Weight.SEMIBOLD)
        room = line.width - 36 - used
        caption(canvas, grid, state, row, _, room=room, ink=ink, ground=ground, weight=weight)


def _royalties(canvas: Canvas, line: Box, points: int, ground: Tint) -> int:
    """Draw a row's royalties at the end of its caption; returns the width they take."""
    if not points:
        return 0
    text = signed(points)
    width = max(66, text_width(text, 30, Weight.BOLD) + 24)
    y = line.centre - _BADGE_HEIGHT // 2
    box = Box(line.right - 18 - width, y, width, _BADGE_HEIGHT)
    canvas.add(Panel(box, Tint.GOLD, ground, _BADGE_HEIGHT // 2, Tint.GOLD_LINE, 3))
    at = (box.middle, box.centre)
    bold, ink = Weight.BOLD, Tint.GOLD_INK
    canvas.text(text, at, 30, Tint.GOLD, weight=bold, ink=ink, align="middle")
    return width + 10


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
            is_played = any(pair.rows) or not (pair.surrender or pair.penalty)
            _no_winner(canvas, box, Sign.EQUAL if is_played else Sign.DASH)
            continue
        winner = pair.winner if pair.rows[row] > 0 else pair.loser
        _arrow(canvas, box, each, to_left=winner == left)


def _no_winner(canvas: Canvas, box: Box, sign: Sign) -> None:
    """A row that nobody won: tied, or not played."""
    canvas.add(Panel(box, Tint.QUIET, Tint.BACKGROUND, box.height // 2))
    icon = Box(box.middle - 15, box.centre - 15, 30, 30)
    canvas.add(Icon(icon, sign, Tint.TEXT, Tint.QUIET))


def _arrow(canvas: Canvas, box: Box, points: int, *, to_left: bool) -> None:
    """A pill with the points of a row, pointing to its winner."""
    canvas.add(Panel(box, Tint.ACT, Tint.BACKGROUND, box.height // 2))
    sign, x = (Sign.LEFT, box.x + 11) if to_left else (Sign.RIGHT, box.right - 11 - _ARROW)
    canvas.add(Icon(Box(x, box.centre - 12, _ARROW, _ARROW), sign, Tint.ACT_INK, Tint.ACT))
    at = (box.middle + (13 if to_left else -13), box.centre)
    bold, ink = Weight.BOLD, Tint.ACT_INK
    canvas.text(signed(points), at, 36, Tint.ACT, weight=bold, ink=ink, align="middle")


def _equation(
    canvas: Canvas, pair: Settled, scene: ResultScene, tokens: dict[int, Token], _: Texts
) -> None:
    """Rows + bonus + royalties = what the winner got."""
    canvas.panel(_EQUATION)
    box = Box(_EQUATION.right - 20 - _ANSWER, _EQUATION.y + 14, _ANSWER, _EQUATION.height - 28)
    terms = _terms(pair, scene, _)
    room = box.x - _EQUATION.x - _FIRST
    widths = [max(text_width(word, 32, Weight.SEMIBOLD), _TERM) for word, _value in terms]
    gap = max(20, (room - sum(widths)) // (2 * len(terms)))
    x, y = _EQUATION.x + _FIRST, _EQUATION.y + _VALUES
    for width, (word, value) in zip(widths, terms, strict=True):
        at = (x + width // 2, _EQUATION.y + _WORDS)
        canvas.text(word, at, 32, Tint.PANEL, ink=Tint.SECONDARY, align="middle")
        favoured = tokens[pair.winner if value > 0 else pair.loser]
        _value(canvas, (x + width // 2, y), value, favoured)
        x += width + gap
        is_last = word == terms[-1][0]
        _sign(canvas, (x, y), Sign.EQUAL if is_last else Sign.PLUS)
        x += gap
    _answer(canvas, box, pair, scene, tokens[pair.winner], _)


def _value(canvas: Canvas, middle: tuple[int, int], value: int, token: Token) -> None:
    """Draw what a term adds to the winner's points, with the token of whom it favours."""
    x, y = middle
    text, ink = signed(value), points_tint(value)
    if value:
        left = x - (text_width(text, _SIZE, Weight.BOLD) + TOKEN_ROOM) // 2
        left = canvas.token(token, (left, y), Tint.PANEL)
        canvas.text(text, (left, y), _SIZE, Tint.PANEL, weight=Weight.BOLD, ink=ink)
    else:
        canvas.text(text, middle, _SIZE, Tint.PANEL, weight=Weight.BOLD, ink=ink, align="middle")


def _sign(canvas: Canvas, middle: tuple[int, int], sign: Sign) -> None:
    """Plus or equals, half-way up the numbers beside it."""
    box = Box(middle[0] - _SIGN // 2, middle[1] - _SIGN // 2, _SIGN, _SIGN)
    canvas.add(Icon(box, sign, Tint.SECONDARY, Tint.PANEL))


def _terms(pair: Settled, scene: ResultScene, _: Texts) -> list[tuple[str, int]]:
    """The terms of the sum: their words and points."""
    if pair.surrender:
        name = shown_name(scene.table.players[pair.loser])
        return [(_("{name} gave up", name=name), pair.surrender)]
    won, lost = pair.count(1), pair.count(-1)
    if pair.penalty and not any(pair.rows):
        return [(_("Penalty"), pair.penalty)]
    mine, other = (sum(scene.score.results[s].royalties) for s in (pair.winner, pair.loser))
    terms = [
        (_("Rows {won}–{lost}", won=won, lost=lost), pair.row_points),
        (bonus_name(scene.table.view.rules.scoring, _), pair.bonus),
        (_("Royalties {won}–{lost}", won=mine, lost=other), pair.royalties),
    ]
    return [*terms, (_("Penalty"), pair.penalty)] if pair.penalty else terms


def _answer(
    canvas: Canvas, box: Box, pair: Settled, scene: ResultScene, token: Token, _: Texts
) -> None:
    """Who won and, below, how much, in line with the terms."""
    canvas.add(Panel(box, Tint.ACTIVE, Tint.PANEL, RADIUS - 6))
    x, y, bold = box.x + 22, _EQUATION.y + _WORDS, Weight.BOLD
    if pair.points:
        x = canvas.token(token, (x, y), Tint.ACTIVE)
    name = shown_name(scene.table.players[pair.winner]) if pair.points else _("Even")
    canvas.text(name, (x, y), 38, Tint.ACTIVE, weight=bold, room=box.right - 18 - x)
    at = (box.right - 24, _EQUATION.y + _VALUES)
    used = canvas.points(pair.points, at, 52, Tint.ACTIVE)
    note, room = factor_text(pair, _), box.width - 62 - used
    if note:
        at = (box.x + 22, _EQUATION.y + _VALUES)
        canvas.text(note, at, 32, Tint.ACTIVE, ink=Tint.SECONDARY, room=room)
