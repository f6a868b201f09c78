"""Every placement that the rules allow for some cards (R1.3, R3.2)."""

from collections.abc import Iterator
from itertools import combinations

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import Cards
from ofc_engine.hand import Hand


def legal_placements(hand: Hand, seat: int) -> Iterator[Placement]:
    """Each different placement that a seat may make now; none if it may not place.

    The order of cards in a row does not count. There are 232 for the first five cards, at most 27
    for a later street of Pineapple, and more than a million for a Fantasyland of 14.
    """
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


def without(cards: Cards, gone: Cards) -> Cards:
    """The `cards` in their order, without those in `gone`."""
    return tuple(card for card in cards if card not in gone)
