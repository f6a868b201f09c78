"""A player's own picture: their cards, their board, and the cards that may still come."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from bot.ofc.board import Row
from bot.ofc.cards import DECK, SHOWN_SUITS, Cards
from bot.pictures.boards import CELL_HEIGHT, CELL_WIDTH, HEAD, Grid, badge, board_cell
from bot.pictures.canvas import GAP, HEADER, MARGIN, WIDTH, Canvas
from bot.pictures.fonts import Weight
from bot.pictures.layout import Box, CardStyle, Face, Icon, PictureLayout
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState, outs_of, seat_state, viewer_of
from bot.pictures.theme import Theme, Tint
from bot.pictures.wording import outs_text, privacy_text, private_title
from bot.players.knowledge import Out
from bot.texts import Texts
from bot.values.hands import hand_name
from bot.values.phrases import row_name
from bot.values.scenes import TableScene

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
_INSIDE: Final = 1036
_WIDEST: Final = 138
_RATIO: Final = 1.14
_COLUMN_GAP: Final = 14
_SHORTEST_LINE: Final = 7
_NUMBER_LINE: Final = 50
_PADDING: Final = 18
_LANES: Final = 338
_LANE: Final = 68
_LANE_CARD: Final = (70, 62)
_LANE_COLUMN: Final = 75.6
_DOT: Final = 8
_LIVE_CARD: Final = (35, 74)
_LIVE_PITCH: Final = (38.4, 81)
_LIVE_PADDING: Final = 20


def private_layout(scene: TableScene, theme: Theme, _: Texts) -> PictureLayout:
    """The picture for the scene's viewer, whatever they hold; NoViewerError if it is public."""
    own = scene.view.seats[viewer_of(scene)]
    if len(own.pending) > _MOST_CARDS:
        return _fantasyland_layout(scene, own.pending, _)
    top = _HAND.bottom + GAP if own.pending else HEADER
    height = top + CELL_HEIGHT + MARGIN
    strip = bool(own.discards) and not own.pending
    outs = outs_of(scene) if theme.outs else {}
    canvas = Canvas(height + _STRIP * strip + _outs_height(outs))
    canvas.header(private_title(scene, _), privacy_text(_))
    if own.pending:
        _hand(canvas, own.pending, own.discards, _)
    _below(canvas, top, scene, theme, _)
    if outs:
        _outs(canvas, height, outs, _)
    if strip:
        _discard_strip(canvas, height, own.discards, _)
    return canvas.layout()


def _hand(canvas: Canvas, cards: Cards, discards: Cards, _: Texts) -> None:
    """The cards to place with their numbers, and those discarded before beside them."""
    canvas.panel(_HAND)
    width, height = _CARD
    used = len(cards) * (width + _CARD_GAP) - _CARD_GAP
    x, y = (WIDTH - used) // 2, _HAND.y + 22
    for number, card in enumerate(cards, 1):
        box = Box(x, y, width, height)
        canvas.add(Face(box, card, Tint.PANEL))
        canvas.number(number, box.middle, box.bottom + 34, Tint.PANEL)
        x += width + _CARD_GAP
    if discards:
        left = x - _CARD_GAP
        _discards_beside(canvas, Box(left, y, _HAND.right - left, height), discards, _)


def _discards_beside(canvas: Canvas, room: Box, discards: Cards, _: Texts) -> None:
    ink = Tint.SECONDARY
    at = (room.middle, room.y + 46)
    canvas.text(_("Discarded"), at, 32, Tint.PANEL, ink=ink, align="middle", room=room.width - 24)
    width, height = _DISCARD
    x = room.middle - (len(discards) * (width + _MINI_GAP) - _MINI_GAP) // 2
    for card in discards:
        canvas.add(Face(Box(x, room.y + 76, width, height), card, Tint.PANEL, CardStyle.DIM))
        x += width + _MINI_GAP


