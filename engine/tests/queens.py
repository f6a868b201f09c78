"""Boards that earn Fantasyland."""

from itertools import combinations
from typing import Final

from ofc_engine.board import Board, Placement
from ofc_engine.cards import Cards
from ofc_engine.legal import without
from ofc_engine.rulesets import STANDARD

_QUEEN: Final = 12


def with_queens(cards: Cards) -> Placement | None:
    """Thirteen cards with queens or better in the Front and no foul; None if they have none."""
    pairs = [pair for pair in combinations(cards, 2) if pair[0].rank == pair[1].rank >= _QUEEN]
    for pair in pairs:
        lowest, *others = sorted(without(cards, pair), key=lambda card: card.rank)
        for back in combinations(others, 5):
            placement = Placement((*pair, lowest), without(tuple(others), back), back)
            if not STANDARD.fouls(Board(*placement.rows)):
                return placement
    return None
