"""Opponents' boards on a player's own picture: smaller than their own, large enough for a phone."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.boards import BADGE_HEIGHT, PADDING, Grid, badge, badge_width, head, rows
from bot.pictures.canvas import GAP, PILL_HEIGHT, SMALLEST, Canvas
from bot.pictures.fonts import Weight, shown_name, text_width
from bot.pictures.layout import Box
from bot.pictures.states import Mark, SeatState
from bot.pictures.theme import Tint
from bot.pictures.wording import mark_text
from bot.texts import Texts
from ofc_engine.board import CAPACITIES, Row

_HEAD: Final = 62
_CARD_GAP: Final = 4
_ROW_GAP: Final = 6
_RATIO: Final = 1.16
_GUTTER: Final = 72
_PILL_ENDS: Final = 26
_PILL_GAP: Final = 4
_LEAST_NAME: Final = 180
"""The room that a name has with the signs before it, also where royalties follow."""
_WIDEST_PILL: Final = 212


def opponents(canvas: Canvas, box: Box, states: Sequence[SeatState], _: Texts) -> None:
    """A line of boards, as wide as its box."""
    width = (box.width + GAP) // max(1, len(states)) - GAP
    for number, state in enumerate(states):
        x = box.x + number * (width + GAP)
        opponent(canvas, box._replace(x=x, width=width), state, _)


def opponent(canvas: Canvas, box: Box, state: SeatState, _: Texts) -> None:
    """A board under its player's name, the cards as large as the box allows.

    Who is to act is seen by the frame alone; royalties stand beside the rows if there is room, else
    their sum in the head, if that has some.
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
    """The places of the cards; on a narrow box they take the whole width."""
    high = (box.height - _HEAD - PADDING - 2 * _ROW_GAP) // 3
    wide = (box.width - 2 * PADDING - 4 * _CARD_GAP) // 5
    width = min(wide, round(high / _RATIO))
    height = min(high, round(width * _RATIO))
    return Grid(box.x + PADDING, box.y + _HEAD, width, height, _CARD_GAP, _ROW_GAP)


def _mark(
    canvas: Canvas, box: Box, front: Box, edge: int, state: SeatState, ground: Tint, _: Texts
) -> int:
    """Draw the most urgent mark, between the Front's last place and an edge, or in the head.

    Returns how much of the head it takes.
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
