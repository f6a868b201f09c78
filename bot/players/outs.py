"""Live cards and outs: what can still come, and what it would make."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.ofc.board import Board
from bot.ofc.cards import DECK, Cards
from bot.ofc.ranking import Category, Shape, shape, strength
from bot.ofc.rows import Row
from bot.players.knowledge import Knowledge

_GROUPS: Final[Mapping[tuple[int, ...], Category]] = MappingProxyType(
    {
        (4,): Category.QUADS,
        (4, 1): Category.QUADS,
        (3,): Category.TRIPS,
        (3, 1): Category.TRIPS,
        (2, 2): Category.TWO_PAIR,
        (2,): Category.PAIR,
        (2, 1): Category.PAIR,
    }
)


def so_far(row: Row, cards: Cards) -> Shape:
    """What a row makes as it lies there; straights and flushes count once the row is full."""
    if len(cards) == row.capacity:
        return shape(strength(cards))
    ranks = [card.rank for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts = tuple(count for count, _ in groups[:2])
    category = _GROUPS.get(counts, Category.HIGH_CARD)
    return Shape(category, tuple(rank for _, rank in groups))


def live_cards(knowledge: Knowledge) -> Cards:
    """The cards this seat has not seen, in the order of `DECK`: they may come, or be held."""
    known = {*knowledge.seen, *knowledge.pending}
    return tuple(card for card in DECK if card not in known)


def outs(board: Board, live: Cards) -> dict[Row, Cards]:
    """For each row with room, the live cards that, put there next, make a better category."""
    found: dict[Row, Cards] = {}
    for row in board.open_rows:
        now = so_far(row, board[row]).category
        found[row] = tuple(card for card in live if so_far(row, (*board[row], card)).category > now)
    return found
