"""Every placement that the rules allow for some cards."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import Cards
from ofc_engine.hand import Hand

_QUEEN: Final = 12


def legal_placements(hand: Hand, seat: int) -> Iterator[Placement]:
    """Each different placement of a seat's pending cards; card order in rows does not count."""
    state = hand.seats[seat]
    if seat in hand.actors and state.pending:
        yield from placements(state.board, state.pending, hand.next_street(seat).discarded)


def placements(board: Board, cards: Cards, discarded: int) -> Iterator[Placement]:
    """Each way to discard some of `cards` and to place the others on `board`."""
    for discards in combinations(cards, discarded):
        kept = without(cards, discards)
        for count in range(min(board.open_places(Row.FRONT), len(kept)) + 1):
            for front in combinations(kept, count):
                yield from _below_front(board, without(kept, front), front, discards)


def _below_front(board: Board, kept: Cards, front: Cards, discards: Cards) -> Iterator[Placement]:
    fewest = max(0, len(kept) - board.open_places(Row.BACK))
    most = min(board.open_places(Row.MIDDLE), len(kept))
    for count in range(fewest, most + 1):
        for middle in combinations(kept, count):
            yield Placement(front, middle, without(kept, middle), discards)


def with_queens(cards: Cards) -> Placement | None:
    """Thirteen cards with queens or better in the Front and no foul; None if they have none."""
    pairs = [pair for pair in combinations(cards, 2) if pair[0].rank == pair[1].rank >= _QUEEN]
    for pair in pairs:
        lowest, *others = sorted(without(cards, pair), key=lambda card: card.rank)
        for back in combinations(others, 5):
            placement = Placement((*pair, lowest), without(tuple(others), back), back)
            if not Board(*placement.rows).fouls():
                return placement
    return None


def without(cards: Cards, gone: Cards) -> Cards:
    """`cards` in their order, less those in `gone`."""
    return tuple(card for card in cards if card not in gone)
