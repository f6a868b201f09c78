"""Boards in their cells: head, three rows, marks and royalties; below them, who sits out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.pictures.canvas import (
    CORNER,
    FOOT,
    GAP,
    HEADER,
    MARGIN,
    NAME_SIZES,
    PILL_HEIGHT,
    SMALLEST,
    TOTAL_SIZE,
    WIDTH,
    Canvas,
    total_tint,
)
from bot.pictures.fonts import Weight, fitted, shown_name, text_width
from bot.pictures.layout import Back, Box, CardStyle, Face, Panel
from bot.pictures.states import Mark, SeatState
from bot.pictures.theme import Tint
from bot.pictures.wording import mark_text
from bot.texts import Texts
from bot.values.phrases import signed, total_text
from bot.values.scenes import ScenePlayer
from ofc_engine.board import CAPACITIES, Row

CELL_WIDTH: Final = (WIDTH - 2 * MARGIN - GAP) // 2
CELL_HEIGHT: Final = 391
PADDING: Final = 14
HEAD: Final = 63
_BADGE: Final = 60
_BADGE_SIZE: Final = 34
BADGE_HEIGHT: Final = 46
_LETTER_SIZE: Final = 30
_MOST_PILLS: Final = 2
_STRIP_SIZE: Final = 36


@dataclass(frozen=True)
class Grid:
    """Where the cards of a board lie."""

    x: int
    y: int
    card_width: int = 80
    card_height: int = 97
    column_gap: int = 7
    row_gap: int = 11

    def card(self, row: Row, column: int) -> Box:
        """The place of a card."""
        return Box(
            self.x + column * (self.card_width + self.column_gap),
            self.y + row * (self.card_height + self.row_gap),
            self.card_width,
            self.card_height,
        )


def cell_box(number: int, height: int = CELL_HEIGHT) -> Box:
    """The place of the board with this number, from 0, in two columns filled line by line."""
    line, column = divmod(number, 2)
    x = MARGIN + column * (CELL_WIDTH + GAP)
    return Box(x, HEADER + line * (height + GAP), CELL_WIDTH, height)


def lines_height(cells: int, height: int = CELL_HEIGHT) -> int:
    """The height of a picture with so many cells in two columns."""
    lines = (cells + 1) // 2
    return HEADER + lines * height + (lines - 1) * GAP + MARGIN


def head(canvas: Canvas, box: Box, state: SeatState, name: str, *, room: int, ground: Tint) -> None:
    """The top line of a cell: token, dealer disc, name; `room` in pixels from the left edge."""
    y = box.y + 36
    x = canvas.token(state.token, (box.x + PADDING + 3, y), ground)
    if state.has_button:
        canvas.button(x - 2, y, ground)
        x += 52
    text, size = fitted(name, box.x + room - x, Weight.BOLD, NAME_SIZES)
    canvas.text(text, (x, y), size, ground, weight=Weight.BOLD)


def total(canvas: Canvas, box: Box, player: ScenePlayer, ground: Tint) -> int:
    """A running total, or a stack, at the right of a cell's head; returns its width."""
    return canvas.total(player, (box.right - 19, box.y + 36), TOTAL_SIZE, ground)


def board_cell(
    canvas: Canvas,
    box: Box,
    state: SeatState,
    _: Texts,
    name: str | None = None,
    grid: Grid | None = None,
) -> None:
    """A board in play under its player's `name` or another; `grid` places its cards elsewhere."""
    ground = canvas.cell(box, state)
    used = total(canvas, box, state.player, ground)
    room = box.width - 19 - used - 20
    head(canvas, box, state, name or shown_name(state.player), room=room, ground=ground)
    grid = grid or Grid(box.x + PADDING, box.y + HEAD)
    rows(canvas, grid, state, ground)
    for place, mark in enumerate(state.marks[:_MOST_PILLS]):
        y = grid.y + place * (PILL_HEIGHT + 5)
        canvas.pill(mark, state, (box.right - 18, y), ground, _)
    badges(canvas, grid, state, ground)


def rows(canvas: Canvas, grid: Grid, state: SeatState, ground: Tint) -> None:
    """The cards of a board, and empty places."""
    style = CardStyle.DIM if state.is_out else CardStyle.PLAIN
    for row in Row:
        cards = state.board[row]
        for column in range(CAPACITIES[row]):
            box = grid.card(row, column)
            if state.face_down:
                canvas.add(Back(box, ground, state.is_out, state.has_fantasyland))
            elif column < len(cards):
                card = cards[column]
                stand = state.stands.get(card)
                canvas.add(Face(box, card, ground, style, card in state.fresh, stand))
            else:
                _slot(canvas, box, row, ground)


def _slot(canvas: Canvas, box: Box, row: Row, ground: Tint) -> None:
    radius = round(0.12 * box.width)
    canvas.add(Panel(box, Tint.SLOT, ground, radius, Tint.SLOT_LINE))
    at = (box.middle, box.centre)
    canvas.text(
        row.letter,
        at,
        _LETTER_SIZE,
        Tint.SLOT,
        weight=Weight.BOLD,
        ink=Tint.SLOT_LETTER,
        align="middle",
    )


def badges(
    canvas: Canvas, grid: Grid, state: SeatState, ground: Tint, *, raised: bool = False
) -> None:
    """The royalties of each row, beside its last card.

    Those of the Front are low, below the marks; if `raised` they are level with the top.
    """
    for row in Row:
        points = state.royalties[row]
        last = grid.card(row, CAPACITIES[row] - 1)
        y = last.centre - BADGE_HEIGHT // 2
        if row is Row.FRONT:
            y = last.y if raised else last.bottom - BADGE_HEIGHT
        if points:
            badge(canvas, last.right + 7, y, points, ground)


