"""Boards of a finished hand: total, points of the hand, and what became of it."""

from typing import Final

from bot.ofc.board import Row
from bot.pictures.cells import HEAD, PADDING, Grid, badges, head, rows, total
from bot.pictures.fonts import Weight, text_width
from bot.pictures.layout import Box
from bot.pictures.names import shown_name
from bot.pictures.sheet import Sheet, points_tint, signed
from bot.pictures.states import SeatState
from bot.pictures.theme import Tint
from bot.texts import Texts

_POINTS_SIZE: Final = 50
_WORD_SIZE: Final = 32


def result_cell(sheet: Sheet, box: Box, state: SeatState, points: int, _: Texts) -> None:
    """A board with its royalties beside the rows."""
    ground = sheet.cell(box)
    grid = Grid(box.x + PADDING, box.y + HEAD)
    result_head(sheet, box, state, _, ground)
    rows(sheet, grid, state, ground)
    used = hand_points(sheet, box, points, ground)
    at = (box.right - 19 - used - 10, box.y + HEAD + 27)
    word = _("hand")
    if text_width(word, _WORD_SIZE, Weight.SEMIBOLD) < at[0] - grid.card(Row.FRONT, 2).right - 6:
        sheet.text(word, at, _WORD_SIZE, ground, ink=Tint.SECONDARY, align="right")
    marks(sheet, box, grid, state, ground, _)
    badges(sheet, grid, state, ground, right=box.right - 3)


def result_head(sheet: Sheet, box: Box, state: SeatState, _: Texts, ground: Tint) -> None:
    """Name and running total."""
    used = total(sheet, box, state.player.total, ground)
    right = box.right - 19 - used - 12
    used += 12 + sheet.text(
        _("total"),
        (right, box.y + 39),
        _WORD_SIZE,
        ground,
        ink=Tint.SECONDARY,
        align="right",
    )
    room = box.width - 19 - used - 20
    head(sheet, box, state, shown_name(state.player), room=room, ground=ground)


def hand_points(sheet: Sheet, box: Box, points: int, ground: Tint) -> int:
    """The points of the hand, big, right of the front row; returns their width."""
    at = (box.right - 19, box.y + HEAD + 23)
    return sheet.text(
        signed(points),
        at,
        _POINTS_SIZE,
        ground,
        weight=Weight.BOLD,
        ink=points_tint(points),
        align="right",
    )


def marks(sheet: Sheet, box: Box, grid: Grid, state: SeatState, ground: Tint, _: Texts) -> None:
    """Foul, surrender or the next Fantasyland, below the points."""
    corner = box.right - 18, box.y + HEAD + 51
    room = corner[0] - grid.card(Row.FRONT, 2).right - 8
    for mark in state.marks[:1]:
        sheet.pill(mark, state, corner, ground, _, room)
