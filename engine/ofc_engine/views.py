"""Views of a hand for one person: secrets are removed here, before anything is drawn.

Hidden are undealt cards, others' cards in hand and discards (R3.3), a Fantasyland set face down
(R7.3) and placements of a simultaneous street until all have placed it (R3.4).
"""

from dataclasses import dataclass
from functools import cached_property

from ofc_engine.board import BOARD_SIZE, EMPTY, Board, Row
from ofc_engine.cards import Card, Cards, in_shown_order
from ofc_engine.hand import Hand
from ofc_engine.rows import Foul
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate, Seat
from ofc_engine.street import StreetLayout, street_of


@dataclass(frozen=True)
class SeatView:
    """One seat as the viewer sees it.

    `pending` (in shown order) and `discards` are empty except the viewer's own; `face_down` counts
    the cards of a Fantasyland that is not shown yet, set or still in hand.
    """

    board: Board
    pending: Cards
    discards: Cards
    face_down: int
    fantasyland: int
    fate: Fate


@dataclass(frozen=True)
class HandView:
    """A hand as `viewer` (a seat, or None for the public) may see it.

    `street` counts from 1 to `streets`; it stays at `streets` when all are placed. `actors`
    may place now, `waiting_on` are the seats that the hand waits for.
    """

    rules: Ruleset
    viewer: int | None
    seats: tuple[SeatView, ...]
    fresh: frozenset[Card]
    street: int
    streets: int
    actors: tuple[int, ...]
    waiting_on: tuple[int, ...]
    is_finished: bool

    @cached_property
    def own(self) -> SeatView | None:
        """The viewer's own seat, None for the public."""
        return None if self.viewer is None else self.seats[self.viewer]

    @property
    def own_board(self) -> Board:
        """The viewer's board, without their cards in hand; empty for the public."""
        return EMPTY if self.own is None else self.own.board

    @cached_property
    def pending(self) -> Cards:
        """The viewer's cards in hand, in shown order; none for the public."""
        return () if self.own is None else self.own.pending

    @cached_property
    def own_street(self) -> StreetLayout:
        """How the viewer can lay out their cards in hand."""
        return street_of(len(self.pending), self.to_discard, self.open_places)

    @cached_property
    def earlier_fouls(self) -> tuple[Foul, ...]:
        """Why the viewer's board is already a foul, wherever their cards in hand go (R5.1)."""
        return self.rules.certain_fouls(self.own_board, self.live + self.pending)

    @cached_property
    def open_places(self) -> tuple[int, ...]:
        """The number of cards that each row of the viewer's board can take, front to back."""
        return tuple(map(self.own_board.open_places, Row))

    @cached_property
    def to_discard(self) -> int:
        """The number of the viewer's pending cards that must be discarded."""
        own = self.own
        if own is None or not own.pending:
            return 0
        if own.fantasyland:
            return len(own.pending) - BOARD_SIZE
        return self.rules.variant.streets[self.street - 1].discarded

    @property
    def seen(self) -> frozenset[Card]:
        """Every card whose place the viewer knows."""
        return frozenset(
            card
            for seat in self.seats
            for card in (*seat.board.cards, *seat.pending, *seat.discards)
        )

    @cached_property
    def live(self) -> Cards:
        """The cards that the viewer has not seen, in the order of the variant's deck."""
        seen = self.seen
        return tuple([card for card in self.rules.variant.deck if card not in seen])


def view_for(hand: Hand, viewer: int | None) -> HandView:
    """The hand as a seat may see it, or the public for None."""
    streets = len(hand.rules.variant.streets)
    seats = tuple(_seat_view(hand, number, viewer) for number in range(len(hand.seats)))
    visible = frozenset(card for seat in seats for card in seat.board.cards)
    return HandView(
        rules=hand.rules,
        viewer=viewer,
        seats=seats,
        fresh=hand.fresh & visible,
        street=min(hand.street + 1, streets),
        streets=streets,
        actors=hand.actors,
        waiting_on=hand.waiting_on,
        is_finished=hand.is_finished,
    )


def public_view(hand: Hand) -> HandView:
    """The hand as everybody may see it."""
    return view_for(hand, None)


def _seat_view(hand: Hand, number: int, viewer: int | None) -> SeatView:
    seat = hand.seats[number]
    own = number == viewer
    hidden = not own and ((hand.sets_face_down(number) and not hand.is_finished) or seat.pending)
    return SeatView(
        board=_visible_board(hand, number, seat, own=own),
        pending=in_shown_order(seat.pending) if own else (),
        discards=seat.discards if own else (),
        face_down=seat.fantasyland if hidden else 0,
        fantasyland=seat.fantasyland,
        fate=seat.fate,
    )


def _visible_board(hand: Hand, number: int, seat: Seat, *, own: bool) -> Board:
    if own or hand.is_finished:
        return seat.board
    if hand.sets_face_down(number):
        return EMPTY
    if hand.is_unrevealed(number):
        return Board(*(tuple(c for c in row if c not in hand.fresh) for row in seat.board))
    return seat.board
