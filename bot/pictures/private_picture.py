"""A player's own picture: their cards, their board, and the cards that may still come."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.pictures.boards import CELL_HEIGHT, CELL_WIDTH, HEAD, board_cell
from bot.pictures.canvas import GAP, HEADER, MARGIN, SMALLEST, WIDTH, Canvas
from bot.pictures.fantasyland import fantasyland_layout
from bot.pictures.fonts import Weight, text_width
from bot.pictures.layout import Box, CardStyle, Deck, Face, PictureLayout
from bot.pictures.opponents import HEIGHT, opponent, opponents
from bot.pictures.states import SeatState, opponent_states, outs_of, seat_state, viewer_of
from bot.pictures.theme import Theme, Tint
from bot.pictures.wording import outs_text, privacy_text, private_title
from bot.texts import Texts
from bot.values.draft import in_shown_order
from bot.values.phrases import hand_name, row_name
from bot.values.scenes import TableScene
from ofc_engine.board import Row
from ofc_engine.cards import Cards
from ofc_engine.players.knowledge import Out
from ofc_engine.views import HandView, SeatView

_MOST_CARDS: Final = 5
_HAND: Final = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 270)
_CARD: Final = (158, 184)
_CARD_GAP: Final = 34
_DISCARD: Final = (66, 77)
_MINI: Final = (36, 42)
_MINI_GAP: Final = 6
_BESIDE: Final = 412
_LINE: Final = 46
_TALL_LINE: Final = 56
_LINES_PADDING: Final = 12
_LIVE_PADDING: Final = 20


def private_layout(scene: TableScene, theme: Theme, _: Texts) -> PictureLayout:
    """The picture for the scene's viewer, whatever they hold; NoViewerError if it is public.

    From top to bottom: the cards to place; the viewer's board beside the cards that may still
    come, or beside the first opponent's board if those are not shown; the other opponents'
    boards, and what the viewer's rows are. Discord's ALT badge covers nothing of it.
    """
    viewer = viewer_of(scene)
    own, state = scene.view.seats[viewer], seat_state(scene, viewer)
    others = opponent_states(scene)
    if len(own.pending) > _MOST_CARDS:
        cards = in_shown_order(own.pending, by_suit=theme.by_suit)
        return fantasyland_layout(private_title(scene, _), cards, others, _)
    y = _HAND.bottom + GAP if own.pending else HEADER
    lines, below = _lines(scene, state, theme, _), y + CELL_HEIGHT + GAP
    has_grid = theme.live_grid and not scene.view.is_finished
    left = others if has_grid else others[1:]
    foot = _foot(below, len(left), len(lines) + _shows_strip(own))
    canvas = Canvas(foot.bottom + MARGIN)
    canvas.header(private_title(scene, _), privacy_text(_))
    if own.pending:
        _hand(canvas, own.pending, own.discards, _)
    board_cell(canvas, Box(MARGIN, y, CELL_WIDTH, CELL_HEIGHT), state, _, _("Your board"))
    beside = Box(MARGIN + CELL_WIDTH + GAP, y, CELL_WIDTH, CELL_HEIGHT)
    if has_grid:
        _live_panel(canvas, beside, scene.view, _)
    else:
        board_cell(canvas, beside, others[0], _)
    if len(left) == 1:
        opponent(canvas, Box(foot.right + GAP, foot.y, _BESIDE, foot.height), left[0], _)
    elif left:
        opponents(canvas, below, left, _)
    _rows_panel(canvas, foot, lines, () if own.pending else own.discards, _)
    return canvas.layout()


def _shows_strip(own: SeatView) -> bool:
    """True if the discards stand below the rows, as there is no hand to put them beside."""
    return bool(own.discards) and not own.pending


def _foot(y: int, opponents_left: int, lines: int) -> Box:
    """The place of the viewer's rows: beside one more board, or below any other number."""
    width = WIDTH - 2 * MARGIN
    if opponents_left == 1:
        return Box(MARGIN, y, width - _BESIDE - GAP, HEIGHT)
    if opponents_left:
        y += HEIGHT + GAP
    return Box(MARGIN, y, width, lines * _LINE + 2 * _LINES_PADDING)


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


