"""A player's own picture: their cards, their board, and the cards that may still come."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ofc.board import Row
from bot.ofc.cards import Cards
from bot.pictures.cells import CELL_HEIGHT, CELL_WIDTH, board_cell
from bot.pictures.fantasyland import fantasyland_layout
from bot.pictures.fonts import Weight
from bot.pictures.layout import Box, Face, Layout, Style
from bot.pictures.live import live_panel, rows_panel
from bot.pictures.look import Look
from bot.pictures.sheet import GAP, HEADER, MARGIN, WIDTH, Sheet
from bot.pictures.states import outs_of, seat_state, viewer_of
from bot.pictures.theme import Tint
from bot.pictures.wording import outs_text, privacy_text, private_title, row_name
from bot.players.outs import Out
from bot.scenes import TableScene
from bot.texts import Texts

_MOST_CARDS: Final = 5
_HAND: Final = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 270)
_CARD: Final = (158, 184)
_CARD_GAP: Final = 34
_DISCARD: Final = (66, 77)
_MINI: Final = (48, 56)
_MINI_GAP: Final = 6
_STRIP: Final = 76
_LINE: Final = 46
_LINES_PADDING: Final = 12
_ROW_NAME: Final = 150


def private_layout(scene: TableScene, look: Look, _: Texts) -> Layout:
    """The picture for the scene's viewer, whatever they hold; NoViewerError if it is public."""
    own = scene.view.seats[viewer_of(scene)]
    if len(own.pending) > _MOST_CARDS:
        return fantasyland_layout(scene, own.pending, _)
    top = _HAND.bottom + GAP if own.pending else HEADER
    height = top + CELL_HEIGHT + MARGIN
    strip = bool(own.discards) and not own.pending
    outs = outs_of(scene) if look.outs else {}
    sheet = Sheet(height + _STRIP * strip + _outs_height(outs))
    sheet.header(private_title(scene, _), privacy_text(_))
    if own.pending:
        _hand(sheet, own.pending, own.discards, _)
    _below(sheet, top, scene, look, _)
    if outs:
        _outs(sheet, height, outs, _)
    if strip:
        _discard_strip(sheet, height, own.discards, _)
    return sheet.layout()


def _hand(sheet: Sheet, cards: Cards, discards: Cards, _: Texts) -> None:
    """The cards to place with their numbers, and those discarded before beside them."""
    sheet.panel(_HAND)
    width, height = _CARD
    used = len(cards) * (width + _CARD_GAP) - _CARD_GAP
    x, y = (WIDTH - used) // 2, _HAND.y + 22
    for number, card in enumerate(cards, 1):
        box = Box(x, y, width, height)
        sheet.add(Face(box, card, Tint.PANEL))
        sheet.number(number, box.middle, box.bottom + 34, Tint.PANEL)
        x += width + _CARD_GAP
    if discards:
        left = x - _CARD_GAP
        _discards_beside(sheet, Box(left, y, _HAND.right - left, height), discards, _)


def _discards_beside(sheet: Sheet, room: Box, discards: Cards, _: Texts) -> None:
    ink = Tint.SECONDARY
    at = (room.middle, room.y + 46)
    sheet.text(_("Discarded"), at, 32, Tint.PANEL, ink=ink, align="middle", room=room.width - 24)
    width, height = _DISCARD
    x = room.middle - (len(discards) * (width + _MINI_GAP) - _MINI_GAP) // 2
    for card in discards:
        sheet.add(Face(Box(x, room.y + 76, width, height), card, Tint.PANEL, Style.DIM))
        x += width + _MINI_GAP


def _discard_strip(sheet: Sheet, y: int, discards: Cards, _: Texts) -> None:
    """A line at the bottom for one who has nothing to place."""
    ground = Tint.BACKGROUND
    x = MARGIN + 8
    centre = y + _STRIP // 2 - 10
    x += sheet.text(_("Discarded"), (x, centre), 34, ground, ink=Tint.SECONDARY) + 18
    width, height = _MINI
    for card in discards:
        box = Box(x, centre - height // 2, width, height)
        sheet.add(Face(box, card, ground, Style.DIM))
        x += width + _MINI_GAP


def _below(sheet: Sheet, y: int, scene: TableScene, look: Look, _: Texts) -> None:
    """The viewer's own board, and beside it the cards that may still come."""
    state = seat_state(scene, viewer_of(scene))
    board_cell(sheet, Box(MARGIN, y, CELL_WIDTH, CELL_HEIGHT), state, _, _("Your board"))
    beside = Box(MARGIN + CELL_WIDTH + GAP, y, CELL_WIDTH, CELL_HEIGHT)
    if look.live_grid and not scene.view.is_finished:
        live_panel(sheet, beside, scene.view.live, _)
    else:
        rows_panel(sheet, beside, state, _)


def _outs_height(outs: Mapping[Row, Sequence[Out]]) -> int:
    return len(outs) * _LINE + 2 * _LINES_PADDING + GAP if outs else 0


def _outs(sheet: Sheet, y: int, outs: Mapping[Row, Sequence[Out]], _: Texts) -> None:
    """A line for each open row: what it can become, and how many live cards do it."""
    panel = Box(MARGIN, y - MARGIN + GAP, WIDTH - 2 * MARGIN, _outs_height(outs) - GAP)
    sheet.panel(panel)
    x, centre = panel.x + 20, panel.y + _LINES_PADDING + _LINE // 2
    for row, found in outs.items():
        sheet.text(row_name(row, _), (x, centre), 32, Tint.PANEL, ink=Tint.SECONDARY)
        ink, weight = (Tint.TEXT, Weight.BOLD) if found else (Tint.SECONDARY, Weight.SEMIBOLD)
        at, room = (x + _ROW_NAME, centre), panel.width - _ROW_NAME - 40
        text = outs_text(found, _, " · ")
        sheet.text(text, at, 34, Tint.PANEL, ink=ink, weight=weight, room=room)
        centre += _LINE
