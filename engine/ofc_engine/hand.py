"""A hand in play: a pure value; operations give new ones.

For an action `x` of a seat there is `x_faults`, every reason against it, and `x` itself, which
returns the new hand or raises the first fault; where callers ask beforehand, also `verify_x` and
`can_x`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from ofc_engine.board import BOARD_SIZE, Placement, Row
from ofc_engine.cards import Card
from ofc_engine.errors import DealError, OfcError, PlacementError, TurnError, no_room
from ofc_engine.operations import (
    Dealt,
    DeclaredDead,
    Exposed,
    Missed,
    Operation,
    Placed,
    Surrendered,
)
from ofc_engine.rule_options import DealMode, Reveal
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate, Seat
from ofc_engine.variants import Street


@dataclass(frozen=True)
class Hand:
    """A position. Seats are numbered in acting order: 0 acts first, the last has the button
    (R3.1) unless the button sits out.

    `fresh` are the cards of the latest placement in acting order.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    fresh: frozenset[Card] = frozenset()

    @staticmethod
    def start(rules: Ruleset, fantasyland: Sequence[int]) -> "Hand":
        """A hand before the deal, with each seat's Fantasyland cards or 0 (R7.2).

        Raises RulesetError for a wrong number of seats, DealError for an impossible visit.
        """
        rules.verify_players(len(fantasyland))
        most = rules.variant.most_cards(len(fantasyland))
        for cards in fantasyland:
            if cards and not BOARD_SIZE <= cards <= most:
                raise DealError(
                    "Fantasyland is 13 to {most} cards here, not {cards}.", most=most, cards=cards
                )
        return Hand(rules, tuple(Seat(fantasyland=cards) for cards in fantasyland))

    @staticmethod
    def replay(rules: Ruleset, fantasyland: Sequence[int], log: Iterable[Operation]) -> "Hand":
        """The hand folded from its operations; raises OfcError if one is not allowed."""
        return reduce(Hand.apply, log, Hand.start(rules, fantasyland))

    # --- whose turn it is (R3.1, R3.4, R7.3) ------------------------------------------------

    @cached_property
    def streets_played(self) -> tuple[int, ...]:
        """The number of streets that each seat has placed."""
        return tuple(seat.streets_played(self.rules.variant) for seat in self.seats)

    def sets_face_down(self, seat: int) -> bool:
        """R7.3: whether a seat sets its Fantasyland in private, outside the acting order."""
        return bool(self.seats[seat].fantasyland) and self.rules.reveal is Reveal.AT_END

    @cached_property
    def in_order(self) -> tuple[int, ...]:
        """The seats that still have streets to place in acting order."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if not seat.is_done and not self.sets_face_down(number)
        )

    @cached_property
    def street(self) -> int:
        """The street being placed, from 0; the number of streets when all are placed."""
        played = [self.streets_played[seat] for seat in self.in_order]
        return min(played, default=len(self.rules.variant.streets))

    @cached_property
    def waiting_on(self) -> tuple[int, ...]:
        """The seats that the hand waits for; empty when it is finished.

        It waits for a Fantasyland set face down only once the others are done (R7.3).
        """
        at_street = self._at_street
        if self.rules.deal_mode is DealMode.SIMULTANEOUS and at_street:
            return at_street
        return at_street[:1] or self._unset_fantasylands

    @property
    def _at_street(self) -> tuple[int, ...]:
        """The seats that have to place the current street, in acting order."""
        return tuple(s for s in self.in_order if self.streets_played[s] == self.street)

    def is_unrevealed(self, seat: int) -> bool:
        """R3.4: whether a seat has placed a simultaneous street that others have yet to place."""
        together = self.rules.deal_mode is DealMode.SIMULTANEOUS and not self.sets_face_down(seat)
        return together and self.streets_played[seat] > self.street

    @cached_property
    def _unset_fantasylands(self) -> tuple[int, ...]:
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if not seat.is_done and self.sets_face_down(number)
        )

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that may place now: those waited for, and Fantasylands set face down."""
        return tuple(sorted({*self.waiting_on, *self._unset_fantasylands}))

    def has_decisions(self, seat: int) -> bool:
        """R3.6: whether a seat has anything left to decide.

        With one open row and nothing to discard, all its cards are placed there automatically.
        """
        state = self.seats[seat]
        if state.is_done:
            return False
        left = state.streets(self.rules.variant)[self.streets_played[seat] :]
        return len(state.board.open_rows) > 1 or any(street.discarded for street in left)

    @property
    def is_finished(self) -> bool:
        """True if no seat has a decision left."""
        return all(seat.is_done for seat in self.seats)

    def next_street(self, seat: int) -> Street:
        """The street a seat places next; IndexError if it has none left."""
        return self.seats[seat].streets(self.rules.variant)[self.streets_played[seat]]

    # --- dealing (R3.2, R3.4) ---------------------------------------------------------------

    @cached_property
    def awaiting_cards(self) -> tuple[int, ...]:
        """The seats that get cards now, in the order of dealing.

        A Fantasyland gets all its cards at the start of the hand (R7.2); the others as the
        deal mode says, and the first street together in every mode (R3.4).
        """
        if self.rules.deal_mode is not DealMode.ON_TURN:
            return self._without_cards(self._at_street)
        # The seat to act comes before the others, as in the deals whose proofs are published.
        first = self._without_cards(self.waiting_on)
        others = () if self.street else self._without_cards(self._at_street)
        return (*first, *(seat for seat in others if seat not in first))

    def _without_cards(self, due: Collection[int]) -> tuple[int, ...]:
        """The seats without cards in hand that are `due` some, or in Fantasyland."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if not seat.is_done and not seat.pending and (seat.fantasyland or number in due)
        )

    def verify_seat(self, seat: int) -> None:
        """Raise TurnError unless there is a seat with that number."""
        if seat not in range(len(self.seats)):
            raise TurnError("There's no seat {seat} in this hand.", seat=seat)

    def deal_faults(self, seat: int, cards: Sequence[Card]) -> Iterator[OfcError]:
        """Every reason why a seat may not get these cards now."""
        if seat not in self.awaiting_cards:
            yield DealError("Seat {seat} gets no cards now.", seat=seat)
        elif len(cards) != self.next_street(seat).dealt:
            yield DealError(
                "Seat {seat} gets {dealt} cards, not {count}.",
                seat=seat,
                dealt=self.next_street(seat).dealt,
                count=len(cards),
            )
        seen = {card for each in self.seats for card in each.cards}
        if len(set(cards)) < len(cards) or seen.intersection(cards):
            yield DealError("A card is dealt twice.")
        if not set(self.rules.variant.deck).issuperset(cards):
            yield DealError("A card is dealt that isn't in the deck.")

    def deal(self, seat: int, cards: Sequence[Card]) -> "Hand":
        """The hand after a seat got its cards; raises DealError."""
        _raise_first(self.deal_faults(seat, cards))
        return self._with_seat(seat, self.seats[seat].dealt(tuple(cards)))

    # --- placing (R1.3, R3.2, R3.5) ---------------------------------------------------------

    def place_faults(self, seat: int, placement: Placement) -> Iterator[OfcError]:
        """Every reason why a seat may not make this placement now."""
        if seat not in self.actors or not self.seats[seat].pending:
            yield TurnError("It isn't your turn.")
            return
        state = self.seats[seat]
        if sorted(placement.cards) != sorted(state.pending):
            yield PlacementError("Place exactly the cards you were dealt, each once.")
        for row, cards in zip(Row, placement.rows, strict=True):
            room = state.board.open_places(row)
            if len(cards) > room:
                yield no_room(row.label.capitalize(), room)
        discarded = self.next_street(seat).discarded
        if len(placement.discards) != discarded:
            yield PlacementError(
                "Discard {discarded} of these cards, not {count}.",
                discarded=discarded,
                count=len(placement.discards),
            )

    def verify_place(self, seat: int, placement: Placement) -> None:
        """Raise TurnError or PlacementError if the seat may not make this placement now."""
        _raise_first(self.place_faults(seat, placement))

    def place(self, seat: int, placement: Placement) -> "Hand":
        """The hand after a placement; raises TurnError or PlacementError."""
        self.verify_place(seat, placement)
        fresh = self.fresh if self.sets_face_down(seat) else self._fresh_after(placement)
        return Hand(self.rules, self._seats_with(seat, self.seats[seat].placed(placement)), fresh)

    def _fresh_after(self, placement: Placement) -> frozenset[Card]:
        """R3.4: a street placed simultaneously is one action, shown at once."""
        placed = frozenset(placement.placed)
        if self.rules.deal_mode is not DealMode.SIMULTANEOUS:
            return placed
        street_begun = any(map(self.is_unrevealed, range(len(self.seats))))
        return self.fresh | placed if street_begun else placed

    # --- giving up (R8), dead hands and penalties (R11) -------------------------------------

    def surrender_faults(self, seat: int) -> Iterator[OfcError]:
        """Every reason why a seat may not give up now (R8.2, R15.1)."""
        if not self.rules.surrender:
            yield TurnError("You can't give up at this table.")
        if self.seats[seat].is_done:
            yield TurnError("Your hand is already over.")
        elif self.rules.surrenders_to_last and not self.has_decisions(seat):
            yield TurnError("You have nothing left to decide.")
        if self.seats[seat].board.cards and not self.rules.surrenders_to_last:
            yield TurnError("You can only give up before your first placement.")
        elif self.seats[seat].fantasyland and any(each.board.cards for each in self.seats):
            yield TurnError("In Fantasyland you can only give up before anybody has placed.")

    def verify_surrender(self, seat: int) -> None:
        """Raise TurnError if the seat may not give up now."""
        _raise_first(self.surrender_faults(seat))

    def can_surrender(self, seat: int) -> bool:
        """True if the seat may give up now."""
        return not any(True for _ in self.surrender_faults(seat))

    def surrender(self, seat: int) -> "Hand":
        """The hand after a seat gave up; raises TurnError.

        When all others have given up, the last seat has nothing left to play for: its hand is over.
        """
        self.verify_surrender(seat)
        return self._without(seat, Fate.SURRENDERED)

    def _without(self, seat: int, fate: Fate) -> "Hand":
        """The hand after a seat has left it; if one active seat remains, it is uncontested."""
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], fate=fate)
        match [n for n, each in enumerate(seats) if each.fate.is_active]:
            case [last] if not seats[last].is_done:
                seats[last] = replace(seats[last], fate=Fate.UNCONTESTED)
            case _:
                pass
        return replace(self, seats=tuple(seats))

    def declare_dead(self, seat: int) -> "Hand":
        """The hand after a seat is declared dead, a foul whatever it has; TurnError if done."""
        if self.seats[seat].is_done:
            raise TurnError("That hand is already over.")
        return self._with_seat(seat, replace(self.seats[seat], fate=Fate.DEAD))

    def miss(self, seat: int) -> "Hand":
        """R11.3: the hand without an absent player; TurnError once they have placed.

        When only one seat is left, its hand is over, as after a surrender (R8.2); its player may
        be absent, too.
        """
        state = self.seats[seat]
        others = {each.fate for number, each in enumerate(self.seats) if number != seat}
        is_left = state.fate is Fate.UNCONTESTED and others == {Fate.MISSED}
        if state.is_done and not is_left:
            raise TurnError("That hand is already over.")
        if state.board.cards:
            raise TurnError("That player has placed cards, so they haven't missed the hand.")
        return self._without(seat, Fate.MISSED)

    def expose(self, seat: int) -> "Hand":
        """R11.4: the hand after a seat has shown one more card out of turn.

        Raises TurnError once the hand is over, or for a seat that takes no part in it.
        """
        state = self.seats[seat]
        if self.is_finished or not state.fate.is_active:
            raise TurnError("That hand is already over.")
        return self._with_seat(seat, replace(state, exposed=state.exposed + 1))

    # --- folding ----------------------------------------------------------------------------

    def apply(self, operation: Operation) -> "Hand":
        """The hand after an operation; raises OfcError if it is not allowed."""
        self.verify_seat(operation.seat)
        match operation:
            case Dealt(seat, cards):
                return self.deal(seat, cards)
            case Placed(seat, placement):
                return self.place(seat, placement)
            case Surrendered(seat):
                return self.surrender(seat)
            case DeclaredDead(seat):
                return self.declare_dead(seat)
            case Missed(seat):
                return self.miss(seat)
            case Exposed(seat):
                return self.expose(seat)

    def _with_seat(self, number: int, seat: Seat) -> "Hand":
        return Hand(self.rules, self._seats_with(number, seat), self.fresh)

    def _seats_with(self, number: int, seat: Seat) -> tuple[Seat, ...]:
        return (*self.seats[:number], seat, *self.seats[number + 1 :])


def _raise_first(faults: Iterator[OfcError]) -> None:
    for fault in faults:
        raise fault