def badge_width(points: int) -> int:
    """The width of the badge for a row's royalties, in pixels."""
    return max(_BADGE, text_width(signed(points), _badge_size(points), Weight.BOLD) + 10)


def _badge_size(points: int) -> int:
    return _BADGE_SIZE if points < 10 else SMALLEST


def badge(canvas: Canvas, x: int, y: int, points: int, ground: Tint) -> None:
    """Royalties in gold."""
    box = Box(x, y, badge_width(points), BADGE_HEIGHT)
    canvas.add(Panel(box, Tint.GOLD, ground, BADGE_HEIGHT // 2, Tint.GOLD_LINE, 3))
    at = (box.middle, box.centre)
    size, ink = _badge_size(points), Tint.GOLD_INK
    canvas.text(signed(points), at, size, Tint.GOLD, weight=Weight.BOLD, ink=ink, align="middle")


def sitting_out(canvas: Canvas, y: int, players: Sequence[ScenePlayer], _: Texts) -> None:
    """The players who sit out, with their points, in the band that begins at y."""
    if not players:
        return
    ground = Tint.BACKGROUND
    x, centre = CORNER[0], y + FOOT // 2 - 8
    x += 18 + canvas.text(_("Sitting out"), (x, centre), 34, ground, ink=Tint.SECONDARY)
    share = (WIDTH - MARGIN - x) // len(players)
    for number, player in enumerate(players):
        points = total_text(player)
        left = x + number * share
        room = share - text_width(points, _STRIP_SIZE, Weight.SEMIBOLD) - 38
        name = shown_name(player)
        used = canvas.text(name, (left, centre), _STRIP_SIZE, ground, weight=Weight.BOLD, room=room)
        at = (left + used + 14, centre)
        canvas.text(points, at, _STRIP_SIZE, ground, ink=total_tint(player))


# --- opponents' boards -----------------------------------------------------------------------


_HEAD: Final = 62
_CARD_GAP: Final = 4
_ROW_GAP: Final = 6
_RATIO: Final = 1.16
_GUTTER: Final = 72
_PILL_ENDS: Final = 26
_PILL_GAP: Final = 4
_LEAST_NAME: Final = 180
"""Pixels that a name and the signs before it always get, even if royalties follow."""
_WIDEST_PILL: Final = 212


def opponents(canvas: Canvas, box: Box, states: Sequence[SeatState], _: Texts) -> None:
    """A line of boards, as wide as its box."""
    width = (box.width + GAP) // max(1, len(states)) - GAP
    for number, state in enumerate(states):
        x = box.x + number * (width + GAP)
        opponent(canvas, box._replace(x=x, width=width), state, _)


def opponent(canvas: Canvas, box: Box, state: SeatState, _: Texts) -> None:
    """A board under its player's name, the cards as large as the box allows.

    Only the frame shows who is to act. Royalties are beside the rows if there is room, else their
    sum is in the head if it fits there.
    """
    ground = canvas.cell(box, state)
    grid = _grid(box)
    rows(canvas, grid, state, ground)
    end = grid.card(Row.BACK, CAPACITIES[Row.BACK] - 1).right
    has_gutter = box.right - end >= _GUTTER
    if has_gutter:
        for row in Row:
            if points := state.royalties[row]:
                place = grid.card(row, 0).centre - BADGE_HEIGHT // 2
                badge(canvas, end + 8, place, points, ground)
    edge = box.right - PADDING
    beside_front = end if has_gutter and state.royalties[Row.FRONT] else edge
    used = _mark(canvas, box, grid.card(Row.FRONT, 2), beside_front, state, ground, _)
    points = 0 if has_gutter else sum(state.royalties)
    left = edge - used - badge_width(points)
    if points and left - box.x >= _LEAST_NAME:
        badge(canvas, left, box.y + 13, points, ground)
        used = edge - left + 8
    room = edge - used - box.x
    head(canvas, box, state, shown_name(state.player), room=room, ground=ground)


def _grid(box: Box) -> Grid:
    """The places of the cards; in a narrow box they take the whole width."""
    high = (box.height - _HEAD - PADDING - 2 * _ROW_GAP) // 3
    wide = (box.width - 2 * PADDING - 4 * _CARD_GAP) // 5
    width = min(wide, round(high / _RATIO))
    height = min(high, round(width * _RATIO))
    return Grid(box.x + PADDING, box.y + _HEAD, width, height, _CARD_GAP, _ROW_GAP)


def _mark(
    canvas: Canvas, box: Box, front: Box, edge: int, state: SeatState, ground: Tint, _: Texts
) -> int:
    """Draw the first mark between the Front's last place and `edge`, or in the head.

    Returns the width that it takes in the head, in pixels.
    """
    marks = [mark for mark in state.marks if mark is not Mark.TO_ACT]
    if not marks:
        return 0
    room = edge - front.right - _PILL_GAP
    width = text_width(mark_text(marks[0], state.visit, _), SMALLEST, Weight.BOLD) + _PILL_ENDS
    if width <= room:
        corner = edge, front.centre - PILL_HEIGHT // 2
        canvas.pill(marks[0], state, corner, ground, _, min(_WIDEST_PILL, room))
        return 0
    bare = box.width - width < _LEAST_NAME - 60 * (not state.has_button)
    at = (box.right - 10, box.y + 12)
    return 8 + canvas.pill(marks[0], state, at, ground, _, width, bare=bare)
