"""The table: every board, who is to act, who sits out."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from bot.ofc.board import Row
from bot.ofc.cards import Card, Cards
from bot.pictures.boards import (
    BADGE_HEIGHT,
    badge,
    badge_width,
    board_cell,
    cell_box,
    lines_height,
    sitting_out,
    strip_height,
)
from bot.pictures.canvas import Canvas
from bot.pictures.fonts import Weight, shown_name, text_width
from bot.pictures.layout import Box, Face, PictureLayout
from bot.pictures.states import SeatState, seat_states
from bot.pictures.theme import Tint
from bot.pictures.wording import street_text, title, turn_text
from bot.texts import Texts
from bot.values.phrases import row_name
from bot.values.scenes import TableScene

_PADDING: Final = 24
_HEADING: Final = 94
_LINE: Final = 60
_KEY_LINE: Final = 54
_SIZE: Final = 36
_CARD: Final = (48, 56)
_CARD_GAP: Final = 4
_MOST_CARDS: Final = 5
_KEY_CARD: Final = (40, 46)
_KEY_COLUMN: Final = 70
_KEY_POINTS: Final = 4

_DrawSign: TypeAlias = Callable[[Canvas, int, int], None]


def table_layout(scene: TableScene, _: Texts) -> PictureLayout:
    """The table as everybody may see it."""
    states = seat_states(scene)
    height = lines_height(len(states))
    canvas = Canvas(height + strip_height(scene.sits_out))
    canvas.header(title(scene, _), turn_text(scene, _))
    for number, state in enumerate(states):
        board_cell(canvas, cell_box(number), state, _)
    if len(states) % 2:
        _notes(canvas, cell_box(len(states)), scene, states, street_text(scene, _), _)
    sitting_out(canvas, height, scene.sits_out, _)
    return canvas.layout()


def _notes(
    canvas: Canvas, box: Box, scene: TableScene, states: Sequence[SeatState], heading: str, _: Texts
) -> None:
    """Fill the place with as much as it holds, the latest placement first."""
    canvas.panel(box)
    x = box.x + _PADDING
    room = box.width - 2 * _PADDING
    canvas.text(heading, (x, box.y + 38), 40, Tint.PANEL, weight=Weight.BOLD, room=room)
    y = _moves(canvas, Box(x, box.y + _HEADING - 18, room, 0), states, _)
    key = tuple(_key(scene, states, _))
    if y > box.y + _HEADING and key:
        canvas.rule(x, y + 6, room, Tint.PANEL)
        y += 14
    left = (box.bottom - 4 - y) // _KEY_LINE
    for sign, text in key[:left]:
        sign(canvas, x + _KEY_COLUMN // 2, y + _KEY_LINE // 2)
        at = (x + _KEY_COLUMN + 16, y + _KEY_LINE // 2)
        canvas.text(text, at, 34, Tint.PANEL, ink=Tint.SECONDARY)
        y += _KEY_LINE


def _moves(canvas: Canvas, box: Box, states: Sequence[SeatState], _: Texts) -> int:
    """The cards placed last: a line for each row, or if several placed, for each of them.

    Returns the line at which they end.
    """
    movers = [s for s in states if not s.fresh.isdisjoint(s.board.cards)]
    y = box.y + _LINE // 2
    if len(movers) == 1:
        return _rows_of(canvas, box, y, movers[0], _)
    for state in movers:
        cards = _fresh(state, state.board.cards)
        name = shown_name(state.player)
        if len(cards) <= _MOST_CARDS:
            _move(canvas, box, y, name, cards, "")
        else:
            _move(canvas, box, y, name, (), _("{number} cards", number=len(cards)))
        y += _LINE
    return y - _LINE // 2


def _rows_of(canvas: Canvas, box: Box, y: int, state: SeatState, _: Texts) -> int:
    """One player's cards by row; many cards leave no room for the name, which goes above."""
    name = shown_name(state.player)
    if len(_fresh(state, state.board.cards)) > 2:
        canvas.text(name, (box.x, y), _SIZE, Tint.PANEL, ink=Tint.SECONDARY, room=box.width)
        name, y = "", y + _LINE - 6
    for row in Row:
        cards = _fresh(state, state.board[row])
        if cards:
            _move(canvas, box, y, name, cards, f"→ {row_name(row, _)}")
            y += _LINE
    return y - _LINE // 2


def _fresh(state: SeatState, cards: Cards) -> Cards:
    return tuple(card for card in cards if card in state.fresh)


def _move(canvas: Canvas, box: Box, y: int, name: str, cards: Cards, target: str) -> None:
    """Who put which cards where."""
    width, height = _CARD
    used = len(cards) * (width + _CARD_GAP) + text_width(target, _SIZE, Weight.SEMIBOLD) + 24
    x = box.x
    ink = Tint.SECONDARY
    if name:
        room = box.width - used
        x += canvas.text(name, (x, y), _SIZE, Tint.PANEL, ink=ink, room=room) + 14
    for card in cards:
        canvas.add(Face(Box(x, y - height // 2, width, height), card, Tint.PANEL))
        x += width + _CARD_GAP
    if target:
        canvas.text(target, (x + 10, y), _SIZE, Tint.PANEL, ink=ink)


def _key(
    scene: TableScene, states: Sequence[SeatState], _: Texts
) -> Iterator[tuple[_DrawSign, str]]:
    """The signs that occur in this picture, with what they mean."""
    fresh = [card for state in states for card in _fresh(state, state.board.cards)]
    if fresh:
        yield _card_sign(fresh[0]), _("just placed")
    if any(any(state.royalties) for state in states):
        yield _badge_sign, _("royalties")
    if scene.button is not None:
        yield _button_sign, _("dealer")


def _card_sign(card: Card) -> _DrawSign:
    width, height = _KEY_CARD

    def draw(canvas: Canvas, x: int, y: int) -> None:
        box = Box(x - width // 2, y - height // 2, width, height)
        canvas.add(Face(box, card, Tint.PANEL, fresh=True))

    return draw


def _badge_sign(canvas: Canvas, x: int, y: int) -> None:
    left = x - badge_width(_KEY_POINTS) // 2
    badge(canvas, left, y - BADGE_HEIGHT // 2, _KEY_POINTS, Tint.PANEL)


def _button_sign(canvas: Canvas, x: int, y: int) -> None:
    canvas.button(x - 22, y, Tint.PANEL)
