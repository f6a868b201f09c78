"""The cards that may still come, or what the rows are for those who would rather not count."""

from typing import Final

from bot.ofc.board import Row
from bot.ofc.cards import DECK, Cards
from bot.pictures.cells import HEAD, Grid, badge
from bot.pictures.fonts import Weight
from bot.pictures.layout import Box, Face, Style
from bot.pictures.sheet import Sheet
from bot.pictures.states import SeatState
from bot.pictures.theme import Tint
from bot.pictures.wording import hand_name, row_name
from bot.texts import Texts

_SUITS: Final = "shdc"
_CARD: Final = (35, 74)
_PITCH: Final = (38.4, 81)
_PADDING: Final = 20


def live_panel(sheet: Sheet, box: Box, live: Cards, _: Texts) -> None:
    """All 52 cards by suit and rank; those that may still come are bright."""
    sheet.panel(box)
    y = box.y + 36
    seen = len(DECK) - len(live)
    text = _.count("{number} card out", "{number} cards out", seen)
    used = sheet.text(
        text, (box.x + _PADDING, y), 36, Tint.PANEL, weight=Weight.BOLD, room=box.width - 40
    )
    sheet.text(
        _("bright = live"),
        (box.right - _PADDING, y),
        32,
        Tint.PANEL,
        ink=Tint.SECONDARY,
        align="right",
        room=box.width - 2 * _PADDING - used - 16,
    )
    coming = frozenset(live)
    for card in DECK:
        x = box.x + 15 + round((14 - card.rank) * _PITCH[0])
        top = box.y + HEAD + _SUITS.index(card.suit) * _PITCH[1]
        style = Style.PLAIN if card in coming else Style.SEEN
        sheet.add(Face(Box(x, top, *_CARD), card, Tint.PANEL, style))


def rows_panel(sheet: Sheet, box: Box, state: SeatState, _: Texts) -> None:
    """The hand that each row makes so far, level with the rows of the board beside it."""
    sheet.panel(box)
    grid = Grid(box.x, box.y + HEAD)
    x = box.x + _PADDING
    at = (x, box.y + 36)
    sheet.text(_("Your rows"), at, 36, Tint.PANEL, weight=Weight.BOLD, room=box.width - 40)
    for row in Row:
        line = grid.card(row, 0)
        left = state.board.open_places(row)
        ink = Tint.SECONDARY
        sheet.text(row_name(row, _), (x, line.y + 28), 32, Tint.PANEL, ink=ink)
        text = (
            _.count("{number} place open", "{number} places open", left)
            if left
            else hand_name(state.board[row], _)
        )
        points = state.royalties[row]
        room = box.width - 2 * _PADDING - 90 * bool(points)
        weight = Weight.SEMIBOLD if left else Weight.BOLD
        sheet.text(text, (x, line.y + 72), 36, Tint.PANEL, weight=weight, room=room)
        if points:
            badge(sheet, box.right - 88, line.y + 46, points, Tint.PANEL)