def _discard_strip(canvas: Canvas, y: int, discards: Cards, _: Texts) -> None:
    """A line at the bottom for one who has nothing to place."""
    ground = Tint.BACKGROUND
    x = MARGIN + 8
    centre = y + _STRIP // 2 - 10
    x += canvas.text(_("Discarded"), (x, centre), 34, ground, ink=Tint.SECONDARY) + 18
    width, height = _MINI
    for card in discards:
        box = Box(x, centre - height // 2, width, height)
        canvas.add(Face(box, card, ground, CardStyle.DIM))
        x += width + _MINI_GAP


def _below(canvas: Canvas, y: int, scene: TableScene, theme: Theme, _: Texts) -> None:
    """The viewer's own board, and beside it the cards that may still come."""
    state = seat_state(scene, viewer_of(scene))
    board_cell(canvas, Box(MARGIN, y, CELL_WIDTH, CELL_HEIGHT), state, _, _("Your board"))
    beside = Box(MARGIN + CELL_WIDTH + GAP, y, CELL_WIDTH, CELL_HEIGHT)
    if theme.live_grid and not scene.view.is_finished:
        _live_panel(canvas, beside, scene.view.live, _)
    else:
        _rows_panel(canvas, beside, state, _)


def _outs_height(outs: Mapping[Row, Sequence[Out]]) -> int:
    return len(outs) * _LINE + 2 * _LINES_PADDING + GAP if outs else 0


def _outs(canvas: Canvas, y: int, outs: Mapping[Row, Sequence[Out]], _: Texts) -> None:
    """A line for each open row: what it can become, and how many live cards do it."""
    panel = Box(MARGIN, y - MARGIN + GAP, WIDTH - 2 * MARGIN, _outs_height(outs) - GAP)
    canvas.panel(panel)
    x, centre = panel.x + 20, panel.y + _LINES_PADDING + _LINE // 2
    for row, found in outs.items():
        canvas.text(row_name(row, _), (x, centre), 32, Tint.PANEL, ink=Tint.SECONDARY)
        ink, weight = (Tint.TEXT, Weight.BOLD) if found else (Tint.SECONDARY, Weight.SEMIBOLD)
        at, room = (x + _ROW_NAME, centre), panel.width - _ROW_NAME - 40
        text = outs_text(found, _, " · ")
        canvas.text(text, at, 34, Tint.PANEL, ink=ink, weight=weight, room=room)
        centre += _LINE


def _fantasyland_layout(scene: TableScene, cards: Cards, _: Texts) -> PictureLayout:
    """A hand of thirteen cards or more, all of them to be placed at once."""
    line = max(_SHORTEST_LINE, ceil(len(cards) / 2))
    width = min(_WIDEST, (_INSIDE - _COLUMN_GAP * (line - 1)) // line)
    height = round(width * _RATIO)
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 2 * (height + _NUMBER_LINE) + 24)
    lanes = Box(MARGIN, panel.bottom + GAP, panel.width, _LANES)
    canvas = Canvas(lanes.bottom + MARGIN)
    canvas.header(private_title(scene, _), privacy_text(_))
    canvas.panel(panel)
    for start in (0, line):
        y = panel.y + _PADDING + (height + _NUMBER_LINE) * bool(start)
        _fantasyland_line(canvas, Box(0, y, width, height), cards[start : start + line], start + 1)
    _by_suit(canvas, lanes, cards, _)
    return canvas.layout()


def _fantasyland_line(canvas: Canvas, first: Box, cards: Cards, number: int) -> None:
    """Cards side by side in the middle of the picture, counted from a number."""
    used = len(cards) * (first.width + _COLUMN_GAP) - _COLUMN_GAP
    x = (WIDTH - used) // 2
    for place, card in enumerate(cards):
        box = first._replace(x=x + place * (first.width + _COLUMN_GAP))
        canvas.add(Face(box, card, Tint.PANEL))
        canvas.number(number + place, box.middle, box.bottom + 24, Tint.PANEL)


def _by_suit(canvas: Canvas, panel: Box, cards: Cards, _: Texts) -> None:
    """A lane for each suit, a column for each rank: pairs stand, flushes and straights lie."""
    canvas.panel(panel)
    at = (panel.x + 24, panel.y + 30)
    canvas.text(_("Same cards by suit"), at, 32, Tint.PANEL, ink=Tint.SECONDARY)
    held = {(card.suit, card.rank): card for card in cards}
    for lane, suit in enumerate(SHOWN_SUITS):
        y = panel.y + 54 + lane * _LANE
        centre = y + _LANE_CARD[1] // 2
        icon = Box(panel.x + 22, centre - 17, 34, 34)
        canvas.add(Icon(icon, Sign(suit), Tint.SECONDARY, Tint.PANEL))
        for rank in range(14, 1, -1):
            x = panel.x + 68 + round((14 - rank) * _LANE_COLUMN)
            box = Box(x, y, *_LANE_CARD)
            card = held.get((suit, rank))
            if card:
                canvas.add(Face(box, card, Tint.PANEL))
            else:
                dot = Box(box.middle - _DOT // 2, centre - _DOT // 2, _DOT, _DOT)
                canvas.add(Icon(dot, Sign.DISC, Tint.LINE, Tint.PANEL))


def _live_panel(canvas: Canvas, box: Box, live: Cards, _: Texts) -> None:
    """All 52 cards by suit and rank; those that may still come are bright."""
    canvas.panel(box)
    y = box.y + 36
    seen = len(DECK) - len(live)
    text = _.count("{number} card out", "{number} cards out", seen)
    used = canvas.text(
        text, (box.x + _LIVE_PADDING, y), 36, Tint.PANEL, weight=Weight.BOLD, room=box.width - 40
    )
    canvas.text(
        _("bright = live"),
        (box.right - _LIVE_PADDING, y),
        32,
        Tint.PANEL,
        ink=Tint.SECONDARY,
        align="right",
        room=box.width - 2 * _LIVE_PADDING - used - 16,
    )
    coming = frozenset(live)
    for card in DECK:
        x = box.x + 15 + round((14 - card.rank) * _LIVE_PITCH[0])
        top = box.y + HEAD + SHOWN_SUITS.index(card.suit) * _LIVE_PITCH[1]
        style = CardStyle.PLAIN if card in coming else CardStyle.SEEN
        canvas.add(Face(Box(x, top, *_LIVE_CARD), card, Tint.PANEL, style))


def _rows_panel(canvas: Canvas, box: Box, state: SeatState, _: Texts) -> None:
    """The hand that each row makes so far, level with the rows of the board beside it."""
    canvas.panel(box)
    grid = Grid(box.x, box.y + HEAD)
    x = box.x + _LIVE_PADDING
    at = (x, box.y + 36)
    canvas.text(_("Your rows"), at, 36, Tint.PANEL, weight=Weight.BOLD, room=box.width - 40)
    for row in Row:
        line = grid.card(row, 0)
        left = state.board.open_places(row)
        ink = Tint.SECONDARY
        canvas.text(row_name(row, _), (x, line.y + 28), 32, Tint.PANEL, ink=ink)
        text = (
            _.count("{number} place open", "{number} places open", left)
            if left
            else hand_name(state.board[row], _)
        )
        points = state.royalties[row]
        room = box.width - 2 * _LIVE_PADDING - 90 * bool(points)
        weight = Weight.SEMIBOLD if left else Weight.BOLD
        canvas.text(text, (x, line.y + 72), 36, Tint.PANEL, weight=weight, room=room)
        if points:
            badge(canvas, box.right - 88, line.y + 46, points, Tint.PANEL)
