"""Boards and placements: cards in three rows (R1.2), how they are written, what fouls them."""

from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from ofc_engine.cards import Cards, format_cards, parse_cards, verify_distinct
from ofc_engine.errors import NotationError
from ofc_engine.ranking import HIGHEST, LOWEST, strength

_MOST_OPEN: Final = 2
"""With more open places than this, a row is taken to be open to anything."""
_FEW: Final = 6
"""So many of the cards that might come are looked at before all others."""


class Row(IntEnum):
    """A row; its value is its place in every tuple of three."""

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
        """How many cards a full row has."""
        return CAPACITIES[self]


CAPACITIES: Final = (3, 5, 5)
_LEAST: Final = tuple(capacity - _MOST_OPEN for capacity in CAPACITIES)
"""How many cards a row has that is not open to anything any more."""
BOARD_SIZE: Final = sum(CAPACITIES)


class Foul(Enum):
    """A reason why a board is out of order (R5.1)."""

    MIDDLE_BELOW_FRONT = "The Middle is lower than the Front."
    BACK_BELOW_MIDDLE = "The Back is lower than the Middle."
    BACK_EQUALS_MIDDLE = "The Back is no higher than the Middle."


class Board(NamedTuple):
    """The three rows of one player, indexed by `Row`; rows keep the order of placing."""

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
            raise NotationError("Write three rows with / between them: front / middle / back.")
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
        """How many cards the row still takes (R1.3)."""
        return row.capacity - len(self[row])

    @property
    def open_rows(self) -> tuple[Row, ...]:
        """The rows that still take cards."""
        return tuple(row for row in Row if self.open_places(row))

    def with_rows(self, rows: Iterable[Cards]) -> "Board":
        """The board with more cards at the end of each row."""
        return Board(*(old + new for old, new in zip(self, rows, strict=True)))

    def strengths(self) -> tuple[int | None, int | None, int | None]:
        """The strength of each full row, None for a row with open places."""
        front, middle, back = map(_full_strength, self, CAPACITIES)
        return front, middle, back

    def fouls(self, *, equal_rows_foul: bool = False) -> tuple[Foul, ...]:
        """Every reason why the rows that are full are out of order (R5.1)."""
        front, middle, back = self.strengths()
        found: list[Foul] = []
        if front is not None and middle is not None and middle < front:
            found.append(Foul.MIDDLE_BELOW_FRONT)
        if middle is not None and back is not None:
            if back < middle:
                found.append(Foul.BACK_BELOW_MIDDLE)
            elif back == middle and equal_rows_foul:
                found.append(Foul.BACK_EQUALS_MIDDLE)
        return tuple(found)


def _full_strength(cards: Cards, capacity: int) -> int | None:
    return strength(cards) if len(cards) == capacity else None


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
        rows, _, discards = text.partition("x")
        return Placement(*Board.parse(rows), parse_cards(discards))

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


@lru_cache(maxsize=1024)
def bounds(row: Row, cards: Cards, live: Cards) -> tuple[int, int]:
    """The lowest and highest strength a row can end with, drawing from `live`."""
    missing = row.capacity - len(cards)
    if missing > _MOST_OPEN:
        return LOWEST, HIGHEST
    outcomes = [strength(cards + more) for more in combinations(live, missing)]
    return min(outcomes, default=LOWEST), max(outcomes, default=HIGHEST)


def certain_fouls(board: Board, live: Cards, *, equal_rows_foul: bool = False) -> tuple[Foul, ...]:
    """The reasons why the board is a foul whatever comes (R5.1).

    `live` are all cards that might still come. Each row is judged on its own, so nothing is
    called certain that is not; a foul that only follows from rows sharing cards is not seen.
    """
    front, middle, back = (len(cards) >= least for cards, least in zip(board, _LEAST, strict=True))
    found: list[Foul] = []
    # Of two rows of which one can still become anything, neither is certainly below the other.
    if front and middle and _margin(board, Row.FRONT, live) < 0:
        found.append(Foul.MIDDLE_BELOW_FRONT)
    margin = _margin(board, Row.MIDDLE, live) if equal_rows_foul or (middle and back) else 1
    if margin < 0:
        found.append(Foul.BACK_BELOW_MIDDLE)
    elif not margin and equal_rows_foul:
        found.append(Foul.BACK_EQUALS_MIDDLE)
    return tuple(found)


def _margin(board: Board, row: Row, live: Cards) -> int:
    """By how much the row below can end above a row at its lowest; less than 0 for a foul.

    If that is more than 0, it may be more than this.
    """
    below = Row(row + 1)
    # A few cards show most of the time that there is no foul; all take many times as long.
    for high, low in ((live[-_FEW:], live[:_FEW]), (live, live)):
        margin = bounds(below, board[below], high)[1] - bounds(row, board[row], low)[0]
        if margin > 0:
            break
    return margin
