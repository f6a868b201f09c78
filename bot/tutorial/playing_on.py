"""Playing on from a decision: its position as one player saw it, and what came or may come next.

Everything follows from the position, a seed and what its player has placed since, so none of it is
stored. It takes a while, as computer players decide.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from ofc_engine.board import Placement
from ofc_engine.cards import Cards
from ofc_engine.deal import advance, forced_placement
from ofc_engine.errors import OfcError
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed, Surrendered
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS, Level
from ofc_engine.players.thinking import decide
from ofc_engine.seat import Seat
from ofc_engine.street import DISCARD, LETTERS
from ofc_engine.views import view_for

LEVEL: Final[Level] = LEVELS["steady"]
"""The level of the opponents."""
AS_IT_CAME: Final = 0
"""The seed that repeats everything as it came."""
_SEEDS: Final = 2**31


@dataclass(frozen=True)
class Position:
    """A decision of a `seat`: the hand as it was `before`, and all operations that `came` then."""

    before: Hand
    seat: int
    came: tuple[Operation, ...] = ()

    @property
    def gave_up(self) -> bool:
        """True if the seat gave up the hand then or later: nobody knows what would have come."""
        return Surrendered(self.seat) in self.came


@lru_cache(maxsize=256)
def played_on(position: Position, seed: int, placed: str) -> Hand | None:
    """The hand at the seat's next decision, or at its end, after what it has `placed` since.

    `placed` has a letter for each card in shown order. None if cards cannot be placed like that.
    """
    if seed == AS_IT_CAME:
        return _as_it_came(position, placed)
    hand, deck = _dealt_anew(position, seed)
    if placed:
        begun = _last_street(position, placed)
        earlier = None if begun is None else played_on(position, seed, placed[:begun])
        after = None if earlier is None else _placed(earlier, position.seat, placed[begun:])
        if after is None:
            return None
        hand = after
    return _until_decision(hand, deck, position.seat, seed)


def _last_street(position: Position, placed: str) -> int | None:
    """The index where the last street's letters begin; None unless all streets are complete."""
    seat, variant = position.before.seats[position.seat], position.before.rules.variant
    begun = end = 0
    for street in seat.streets(variant)[seat.streets_played(variant) :]:
        if end < len(placed):
            begun, end = end, end + street.dealt
    return begun if end == len(placed) else None


def _placed(hand: Hand, seat: int, letters: str) -> Hand | None:
    cards = view_for(hand, seat).pending
    if not cards or len(letters) != len(cards):
        return None
    rows = [
        tuple(card for card, letter in zip(cards, letters, strict=True) if letter == wanted)
        for wanted in LETTERS + DISCARD
    ]
    try:
        return hand.place(seat, Placement(*rows))
    except OfcError:
        return None


# --- dealt anew ------------------------------------------------------------------------------

_HandAndDeck: TypeAlias = tuple[Hand, Cards]
"""A hand and a deck to deal the rest from; the cards already dealt come first, in any order."""


@lru_cache(maxsize=64)
def _dealt_anew(position: Position, seed: int) -> _HandAndDeck:
    """The position with all that its player could not see drawn anew."""
    before, view = position.before, view_for(position.before, position.seat)
    unseen, variant = list(view.live), before.rules.variant
    Random(seed).shuffle(unseen)
    seats: list[Seat] = []
    for number, (seat, seen) in enumerate(zip(before.seats, view.seats, strict=True)):
        if number != position.seat:
            # The viewer saw neither their discards, drawn here, nor their hand, dealt later.
            seat = replace(seat, board=seen.board, discards=(), pending=())  # noqa: PLW2901
            gone = sum(s.discarded for s in seat.streets(variant)[: seat.streets_played(variant)])
            discards, unseen = tuple(unseen[:gone]), unseen[gone:]
            seat = replace(seat, discards=discards)  # noqa: PLW2901
        seats.append(seat)
    held = [card for seat in seats for card in seat.cards]
    return Hand(before.rules, tuple(seats), view.fresh), (*held, *unseen)


def _until_decision(hand: Hand, deck: Cards, own: int, seed: int) -> Hand:
    """The hand after the others have played, until a seat has to decide or the hand is over."""
    while True:
        for operation in advance(hand, deck):
            hand = hand.apply(operation)
        if not hand.waiting_on or (own in hand.actors and hand.seats[own].pending):
            return hand
        other = next(seat for seat in hand.waiting_on if seat != own)
        chance = Random(f"{seed} {other} {hand.streets_played[other]}").randrange(_SEEDS)
        placement = decide(LEVEL, Knowledge.of(view_for(hand, other)), chance)
        operation = Surrendered(other) if placement is None else Placed(other, placement)
        hand = hand.apply(operation)


# --- as it came ------------------------------------------------------------------------------


def _as_it_came(position: Position, placed: str) -> Hand | None:
    """The hand with another placement: what came later is placed as it was, where that fits."""
    hand, letters, is_first = position.before, placed, True
    for operation in position.came:
        if operation.seat != position.seat or not isinstance(operation, Placed):
            hand = hand.apply(operation)
            continue
        known = None if is_first else _fitting(hand, operation)
        if known is None and not letters:
            return hand
        if known is None:
            count = len(hand.seats[position.seat].pending)
            known, letters = _placed(hand, position.seat, letters[:count]), letters[count:]
            if known is None:
                return None
        hand, is_first = known, False
    return None if letters else hand


def _fitting(hand: Hand, came: Placed) -> Hand | None:
    """The hand after the only possible placement, or the one that came; None if it does not fit."""
    placement = forced_placement(hand, came.seat) or came.placement
    try:
        return hand.place(came.seat, placement)
    except OfcError:
        return None
