"""Rows of cards with their names beside them: boards and hands in lessons and pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from bot.pictures.boards import badge
from bot.pictures.canvas import HEADER, MARGIN, WIDTH, Canvas
from bot.pictures.fonts import Weight
from bot.pictures.layout import Box, Face, Panel, PictureLayout
from bot.pictures.paint import png
from bot.pictures.states import by_group
from bot.pictures.theme import Theme, Tint
from bot.texts import Texts
from bot.values.phrases import counted_name, hand_name, row_name
from ofc_engine.board import Board, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.rows import Shapes

_NAME: Final = MARGIN + 26
_CARDS: Final = 230
_CARD: Final = (128, 148)
_GAP: Final = 14
_ROW_GAP: Final = 20
_CAPTION: Final = 46
_BADGE: Final = 960


@dataclass(frozen=True)
class NamedRow:
    """A row of cards with `open` empty places; its caption and royalties may be empty.

    `stands` are the cards that jokers count as.
    """

    name: str
    cards: Cards
    open: int = 0
    caption: str = ""
    points: int = 0
    stands: Mapping[Card, Card] = field(default_factory=dict[Card, Card], hash=False)


@dataclass(frozen=True)
class Rows:
    """Some rows under a title."""

    title: str
    rows: tuple[NamedRow, ...]


def board_rows(
    board: Board,
    _: Texts,
    title: str,
    made: Shapes | None = None,
    royalties: Sequence[int] = (0, 0, 0),
    stands: Mapping[Card, Card] = MappingProxyType({}),
) -> Rows:
    """A board as rows; if `made` is given, their hands are named, beside royalties.

    `stands` are the cards that jokers count as.
    """
    shown = [
        NamedRow(
            row_name(row, _),
            by_group(board[row], stands) if made else board[row],
            board.open_places(row),
            hand_name(made[row], _) if made else "",
            royalties[row],
            stands,
        )
        for row in Row
    ]
    return Rows(title, tuple(shown))


def rows_layout(shown: Rows) -> PictureLayout:
    """The rows, one below the other, large enough for a phone."""
    height = _CARD[1] + _ROW_GAP + _CAPTION * any(row.caption for row in shown.rows)
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, len(shown.rows) * height + _ROW_GAP)
    canvas = Canvas(panel.bottom + MARGIN)
    at, room = (MARGIN + 6, HEADER // 2 + 3), WIDTH - 4 * MARGIN
    canvas.text(shown.title, at, 36, Tint.BACKGROUND, weight=Weight.BOLD, room=room)
    canvas.panel(panel)
    for number, row in enumerate(shown.rows):
        _row(canvas, panel.y + _ROW_GAP + number * height, row)
    return canvas.layout()


def _row(canvas: Canvas, y: int, row: NamedRow) -> None:
    width, height = _CARD
    at = (_NAME, y + height // 2)
    room = _CARDS - _NAME - 14
    canvas.text(row.name, at, 40, Tint.PANEL, weight=Weight.BOLD, room=room)
    for column in range(len(row.cards) + row.open):
        box = Box(_CARDS + column * (width + _GAP), y, width, height)
        if column < len(row.cards):
            card = row.cards[column]
            canvas.add(Face(box, card, Tint.PANEL, stand=row.stands.get(card)))
        else:
            canvas.add(Panel(box, Tint.SLOT, Tint.PANEL, 15, Tint.SLOT_LINE))
    if row.points:
        badge(canvas, _BADGE, y + height // 2 - 25, row.points, Tint.PANEL)
    if row.caption:
        at = (_CARDS, y + height + _CAPTION // 2 + 2)
        room = WIDTH - 2 * MARGIN - _CARDS
        canvas.text(row.caption, at, 34, Tint.PANEL, ink=Tint.SECONDARY, room=room)


def rows_picture(shown: Rows, theme: Theme) -> bytes:
    """The rows as a PNG file."""
    return png(rows_layout(shown), theme.colours)


def rows_alt(shown: Rows, _: Texts) -> str:
    """The rows in words."""
    return " ".join([f"{shown.title}:", *(_spoken(row, _) for row in shown.rows)])


def _spoken(row: NamedRow, _: Texts) -> str:
    words = [counted_name(card, row.stands.get(card), _) for card in row.cards]
    if row.open:
        words.append(_("{number} open", number=row.open))
    text = f"{row.name}: {', '.join(words)}"
    if row.caption:
        text += f" ({row.caption})"
    if row.points:
        text = _("{row} (royalty {points})", row=text, points=row.points)
    return f"{text}."
