"""A player's own picture: their cards, their board, and the cards that may still come.

Thirteen cards or more, as in Fantasyland, are placed at once and have a layout of their own.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from bot.pictures.boards import HEAD, PADDING, Grid, board_cell, opponents
from bot.pictures.canvas import (
    CORNER,
    FOOT,
    GAP,
    HEADER,
    MARGIN,
    PRIVATE_HEIGHT,
    SMALLEST,
    WIDTH,
    Canvas,
)
from bot.pictures.fonts import Weight, longest_fitting, text_width
from bot.pictures.layout import Box, CardStyle, Deck, Face, Icon, PictureLayout
from bot.pictures.shapes import Sign
from bot.pictures.states import SeatState, opponent_states, outs_of, seat_state, viewer_of
from bot.pictures.theme import Theme, Tint
from bot.pictures.wording import outs_text, privacy_text, private_title, short_out
from bot.texts import Texts
from bot.values.draft import in_shown_order
from bot.values.phrases import hand_name, made_name, row_name
from bot.values.scenes import TableScene
from ofc_engine.board import Row
from ofc_engine.cards import RANKS, SHOWN_SUITS, Cards
from ofc_engine.players.knowledge import Out
from ofc_engine.views import HandView

_MOST_CARDS: Final = 5
_MOST_BESIDE: Final = 2
"""The most opponents that leave room at their left for notes on the viewer's rows."""
_OWN: Final = Box(MARGIN, HEADER, 510, 412)
_OWN_GRID: Final = Grid(_OWN.x + PADDING, _OWN.y + HEAD, 76, 98, 6, 14)
_RIGHT: Final = Box(_OWN.right + GAP, HEADER, WIDTH - MARGIN - _OWN.right - GAP, _OWN.height)
_TOP: Final = _RIGHT._replace(height=178)
_UNDER_TOP: Final = _RIGHT._replace(y=_TOP.bottom + GAP, height=_RIGHT.height - _TOP.height - GAP)
"""Beside the viewer's board: the whole panel, or cards to place above cards to come."""
_BELOW: Final = _OWN.bottom + GAP
_BELOW_HEIGHT: Final = PRIVATE_HEIGHT - MARGIN - _BELOW
_NOTES: Final = Box(MARGIN, _BELOW, 440, PRIVATE_HEIGHT - CORNER[1] - 8 - _BELOW)
"""Above the corner that Discord's ALT badge covers."""
_ONE_CARD: Final = 196
_CARD: Final = (120, 139)
_SMALL_CARD: Final = (95, 110)
_CARD_GAP: Final = 12
_NUMBER: Final = 50
_MINI_GAP: Final = 6
_MINI_RATIO: Final = 1.16
_LINE: Final = 60
"""The greatest height of a line of notes, a little more than a card in it."""
_PADDING: Final = 10
_INDENT: Final = 20
_SUIT: Final = 30
_SUIT_ROOM: Final = 42


def private_layout(scene: TableScene, theme: Theme, _: Texts) -> PictureLayout:
    """The picture for the scene's viewer, whatever they hold; NoViewerError if it is public.

    At the top the viewer's board is beside the cards to place and those that may still come, or
    beside the first opponent's board if there are neither. Below are the other opponents, with
    notes on the viewer's rows at their left. Nothing is where Discord's ALT badge would cover it,
    and the picture is low enough to be shown large on a desktop.
    """
    viewer = viewer_of(scene)
    own, others = scene.view.seats[viewer], opponent_states(scene)
    if len(own.pending) > _MOST_CARDS:
        cards = in_shown_order(own.pending, by_suit=theme.by_suit)
        return fantasyland_layout(private_title(scene, _), cards, others, _)
    state = seat_state(scene, viewer)
    notes = _notes(scene, state, theme, _)
    canvas = Canvas(PRIVATE_HEIGHT - FOOT)
    canvas.header(private_title(scene, _), privacy_text(_))
    board_cell(canvas, _OWN, state, _, _("Your board"), _OWN_GRID)
    has_grid = theme.live_grid and not scene.view.is_finished
    if has_grid:
        notes = notes or _legend(scene.view, _)
        _live_panel(canvas, _UNDER_TOP, scene.view)
    if own.pending:
        beside = notes if len(others) > _MOST_BESIDE else ()
        _hand(canvas, _TOP if has_grid else _RIGHT, own.pending, beside)
    elif has_grid:
        _notes_panel(canvas, _TOP, notes)
        notes = ()
    else:
        board_cell(canvas, _RIGHT, others[0], _)
        others = others[1:]
    _below(canvas, others, notes, _)
    return canvas.layout()


def _below(canvas: Canvas, others: Sequence[SeatState], notes: Sequence["_Note"], _: Texts) -> None:
    """The opponents, and to their left the notes if the opponents are few."""
    left = CORNER[0]
    if notes and len(others) <= _MOST_BESIDE:
        width = (WIDTH - GAP) // 2 - MARGIN if len(others) < _MOST_BESIDE else _NOTES.width
        height = min(_NOTES.height, len(notes) * _LINE + 2 * _PADDING)
        _notes_panel(canvas, _NOTES._replace(width=width, height=height), notes)
        left = MARGIN + width
    box = Box(left + GAP, _BELOW, WIDTH - MARGIN - left - GAP, _BELOW_HEIGHT)
    opponents(canvas, box, others, _)