class _Line(NamedTuple):
    """The hand that a row makes or can become; bold if it is worth more than a glance."""

    row: Row
    texts: tuple[str, ...]
    """The longest first."""
    is_bold: bool


def _lines(scene: TableScene, state: SeatState, theme: Theme, _: Texts) -> list[_Line]:
    """A line for each row of the viewer's board."""
    outs = outs_of(scene) if theme.outs else {}
    return [_line(row, state, outs.get(row), _) for row in Row]


def _line(row: Row, state: SeatState, outs: Sequence[Out] | None, _: Texts) -> _Line:
    if outs is not None:
        counts = range(max(1, len(outs)), 0, -1)
        texts = tuple(outs_text(outs[:count], _, " · ") for count in counts)
        return _Line(row, texts, bool(outs))
    if left := state.board.open_places(row):
        return _Line(row, (_.count("{number} place open", "{number} places open", left),), False)
    return _Line(row, (hand_name(state.made[row], _),), True)


def _rows_panel(
    canvas: Canvas, panel: Box, lines: Sequence[_Line], discards: Cards, _: Texts
) -> None:
    """The viewer's rows in words, and below them what they have discarded."""
    canvas.panel(panel)
    heads = [row_name(line.row, _) for line in lines] + [_("Discarded")] * bool(discards)
    pitch = min(_TALL_LINE, (panel.height - 2 * _LINES_PADDING) // len(heads))
    x = panel.x + 20
    column = x + 22 + max(text_width(head, 32, Weight.SEMIBOLD) for head in heads)
    centre = panel.y + _LINES_PADDING + pitch // 2
    for head in heads:
        canvas.text(head, (x, centre), 32, Tint.PANEL, ink=Tint.SECONDARY)
        centre += pitch
    centre = panel.y + _LINES_PADDING + pitch // 2
    for line in lines:
        _row_text(canvas, (column, centre), panel.right - 20 - column, line)
        centre += pitch
    _minis(canvas, column, centre, discards)


def _row_text(canvas: Canvas, at: tuple[int, int], room: int, line: _Line) -> None:
    ink, weight = (Tint.TEXT, Weight.BOLD) if line.is_bold else (Tint.SECONDARY, Weight.SEMIBOLD)
    fitting = (t for t in line.texts if text_width(t, SMALLEST, weight) <= room)
    text = next(fitting, line.texts[-1])
    canvas.text(text, at, 34, Tint.PANEL, ink=ink, weight=weight, room=room)


def _minis(canvas: Canvas, x: int, centre: int, discards: Cards) -> None:
    width, height = _MINI
    for card in discards:
        box = Box(x, centre - height // 2, width, height)
        canvas.add(Face(box, card, Tint.PANEL, CardStyle.DIM))
        x += width + _MINI_GAP


def _live_panel(canvas: Canvas, box: Box, view: HandView, _: Texts) -> None:
    """All cards by suit and rank; those that may still come are bright."""
    canvas.panel(box)
    y = box.y + 36
    text = _.count("{number} seen", "{number} seen", len(view.seen))
    used = canvas.text(
        text, (box.x + _LIVE_PADDING, y), 36, Tint.PANEL, weight=Weight.BOLD, room=box.width - 40
    )
    canvas.text(
        _("bright = still to come"),
        (box.right - _LIVE_PADDING, y),
        32,
        Tint.PANEL,
        ink=Tint.SECONDARY,
        align="right",
        room=box.width - 2 * _LIVE_PADDING - used - 16,
    )
    canvas.add(Deck(box.x + 15, box.y + HEAD, frozenset(view.live), Tint.PANEL))
