"""Deuce-to-seven lows (R13.1): the lowest hand wins, aces are high, straights and flushes count.

Strengths are on the scale of all rows, on which the higher one wins: 7-5-4-3-2 has the highest.
"""

from functools import cache
from typing import Final

from ofc_engine.board import Row
from ofc_engine.cards import Cards
from ofc_engine.ranking import HIGHEST, LOWEST, Category, Shape, shape, strength
from ofc_engine.rows import HIGH_ROWS, Foul, Qualification, RowOrder, RowRanking, RowRules

WHEEL: Final = Shape(Category.LOW, (7, 5, 4, 3, 2))
"""The best low."""
LEAST_LOW: Final = HIGHEST - 120
"""The strength of T-9-8-7-5, the lowest of the 121 lows that qualify."""
_HIGHEST_CARD: Final = 10
_OF_THREE: Final = {(Category.HIGH_CARD, 3), (Category.PAIR, 2), (Category.TRIPS, 1)}
"""The shapes of three cards, as category and number of ranks."""
_ACE_TO_FIVE: Final = (14, 5, 4, 3, 2)


def _with_high_ace(made: Shape) -> Shape:
    """A high hand whose ace is never low: A-2-3-4-5 is no straight."""
    if made == (Category.STRAIGHT, (5,)):
        return Shape(Category.HIGH_CARD, _ACE_TO_FIVE)
    return Shape(Category.FLUSH, _ACE_TO_FIVE) if made == (Category.STRAIGHT_FLUSH, (5,)) else made


def _worst_first(made: Shape) -> tuple[bool, Shape]:
    return (made.category, len(made.ranks)) in _OF_THREE, made


@cache
def _tables() -> tuple[tuple[Shape, ...], tuple[int, ...]]:
    """The shape of each low strength; the low strength of each high strength."""
    shapes = [_with_high_ace(shape(high)) for high in range(LOWEST, HIGHEST + 1)]
    order = sorted(range(len(shapes)), key=lambda high: _worst_first(shapes[high]), reverse=True)
    lows = [LOWEST] * len(shapes)
    for low, high in enumerate(order):
        lows[high] = low
    ranked = [shapes[high] for high in order]
    qualified = [Shape(Category.LOW, made.ranks) for made in ranked[LEAST_LOW:]]
    return (*ranked[:LEAST_LOW], *qualified), tuple(lows)


class LowRanking(RowRanking):
    """Five cards as a low. A row that does not qualify is named as the high hand that it is."""

    def strength(self, cards: Cards) -> int:
        """The strength of a full row: the lower the hand, the higher."""
        return _tables()[1][strength(cards)]

    def shape(self, row_strength: int) -> Shape:
        """The category and ranks that a strength stands for."""
        return _tables()[0][row_strength]

    def highest(self, cards: Cards) -> int:
        """With a pair or a card that is too high, the best strength that does not qualify."""
        ranks = {card.rank for card in cards}
        is_low = len(ranks) == len(cards) and all(rank <= _HIGHEST_CARD for rank in ranks)
        return HIGHEST if is_low else LEAST_LOW - 1

    def improves(self, category: Category, now: Category) -> bool:
        """True if a row that was no low becomes one."""
        return category is Category.LOW and now is not Category.LOW


LOW_MIDDLE: Final = RowRules(
    (
        HIGH_ROWS.rankings[Row.FRONT],
        LowRanking(Row.MIDDLE.capacity, Qualification(LEAST_LOW, Foul.MIDDLE_IS_NO_LOW)),
        HIGH_ROWS.rankings[Row.BACK],
    ),
    (RowOrder(Row.FRONT, Row.BACK, Foul.BACK_BELOW_FRONT),),
)
"""A low in the Middle, which is not compared with the high hands around it (R13.1)."""