# --- cards -----------------------------------------------------------------------------------


def _hand(canvas: Canvas, box: Box, cards: Cards, notes: Sequence["_Note"]) -> None:
    """The cards to place with their numbers; a single card leaves room for notes beside it."""
    if notes and len(cards) == 1:
        beside = box.x + _ONE_CARD + GAP
        _notes_panel(canvas, box._replace(x=beside, width=box.right - beside), notes)
        box = box._replace(width=_ONE_CARD)
    canvas.panel(box)
    is_beside = len(cards) * (_CARD[0] + _NUMBER + _CARD_GAP) - _CARD_GAP < box.width
    width, height = _CARD if is_beside else _SMALL_CARD
    pitch = width + _CARD_GAP + _NUMBER * is_beside
    x = box.middle - (len(cards) * pitch - _CARD_GAP) // 2 + _NUMBER * is_beside
    y = box.centre - (height + _NUMBER * (not is_beside)) // 2
    for number, card in enumerate(cards, 1):
        face = Box(x, y, width, height)
        canvas.add(Face(face, card, Tint.PANEL))
        if is_beside:
            canvas.number(number, face.x - _NUMBER // 2 - 2, face.centre, Tint.PANEL)
        else:
            canvas.number(number, face.middle, face.bottom + _NUMBER // 2 + 2, Tint.PANEL)
        x += pitch


def _live_panel(canvas: Canvas, box: Box, view: HandView) -> None:
    """The ranks of all cards, a line for each suit; those that may still come are bright."""
    canvas.panel(box)
    deck = Deck(0, 0, frozenset(view.live), Tint.PANEL, view.rules.variant.jokers)
    x = box.middle - (deck.width - _SUIT_ROOM) // 2
    deck = deck._replace(x=x, y=box.centre - deck.height // 2)
    for suit in SHOWN_SUITS:
        centre = deck.centre(suit)
        icon = Box(x - _SUIT_ROOM, centre - _SUIT // 2, _SUIT, _SUIT)
        canvas.add(Icon(icon, Sign(suit), Tint.SECONDARY, Tint.PANEL))
    canvas.add(*deck.faces)


# --- notes -----------------------------------------------------------------------------------


class _Note(NamedTuple):
    """A line about the viewer's rows or cards; bold if it deserves attention."""

    head: str
    texts: tuple[str, ...]
    """The longest first."""
    letter: str = ""
    """Replaces the head of a row in a narrow panel."""
    cards: Cards = ()
    is_bold: bool = False


def _notes(scene: TableScene, state: SeatState, theme: Theme, _: Texts) -> tuple[_Note, ...]:
    """Notes on the hands of full rows, the outs of the others, and the discarded cards."""
    outs = outs_of(scene) if theme.outs else {}
    rows = (_of_row(row, state, outs.get(row), _) for row in Row)
    discards = scene.view.seats[state.seat].discards
    gone = (_Note(_("Discarded"), (), cards=discards),) if discards else ()
    return (*(note for note in rows if note), *gone)


def _of_row(row: Row, state: SeatState, outs: Sequence[Out] | None, _: Texts) -> _Note | None:
    if outs is not None:
        counts = range(max(1, len(outs)), 0, -1)
        texts = [outs_text(outs[:count], _, " · ") for count in counts]
        texts.append(short_out(outs[0], _) if outs else "–")
        return _Note(row_name(row, _), tuple(texts), row.letter, is_bold=bool(outs))
    if state.board.open_places(row):
        return None
    made = state.made[row]
    texts = hand_name(made, _), made_name(made, _)
    return _Note(row_name(row, _), texts, row.letter, is_bold=True)


def _legend(view: HandView, _: Texts) -> tuple[_Note, ...]:
    """How many cards have been seen, and how the others look."""
    seen = _.count("{number} seen", "{number} seen", len(view.seen))
    return _Note(seen, ()), _Note(_("bright = still to come"), ())


def _notes_panel(canvas: Canvas, panel: Box, notes: Sequence[_Note]) -> None:
    canvas.panel(panel)
    is_narrow = panel.width < _NOTES.width
    heads = [note.letter * is_narrow or note.head for note in notes]
    column = panel.x + _INDENT + max(text_width(h, 32, Weight.SEMIBOLD) for h in heads) + 22
    room = panel.right - _INDENT - column
    pitch = min(_LINE, (panel.height - 2 * _PADDING) // len(notes))
    y = panel.centre - (len(notes) - 1) * pitch // 2
    for head, note in zip(heads, notes, strict=True):
        width = panel.width - 2 * _INDENT
        at = (panel.x + _INDENT, y)
        canvas.text(head, at, 32, Tint.PANEL, ink=Tint.SECONDARY, room=width)
        bold = note.is_bold
        ink, weight = (Tint.TEXT, Weight.BOLD) if bold else (Tint.SECONDARY, Weight.SEMIBOLD)
        if note.texts:
            text = longest_fitting(note.texts, SMALLEST, weight, room)
            canvas.text(text, (column, y), 34, Tint.PANEL, ink=ink, weight=weight, room=room)
        _minis(canvas, column, y, note.cards, pitch - 4)
        y += pitch


def _minis(canvas: Canvas, x: int, centre: int, cards: Cards, height: int) -> None:
    width = round(height / _MINI_RATIO)
    for card in cards:
        box = Box(x, centre - height // 2, width, height)
        canvas.add(Face(box, card, Tint.PANEL, CardStyle.DIM))
        x += width + _MINI_GAP


_INSIDE: Final = 1036
_WIDEST: Final = 130
_NARROWER: Final = 108
"""The widest card, and the widest if the same cards are also shown below by suit."""
_RATIO: Final = 1.14
_COLUMN_GAP: Final = 14
_SHORTEST_LINE: Final = 7
_NUMBER_LINE: Final = 50
_IN_PANEL: Final = 14
_LANES: Final = 562
_LANE: Final = 58
_LANES_TOP: Final = 12
_LANES_LEFT: Final = 68
_LANE_CARD: Final = (34, 54)
_DOT: Final = 8


def fantasyland_layout(
    title: str, cards: Cards, others: Sequence[SeatState], _: Texts
) -> PictureLayout:
    """The cards with their numbers, and the boards of the others.

    To the left of a single opponent's board the same cards are shown again, by suit.
    """
    alone = len(others) == 1
    line = max(_SHORTEST_LINE, ceil(len(cards) / 2))
    widest = _NARROWER if alone else _WIDEST
    width = min(widest, (_INSIDE - _COLUMN_GAP * (line - 1)) // line)
    height = round(width * _RATIO)
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, 2 * (height + _NUMBER_LINE) + 20)
    canvas = Canvas(PRIVATE_HEIGHT - FOOT)
    canvas.header(title, privacy_text(_))
    canvas.panel(panel)
    for start in (0, line):
        y = panel.y + _IN_PANEL + (height + _NUMBER_LINE) * bool(start)
        _line(canvas, Box(0, y, width, height), cards[start : start + line], start + 1)
    y, left = panel.bottom + GAP, CORNER[0]
    if alone:
        lanes = Box(MARGIN, y, _LANES, 2 * _LANES_TOP + 3 * _LANE + _LANE_CARD[1])
        _by_suit(canvas, lanes, cards)
        canvas.text(
            _("Same cards by suit"),
            (lanes.right, PRIVATE_HEIGHT - CORNER[1] // 2),
            32,
            Tint.BACKGROUND,
            ink=Tint.SECONDARY,
            align="right",
            room=lanes.right - CORNER[0] - GAP,
        )
        left = lanes.right
    box = Box(left + GAP, y, WIDTH - MARGIN - left - GAP, PRIVATE_HEIGHT - MARGIN - y)
    opponents(canvas, box, others, _)
    return canvas.layout()


def _line(canvas: Canvas, first: Box, cards: Cards, number: int) -> None:
    """Cards side by side, centred, numbered from `number`."""
    used = len(cards) * (first.width + _COLUMN_GAP) - _COLUMN_GAP
    x = (WIDTH - used) // 2
    for place, card in enumerate(cards):
        box = first._replace(x=x + place * (first.width + _COLUMN_GAP))
        canvas.add(Face(box, card, Tint.PANEL))
        canvas.number(number + place, box.middle, box.bottom + 24, Tint.PANEL)


def _by_suit(canvas: Canvas, panel: Box, cards: Cards) -> None:
    """A line for each suit, a column for each rank: pairs are vertical, flushes horizontal.

    Jokers have a last column of their own.
    """
    canvas.panel(panel)
    jokers = [card for card in cards if card.is_joker]
    column = (panel.width - _LANES_LEFT - 17) / (len(RANKS) + bool(jokers))
    width, height = _LANE_CARD
    x = panel.x + _LANES_LEFT + round(len(RANKS) * column)
    for lane, card in enumerate(jokers):
        y = panel.y + _LANES_TOP + lane * _LANE
        canvas.add(Face(Box(x, y, width, height), card, Tint.PANEL))
    held = {(card.suit, card.rank): card for card in cards}
    for lane, suit in enumerate(SHOWN_SUITS):
        y = panel.y + _LANES_TOP + lane * _LANE
        centre = y + height // 2
        icon = Box(panel.x + 22, centre - 17, 34, 34)
        canvas.add(Icon(icon, Sign(suit), Tint.SECONDARY, Tint.PANEL))
        for rank in range(14, 1, -1):
            x = panel.x + _LANES_LEFT + round((14 - rank) * column)
            card = held.get((suit, rank))
            if card:
                canvas.add(Face(Box(x, y, width, height), card, Tint.PANEL))
            else:
                dot = Box(x + (width - _DOT) // 2, centre - _DOT // 2, _DOT, _DOT)
                canvas.add(Icon(dot, Sign.DISC, Tint.LINE, Tint.PANEL))
