"""Boards as text for a terminal: a column for each seat, with its rows below each other."""

from collections.abc import Sequence
from typing import Final

from ofc_engine.board import CAPACITIES, Row
from ofc_engine.cards import Cards
from ofc_engine.seat import Fate
from ofc_engine.views import HandView, SeatView

_OPEN: Final = "--"
_FACE_DOWN: Final = "??"
_WIDTH: Final = 3 * max(CAPACITIES) - 1
"""Characters of a row: two for each card, and a blank between two of them."""
_LABEL: Final = 6


def format_table(view: HandView, names: Sequence[str] = ()) -> str:
    """A hand as its viewer may see it, as lines; `names` are those of the seats, in order.

    `--` is an open place and `??` a card that is set face down.
    """
    names = names or [f"Seat {number}" for number in range(len(view.seats))]
    columns = [_column(seat, name) for seat, name in zip(view.seats, names, strict=True)]
    labels = ["", *(row.label.capitalize() for row in Row), ""]
    lines = (
        "   ".join([label.ljust(_LABEL), *(cell.ljust(_WIDTH) for cell in cells)]).rstrip()
        for label, *cells in zip(labels, *columns, strict=True)
    )
    return "\n".join(lines).rstrip()


def _column(seat: SeatView, name: str) -> list[str]:
    is_hidden = bool(seat.face_down) and not seat.board.cards and not seat.pending
    rows = [_row(row, seat.board[row], is_hidden=is_hidden) for row in Row]
    return [_cut(name), *rows, _cut(_remark(seat))]


def _row(row: Row, cards: Cards, *, is_hidden: bool) -> str:
    filler = _FACE_DOWN if is_hidden else _OPEN
    return " ".join([*map(str, cards), *[filler] * (row.capacity - len(cards))])


def _remark(seat: SeatView) -> str:
    if seat.fate is not Fate.PLAYING:
        return seat.fate.value
    return f"Fantasyland {seat.fantasyland}" if seat.fantasyland else ""


def _cut(text: str) -> str:
    return text[:_WIDTH]
