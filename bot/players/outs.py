"""Live cards and outs: what can still come, and what it would make."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.ofc.board import Board, Row
from bot.ofc.cards import DECK, Cards
from bot.ofc.ranking import Category, Shape, shape, strength
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
_STRAIGHTS: Final = (
    frozenset((14, 2, 3, 4, 5)),
    *(frozenset(range(low, low + 5)) for low in range(2, 11)),
)
_DRAW: Final = 2
"""Cards that a straight or a flush may lack to be counted as a draw."""


class Out(NamedTuple):
    """A better category that a row can reach with `needs` more cards.

    `cards` are the live cards with which it does: each of them alone, or as one of two.
    """

    category: Category
    needs: int
    cards: Cards


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


def row_outs(row: Row, cards: Cards, live: Cards) -> tuple[Out, ...]:
    """Everything better that a row with room can be: the strongest first, then draws.

    With its next card, any better category; with its last two, a straight or a flush.
    """
    now = so_far(row, cards).category
    made: defaultdict[Category, list[int]] = defaultdict(list)
    for number, card in enumerate(live):
        category = so_far(row, (*cards, card)).category
        if category > now:
            made[category].append(number)
    ready = [Out(c, 1, tuple(live[n] for n in made[c])) for c in sorted(made, reverse=True)]
    missing = row.capacity - len(cards)
    draws = _draws(cards, live) if missing == _DRAW and row is not Row.FRONT else ()
    return (*ready, *(draw for draw in draws if draw.cards))


def _draws(cards: Cards, live: Cards) -> Iterator[Out]:
    """The flush and the straights that three cards can still become with two live ones.

    A straight flush is both.
    """
    # Cards of equal rank can never be in a straight: then no straight has all their ranks and
    # exactly two gaps, and `useful` stays empty.
    suit, *others = {card.suit for card in cards}
    suited = tuple(card for card in live if card.suit == suit)
    if not others and len(suited) >= _DRAW:
        yield Out(Category.FLUSH, _DRAW, suited)
    ranks = frozenset(card.rank for card in cards)
    coming = {card.rank for card in live}
    gaps = [straight - ranks for straight in _STRAIGHTS if ranks < straight]
    useful = frozenset[int]().union(*(gap for gap in gaps if len(gap) == _DRAW and gap <= coming))
    yield Out(Category.STRAIGHT, _DRAW, tuple(card for card in live if card.rank in useful))
