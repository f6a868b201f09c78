"""Boards and placements: cards in three rows (R1.2), and how they are written."""

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NamedTuple

from ofc_engine.cards import Cards, format_cards, parse_cards, verify_distinct
from ofc_engine.errors import NotationError


class Row(IntEnum):
    """A row; its value is its index in every tuple of three rows."""

    FRONT = 0
    MIDDLE = 1
    BACK = 2

    @property
    def label(self) -> str:
        """`front`, `middle` or `back`."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """`F`, `M` or `B`."""
        return self.name[0]

    @property
    def capacity(self) -> int:
        """The number of cards in a full row."""
        return CAPACITIES[self]


CAPACITIES: Final = (3, 5, 5)
DISCARDS: Final = re.compile(r"x(?!1(?!0)|2(?![cdhsCDHS♣♦♥♠]))")
"""The `x` before the discards, not that of a joker: `x2c` discards a deuce."""
BOARD_SIZE: Final = sum(CAPACITIES)


class Board(NamedTuple):
    """The three rows of one player, indexed by `Row`; cards are in the order of placing."""

    front: Cards = ()
    middle: Cards = ()
    back: Cards = ()

    @staticmethod
    def parse(text: str) -> "Board":
        """The board written `front / middle / back`, with `-` or nothing for an empty row.

        Raises CardError or NotationError.
        """
        rows = text.split("/")
        if len(rows) != 3:
            raise NotationError(
                "Write three rows with / between them, such as {board}.",
                board="6c6d4d / TcTd9sQh8c / 3c3d3h2c2d",
            )
        board = Board(*(parse_cards(row.replace("-", "")) for row in rows))
        board.verify_rows()
        verify_distinct(board.cards)
        return board

    def __str__(self) -> str:
        return " / ".join(format_cards(row) or "-" for row in self)

    @property
    def cards(self) -> Cards:
        """All cards, front to back."""
        return self.front + self.middle + self.back

    def verify_rows(self) -> None:
        """Raise NotationError if a row has more cards than it holds (R1.3)."""
        for row in Row:
            if self.open_places(row) < 0:
                raise NotationError(
                    "The {row} holds {capacity} cards, not {count}.",
                    row=row.label.capitalize(),
                    capacity=row.capacity,
                    count=len(self[row]),
                )

    @property
    def is_full(self) -> bool:
        """True if all 13 places are taken."""
        return len(self.cards) == BOARD_SIZE

    def open_places(self, row: Row) -> int:
        """The number of cards that the row can still take (R1.3)."""
        return row.capacity - len(self[row])

    @property
    def open_rows(self) -> tuple[Row, ...]:
        """The rows that can still take cards."""
        return tuple(row for row in Row if self.open_places(row))

    def with_rows(self, rows: Iterable[Cards]) -> "Board":
        """The board with more cards at the end of each row."""
        return Board(*(old + new for old, new in zip(self, rows, strict=True)))


EMPTY: Final = Board()


class Placement(NamedTuple):
    """A seat's move on one street: where its cards go, and which are discarded."""

    front: Cards = ()
    middle: Cards = ()
    back: Cards = ()
    discards: Cards = ()

    @staticmethod
    def parse(text: str) -> "Placement":
        """The placement written `front / middle / back x discards`; CardError, NotationError."""
        rows, *discards = DISCARDS.split(text, maxsplit=1)
        return Placement(*Board.parse(rows), parse_cards("".join(discards)))

    def __str__(self) -> str:
        discards = f" x {format_cards(self.discards)}" if self.discards else ""
        return str(Board(*self.rows)) + discards

    @property
    def rows(self) -> tuple[Cards, Cards, Cards]:
        """The cards for each row."""
        return self.front, self.middle, self.back

    @property
    def placed(self) -> Cards:
        """The cards that go to the board."""
        return self.front + self.middle + self.back

    @property
    def cards(self) -> Cards:
        """All cards, the discards last."""
        return self.placed + self.discards
