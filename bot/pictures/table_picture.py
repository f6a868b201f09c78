"""The table: every board, the worth of its rows, who is to act, who sits out."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.pictures.boards import board_cell, cell_box, lines_height, sitting_out
from bot.pictures.canvas import SMALLEST, TOKEN_ROOM, Canvas
from bot.pictures.fonts import Weight, longest_fitting, shown_name, text_width
from bot.pictures.layout import Box, Face, PictureLayout
from bot.pictures.states import SeatState, seat_states
from bot.pictures.theme import Tint
from bot.pictures.wording import mark_text, street_text, title, turn_text
from bot.texts import Texts
from bot.values.phrases import hand_name, made_name, signed
from bot.values.scenes import TableScene
from ofc_engine.board import Row
from ofc_engine.cards import Cards
from ofc_engine.ranking import Category
from ofc_engine.unfinished import assured

_PADDING: Final = 20
_HEADING: Final = 52
_LINE: Final = 32
_MOVES: Final = 48
_NAME: Final = 34
_LEAST_NAME: Final = 164
"""Pixels that names get, if they need them, before hands may take more."""
_LETTER: Final = 44
_POINTS_GAP: Final = 14
"""The width of the letters before the hands, and the gap between hands and points."""
_CARD: Final = (38, 44)
_CARD_GAP: Final = 4
_MOVE_GAP: Final = 22
_MOST_CARDS: Final = 5
_WIDE: Final = 10
"""The line of moves is shown if the players have placed at most so many cards each on average,
and so many in all."""


class _RowWorth(NamedTuple):
    """A row that makes a hand, and the royalties that it is sure of.

    `texts` name the hand, the longest first.
    """

    letter: str
    texts: tuple[str, ...]
    points: int = 0

    @property
    def end(self) -> int:
        """The width of its points, with the gap before them (pixels)."""
        if not self.points:
            return 0
        return text_width(signed(self.points), SMALLEST, Weight.BOLD) + _POINTS_GAP

    def fitting(self, room: int) -> tuple[str, int]:
        """The longest text that fits the room beside the points, else the last; and both widths."""
        text = longest_fitting(self.texts, SMALLEST, Weight.SEMIBOLD, room - self.end)
        return text, text_width(text, SMALLEST, Weight.SEMIBOLD) + self.end


def table_layout(scene: TableScene, _: Texts) -> PictureLayout:
    """The table as everybody may see it."""
    states = seat_states(scene)
    height = lines_height(len(states))
    canvas = Canvas(height)
    canvas.header(title(scene, _), turn_text(scene, _))
    for number, state in enumerate(states):
        board_cell(canvas, cell_box(number), state, _)
    if len(states) % 2:
        _notes(canvas, cell_box(len(states)), scene, states, _)
    elif not scene.sits_out:
        canvas.footer(street_text(scene, _))
    sitting_out(canvas, height, scene.sits_out, _)
    return canvas.layout()


def _notes(
    canvas: Canvas, box: Box, scene: TableScene, states: Sequence[SeatState], _: Texts
) -> None:
    """The street, what everybody's rows are worth now, and who placed what last."""
    canvas.panel(box)
    x, room = box.x + _PADDING, box.width - 2 * _PADDING
    at = (x, box.y + _HEADING // 2 + 2)
    canvas.text(street_text(scene, _), at, 38, Tint.PANEL, weight=Weight.BOLD, room=room)
    movers = [state for state in states if _fresh(state, state.board.cards)]
    count = sum(len(_fresh(state, state.board.cards)) for state in movers)
    moves = _MOVES * (0 < count <= _MOST_CARDS * len(movers) and count <= _WIDE)
    share = (box.height - _HEADING - (moves or _PADDING // 2)) // len(states)
    worths = [list(_rows_of(scene, state, _)) or [_RowWorth("", ("–",))] for state in states]
    column = _hands_column(room, states, worths)
    for place, (state, lines) in enumerate(zip(states, worths, strict=True)):
        part = Box(x, box.y + _HEADING + place * share, room, share)
        canvas.rule(part.x, part.y, part.width, Tint.PANEL)
        _worths(canvas, part, state, lines, column)
    if moves:
        canvas.rule(x, box.bottom - moves, room, Tint.PANEL)
        _moves(canvas, x, box.bottom - moves // 2, movers)


def _hands_column(
    room: int, states: Sequence[SeatState], worths: Sequence[Sequence[_RowWorth]]
) -> int:
    """The column in the room where the hands begin: names get what the hands leave."""
    longest = max(text_width(shown_name(each.player), _NAME, Weight.SEMIBOLD) for each in states)
    names = TOKEN_ROOM + 4 + longest
    hands = room - _LETTER
    rooms = hands - min(names, _LEAST_NAME)
    widest = max(line.fitting(rooms)[1] for lines in worths for line in lines)
    return _LETTER + min(names, max(_LEAST_NAME, hands - widest))


def _worths(
    canvas: Canvas, part: Box, state: SeatState, lines: Sequence[_RowWorth], column: int
) -> None:
    """A player, and beside them a line for each row that makes a hand."""
    ground, middle = Tint.PANEL, part.centre + 1
    left = canvas.token(state.token, (part.x, middle), ground)
    room = part.x + column - _LETTER - left
    canvas.text(shown_name(state.player), (left, middle), _NAME, ground, room=room)
    y = middle - (len(lines) - 1) * _LINE // 2
    for line in lines:
        if line.letter:
            at, ink = (part.x + column - _LETTER // 2 - 2, y), Tint.SECONDARY
            canvas.text(line.letter, at, SMALLEST, ground, ink=ink, align="middle")
        room = part.width - column
        ink = Tint.TEXT if line.letter else Tint.SECONDARY
        at = (part.x + column, y)
        canvas.text(line.fitting(room)[0], at, SMALLEST, ground, ink=ink, room=room - line.end)
        if line.points:
            at, bold = (part.right, y), Weight.BOLD
            canvas.text(signed(line.points), at, SMALLEST, ground, weight=bold, align="right")
        y += _LINE


def _rows_of(scene: TableScene, state: SeatState, _: Texts) -> Iterator[_RowWorth]:
    """The hands that the rows make now, or why none counts or can be seen."""
    if state.is_out or state.face_down:
        if state.marks:
            yield _RowWorth("", (mark_text(state.marks[0], state.visit, _),))
        return
    view = scene.view
    visit = view.seats[state.seat].fantasyland
    worth = assured(state.board, view.rules, players=len(view.seats), fantasyland=visit)
    for row in Row:
        made = worth.made[row]
        if state.board[row] and (made.category > Category.HIGH_CARD or _is_full(state, row)):
            texts = hand_name(made, _), made_name(made, _)
            yield _RowWorth(row.letter, texts, worth.royalties[row])


def _is_full(state: SeatState, row: Row) -> bool:
    return not state.board.open_places(row)


def _moves(canvas: Canvas, x: int, y: int, movers: Sequence[SeatState]) -> None:
    """The cards placed last; with their rows if one player placed them."""
    for mover in movers:
        x = canvas.token(mover.token, (x, y), Tint.PANEL)
        x = _placed(canvas, x, y, mover, named=len(movers) == 1) + _MOVE_GAP


def _placed(canvas: Canvas, x: int, y: int, state: SeatState, *, named: bool) -> int:
    """Cards in the order of their rows, each row with its letter if it is `named`."""
    for row in Row:
        cards = _fresh(state, state.board[row])
        for card in cards:
            box = Box(x, y - _CARD[1] // 2, *_CARD)
            canvas.add(Face(box, card, Tint.PANEL))
            x = box.right + _CARD_GAP
        if cards and named:
            text, ink = f"→ {row.letter}", Tint.SECONDARY
            canvas.text(text, (x + 4, y), SMALLEST, Tint.PANEL, ink=ink)
            x += text_width(text, SMALLEST, Weight.SEMIBOLD) + _MOVE_GAP
    return x


def _fresh(state: SeatState, cards: Cards) -> Cards:
    return tuple(card for card in cards if card in state.fresh)
