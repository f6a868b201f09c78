"""What a board can still become, as far as it is certain."""

from functools import lru_cache
from itertools import combinations

from bot.ofc.board import Board, Foul
from bot.ofc.cards import Cards
from bot.ofc.ranking import HIGHEST, LOWEST, strength
from bot.ofc.rows import Row

_MOST_OPEN = 2
"""With more open places than this, a row is taken to be open to anything."""


@lru_cache(maxsize=4096)
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
    front, middle, back = (bounds(row, board[row], live) for row in Row)
    found: list[Foul] = []
    if middle[1] < front[0]:
        found.append(Foul.MIDDLE_BELOW_FRONT)
    if back[1] < middle[0]:
        found.append(Foul.BACK_BELOW_MIDDLE)
    elif back[1] == middle[0] and equal_rows_foul:
        found.append(Foul.BACK_EQUALS_MIDDLE)
    return tuple(found)
