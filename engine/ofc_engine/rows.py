"""How the rows of a game rank, which of them are compared, and what makes a board a foul (R5).

A variant has its `RowRules`; nothing else knows that a row is a high hand, or that a row may not
be higher than the one below it.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from ofc_engine.board import Board, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.ranking import HIGHEST, LOWEST, Category, Shape, made_of, shape, strength

Shapes: TypeAlias = tuple[Shape, Shape, Shape]
PerRow: TypeAlias = tuple[int, int, int]
FullRows: TypeAlias = tuple[int | None, int | None, int | None]
"""Strengths of full rows, None for a row with open places."""
_MOST_OPEN: Final = 2
"""With more open places than this, a row is assumed to be able to become anything."""
_FIRST_TRIED: Final = 6
"""The number of live cards that are tried first, before all of them."""


class Foul(Enum):
    """A reason why a board is out of order (R5.1)."""

    MIDDLE_BELOW_FRONT = "The Middle is lower than the Front."
    BACK_BELOW_MIDDLE = "The Back is lower than the Middle."
    BACK_EQUALS_MIDDLE = "The Back is no higher than the Middle."
    MIDDLE_IS_NO_LOW = "The Middle is no ten-low or better."
    BACK_BELOW_FRONT = "The Back is lower than the Front."


class Qualification(NamedTuple):
    """The least strength that a row needs, and the foul that its board is with less."""

    least: int
    foul: Foul


@dataclass(frozen=True)
class RowRanking:
    """How rows of `size` cards rank: as high hands (R2), unless a subclass says otherwise.

    Strengths are between `LOWEST` and `HIGHEST`; the higher one wins.
    """

    size: int
    qualification: Qualification | None = None

    def strength(self, cards: Cards) -> int:
        """The strength of a full row."""
        return strength(cards)

    def shape(self, row_strength: int) -> Shape:
        """The category and ranks that a strength stands for."""
        return shape(row_strength)

    def made(self, cards: Cards) -> Shape:
        """The least that a row is sure to be, whatever joins it; the rank of a full one."""
        return self.shape(self.strength(cards)) if len(cards) == self.size else made_of(cards)

    def lowest(self, cards: Cards) -> int:
        """The lowest strength that a full row can be read as."""
        return self.strength(cards)

    def joins(self, card: Card, cards: Cards) -> bool:
        """True if a card and others can make a hand before their row is full."""
        return any(card.rank == other.rank for other in cards)

    def highest(self, cards: Cards) -> int:
        """A strength that a row with many open places does not exceed."""
        del cards
        return HIGHEST

    def improves(self, category: Category, now: Category) -> bool:
        """True if a category is better than the one that a row has now."""
        return category > now

    def foul(self, row_strength: int) -> Foul | None:
        """The foul of every board with a row of this strength; None if it qualifies."""
        needed = self.qualification
        return needed.foul if needed is not None and row_strength < needed.least else None


class RowOrder(NamedTuple):
    """Two rows of which one may not be stronger than the other (R5.1), and the foul if it is.

    `equal` is the foul of equally strong rows, if the house rules make them one.
    """

    weaker: Row
    stronger: Row
    foul: Foul
    equal: Foul | None = None

    def broken(self, margin: int, *, equal_rows_foul: bool) -> Foul | None:
        """The foul of a board whose `stronger` row is higher by `margin`; None without a foul."""
        if margin < 0:
            return self.foul
        return self.equal if equal_rows_foul and not margin else None


@dataclass(frozen=True)
class RowRules:
    """The rows of a game: how each is ranked, and which of them must be in order."""

    rankings: tuple[RowRanking, RowRanking, RowRanking]
    orders: tuple[RowOrder, ...]

    def strengths(self, board: Board) -> FullRows:
        """The strength of each full row, None for a row with open places."""
        front, middle, back = (
            ranking.strength(cards) if len(cards) == ranking.size else None
            for ranking, cards in zip(self.rankings, board, strict=True)
        )
        return front, middle, back

    def made(self, board: Board) -> Shapes:
        """The rank that each row has so far."""
        rows = zip(self.rankings, board, self.strengths(board), strict=True)
        front, middle, back = (
            ranking.made(cards) if of is None else ranking.shape(of) for ranking, cards, of in rows
        )
        return front, middle, back

    def assured(self, board: Board) -> Shapes:
        """The least that each row is sure to be, whatever joins it, as long as nothing fouls."""
        return self.made(board)

    def stands(self, board: Board) -> dict[Card, Card]:
        """The cards that the jokers of full rows count as (R13.2)."""
        del board
        return {}

    def shapes(self, strengths: PerRow) -> Shapes:
        """The category and ranks that the strengths of full rows stand for."""
        front, middle, back = (
            ranking.shape(of) for ranking, of in zip(self.rankings, strengths, strict=True)
        )
        return front, middle, back

    def fouls(self, strengths: FullRows, *, equal_rows_foul: bool) -> tuple[Foul, ...]:
        """Every reason why the full rows are out of order (R5.1), by their strengths."""
        ranked = zip(self.rankings, strengths, strict=True)
        found = [ranking.foul(of) for ranking, of in ranked if of is not None]
        for order in self.orders:
            weaker, stronger = strengths[order.weaker], strengths[order.stronger]
            if weaker is not None and stronger is not None:
                found.append(order.broken(stronger - weaker, equal_rows_foul=equal_rows_foul))
        return tuple(foul for foul in found if foul)

    def certain_fouls(
        self, board: Board, live: Cards, *, equal_rows_foul: bool
    ) -> tuple[Foul, ...]:
        """The reasons why the board is a foul whatever comes (R5.1).

        `live` are all cards that might still come. Each row is judged on its own: every foul found
        is certain, but one that only follows from rows competing for cards is not found.
        """
        ranked = zip(self.rankings, board, strict=True)
        found = [
            ranking.foul(bounds(ranking, cards, live)[1])
            for ranking, cards in ranked
            if ranking.qualification is not None
        ]
        for order in self.orders:
            # If one of two rows can become anything, neither is certainly below the other.
            narrow = not any(
                board.open_places(row) > _MOST_OPEN for row in (order.weaker, order.stronger)
            )
            if narrow or (equal_rows_foul and order.equal is not None):
                margin = self._margin(order, board, live)
                found.append(order.broken(margin, equal_rows_foul=equal_rows_foul))
        return tuple(foul for foul in found if foul)

    def _margin(self, order: RowOrder, board: Board, live: Cards) -> int:
        """The most by which the stronger row can end above the other; negative for a foul.

        A positive result is only a lower bound.
        """
        above, below = self.rankings[order.weaker], self.rankings[order.stronger]
        # A few cards usually show that there is no foul; all take many times as long.
        for high, low in ((live[-_FIRST_TRIED:], live[:_FIRST_TRIED]), (live, live)):
            best = bounds(below, board[order.stronger], high)[1]
            margin = best - bounds(above, board[order.weaker], low)[0]
            if margin > 0:
                break
        return margin


@lru_cache(maxsize=1024)
def bounds(ranking: RowRanking, cards: Cards, live: Cards) -> tuple[int, int]:
    """The lowest and highest strength a row can end with, drawing from `live`."""
    missing = ranking.size - len(cards)
    if missing > _MOST_OPEN:
        return LOWEST, ranking.highest(cards)
    rows = [cards + more for more in combinations(live, missing)]
    least, most = map(ranking.lowest, rows), map(ranking.strength, rows)
    return min(least, default=LOWEST), max(most, default=HIGHEST)


_FRONT, _FIVE = RowRanking(Row.FRONT.capacity), RowRanking(Row.BACK.capacity)
HIGH_ROWS: Final = RowRules(
    (_FRONT, _FIVE, _FIVE),
    (
        RowOrder(Row.FRONT, Row.MIDDLE, Foul.MIDDLE_BELOW_FRONT),
        RowOrder(Row.MIDDLE, Row.BACK, Foul.BACK_BELOW_MIDDLE, Foul.BACK_EQUALS_MIDDLE),
    ),
)
"""Three high hands, none higher than the one below it (R5.1)."""
