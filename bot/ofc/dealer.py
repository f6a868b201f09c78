"""What happens by itself in a hand: cards are dealt, forced cards are played (R3.6)."""

from collections.abc import Iterator

from bot.ofc.board import Placement
from bot.ofc.cards import Cards
from bot.ofc.hand import Hand
from bot.ofc.operations import Dealt, Operation, Placed


def advance(hand: Hand, deck: Cards) -> Iterator[Operation]:
    """The operations due before the next decision, in order.

    `deck` is the whole deck of the hand, in the order in which its cards are dealt.
    """
    while True:
        operation = _next_deal(hand, deck) or _next_forced(hand)
        if operation is None:
            return
        yield operation
        hand = hand.apply(operation)


def _next_deal(hand: Hand, deck: Cards) -> Dealt | None:
    if not hand.awaiting_cards:
        return None
    seat = hand.awaiting_cards[0]
    top = sum(len(each.cards) for each in hand.seats)
    return Dealt(seat, deck[top : top + hand.next_street(seat).dealt])


def _next_forced(hand: Hand) -> Placed | None:
    for seat in hand.actors:
        placement = forced_placement(hand, seat)
        if placement is not None:
            return Placed(seat, placement)
    return None


def forced_placement(hand: Hand, seat: int) -> Placement | None:
    """R3.6: the only placement of a seat whose cards all go to its one open row."""
    state = hand.seats[seat]
    if not state.pending or hand.next_street(seat).discarded:
        return None
    if len(state.board.open_rows) != 1:
        return None
    rows: list[Cards] = [(), (), ()]
    rows[state.board.open_rows[0]] = state.pending
    return Placement(*rows)
