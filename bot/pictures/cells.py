"""Boards in their cells: head, three rows, marks and royalties."""

from dataclasses import dataclass
from typing import Final

from bot.ofc.board import CAPACITIES, Row
from bot.pictures.fonts import Weight, text_width
from bot.pictures.layout import Back, Box, Face, Panel, Stud, Style
from bot.pictures.names import fitted, shown_name
from bot.pictures.sheet import (
    GAP,
    HEADER,
    MARGIN,
    NAME_SIZES,
    PILL_HEIGHT,
    SMALLEST,
    TOTAL_SIZE,
    WIDTH,
    Sheet,
    points_tint,
    signed,
)
from bot.pictures.states import SeatState
from bot.pictures.theme import Tint
from bot.texts import Texts

CELL_WIDTH: Final = (WIDTH - 2 * MARGIN - GAP) // 2
CELL_HEIGHT: Final = 403
PADDING: Final = 14
HEAD: Final = 66
_BADGE_SIZE: Final = 34
BADGE_HEIGHT: Final = 50
_LETTER_SIZE: Final = 30
_MOST_PILLS: Final = 2


@dataclass(frozen=True)
class Grid:
    """Where the cards of a board lie."""

    x: int
    y: int
    card_width: int = 85
    card_height: int = 99
    column_gap: int = 8
    row_gap: int = 12

    def card(self, row: Row, column: int) -> Box:
        """The place of a card."""
        return Box(
            self.x + column * (self.card_width + self.column_gap),
            self.y + row * (self.card_height + self.row_gap),
            self.card_width,
            self.card_height,
        )


def cell_box(number: int) -> Box:
    """The place of a board on a picture with two columns, counted line by line."""
    line, column = divmod(number, 2)
    x = MARGIN + column * (CELL_WIDTH + GAP)
    return Box(x, HEADER + line * (CELL_HEIGHT + GAP), CELL_WIDTH, CELL_HEIGHT)


def lines_height(cells: int) -> int:
    """The height of a picture with that many places in two columns."""
    lines = (cells + 1) // 2
    return HEADER + lines * CELL_HEIGHT + (lines - 1) * GAP + MARGIN


def head(sheet: Sheet, box: Box, state: SeatState, name: str, *, room: int, ground: Tint) -> None:
    """The line of a cell with dealer disc and name; `room` is free to its right end."""
    x, y = box.x + PADDING + 3, box.y + 36
    if state.has_button:
        sheet.button(x - 2, y, ground)
        x += 52
    text, size = fitted(name, box.x + room - x, Weight.BOLD, NAME_SIZES)
    sheet.text(text, (x, y), size, ground, weight=Weight.BOLD)


def total(sheet: Sheet, box: Box, points: int, ground: Tint) -> int:
    """A running total at the right of a cell's head; returns its width."""
    at = (box.right - 19, box.y + 36)
    return sheet.text(
        signed(points),
        at,
        TOTAL_SIZE,
        ground,
        weight=Weight.BOLD,
        ink=points_tint(points),
        align="right",
    )


def board_cell(sheet: Sheet, box: Box, state: SeatState, _: Texts, name: str | None = None) -> None:
    """A board in play, under its player's name or another one."""
    ground = sheet.cell(box, active=state.is_to_act)
    used = total(sheet, box, state.player.total, ground)
    room = box.width - 19 - used - 20
    head(sheet, box, state, name or shown_name(state.player), room=room, ground=ground)
    grid = Grid(box.x + PADDING, box.y + HEAD)
    rows(sheet, grid, state, ground)
    for place, mark in enumerate(state.marks[:_MOST_PILLS]):
        y = grid.y + place * (PILL_HEIGHT + 5)
        sheet.pill(mark, state, (box.right - 18, y), ground, _)
    badges(sheet, grid, state, ground, right=box.right - 3)


def rows(sheet: Sheet, grid: Grid, state: SeatState, ground: Tint) -> None:
    """The cards of a board, and empty places."""
    style = Style.DIM if state.is_out else Style.PLAIN
    for row in Row:
        cards = state.board[row]
        for column in range(CAPACITIES[row]):
            box = grid.card(row, column)
            if state.face_down:
                sheet.add(Back(box, ground, state.is_out))
            elif column < len(cards):
                card = cards[column]
                sheet.add(Face(box, card, ground, style, card in state.fresh))
            else:
                _slot(sheet, box, row, ground)


def _slot(sheet: Sheet, box: Box, row: Row, ground: Tint) -> None:
    radius = round(0.12 * box.width)
    sheet.add(Panel(box, Tint.SLOT, ground, radius, Tint.SLOT_LINE))
    at = (box.middle, box.centre)
    sheet.text(
        row.letter,
        at,
        _LETTER_SIZE,
        Tint.SLOT,
        weight=Weight.BOLD,
        ink=Tint.SLOT_LETTER,
        align="middle",
    )


def badges(sheet: Sheet, grid: Grid, state: SeatState, ground: Tint, right: int) -> None:
    """The royalties of each row: right of the Front, over the end of the others."""
    for row in Row:
        points = state.royalties[row]
        if not points:
            continue
        last = grid.card(row, CAPACITIES[row] - 1)
        if row is Row.FRONT:
            badge(sheet, last.right + 6, last.bottom - BADGE_HEIGHT, points, ground)
            continue
        size = _BADGE_SIZE if points < 10 else SMALLEST
        width = badge_width(points, size)
        box = Box(right - width, last.centre - BADGE_HEIGHT // 2, width, BADGE_HEIGHT)
        sheet.add(Stud(box, Tint.GOLD, Tint.GOLD_LINE, ground, Tint.FACE, last.right))
        _badge_text(sheet, box, points, size)


def badge_width(points: int, size: int = _BADGE_SIZE) -> int:
    """How wide the badge for some royalties is."""
    return max(62, text_width(signed(points), size, Weight.BOLD) + 14)


def badge(sheet: Sheet, x: int, y: int, points: int, ground: Tint) -> None:
    """Royalties in gold, on one ground."""
    box = Box(x, y, badge_width(points), BADGE_HEIGHT)
    sheet.add(Panel(box, Tint.GOLD, ground, BADGE_HEIGHT // 2, Tint.GOLD_LINE, 3))
    _badge_text(sheet, box, points, _BADGE_SIZE)


def _badge_text(sheet: Sheet, box: Box, points: int, size: int) -> None:
    sheet.text(
        signed(points),
        (box.middle, box.centre),
        size,
        Tint.GOLD,
        weight=Weight.BOLD,
        ink=Tint.GOLD_INK,
        align="middle",
    )
