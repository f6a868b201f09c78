"""A hand that deals itself: its caller only places cards."""

import os
from collections.abc import Iterator, Sequence

from ofc_engine.board import Placement
from ofc_engine.cards import Cards
from ofc_engine.deal import SECRET_BYTES, Deal, dealt_on
from ofc_engine.errors import TurnError
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from ofc_engine.operations import Operation, Placed, Surrendered
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import Score, score_hand
from ofc_engine.text import format_table
from ofc_engine.views import HandView, view_for


class Game:
    """A hand from the deal to its score, which changes with its methods.

    `rules` are a Ruleset or one as text, such as `german scoring=2-4`. `fantasyland` has the cards
    of each seat's visit, 0 for none (R7.2), and replaces `players`. Cards come from `deal`, or from
    a new random secret. Seats are numbered in acting order from 0, and the last one has the button
    (R3.1). Raises RulesetError or DealError.
    """

    def __init__(
        self,
        rules: Ruleset | str = STANDARD,
        players: int = 2,
        *,
        fantasyland: Sequence[int] = (),
        deal: Deal | None = None,
    ) -> None:
        self.rules = Ruleset.parse(rules) if isinstance(rules, str) else rules
        self.deal = deal or Deal(os.urandom(SECRET_BYTES))
        self._before: list[tuple[Hand, int]] = []
        self._log: list[Operation] = []
        self._go_on(Hand.start(self.rules, fantasyland or (0,) * players))

    # --- state ----------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The whole position, with everybody's cards, as an immutable value."""
        return self._hand

    @property
    def log(self) -> tuple[Operation, ...]:
        """Everything that was dealt and done, in order; `Hand.replay` gives the hand back."""
        return tuple(self._log)

    @property
    def is_over(self) -> bool:
        """True if nobody has anything left to decide."""
        return self._hand.is_finished

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may place now; several if they place together (R3.4, R7.3)."""
        return self._hand.actors

    @property
    def turn(self) -> int:
        """The first seat that the hand waits for; raises TurnError once the hand is over."""
        if self.is_over:
            raise TurnError("The hand is over.")
        return self._hand.waiting_on[0]

    def pending(self, seat: int | None = None) -> Cards:
        """The cards that a seat has to place; None is the seat whose turn it is."""
        return self._hand.seats[self.turn if seat is None else seat].pending

    def legal_placements(self, seat: int | None = None) -> Iterator[Placement]:
        """Each placement that a seat may make now (R1.3, R3.2); None is the seat to act.

        In Fantasyland there are millions, so they are generated one by one.
        """
        return legal_placements(self._hand, self.turn if seat is None else seat)

    def view(self, seat: int | None = None) -> HandView:
        """The hand as a seat may see it, or the public for None, without hidden cards (R3.3)."""
        return view_for(self._hand, seat)

    def score(self) -> Score:
        """The score of the hand (R4); raises TurnError before it is over."""
        if not self.is_over:
            raise TurnError("The hand is not over yet.")
        return score_hand(self._hand)

    def __str__(self) -> str:
        return format_table(self.view())

    # --- verbs ----------------------------------------------------------------------------------

    def place(self, placement: Placement | str, seat: int | None = None) -> None:
        """Place a seat's cards; the placement may be text: `Qh / 9c9d / As x 2c`.

        Raises CardError or NotationError for text that is no placement, TurnError or PlacementError
        for one that is not allowed now; the hand is then unchanged.
        """
        placed = Placement.parse(placement) if isinstance(placement, str) else placement
        self._do(Placed(self.turn if seat is None else seat, placed))

    def surrender(self, seat: int | None = None) -> None:
        """Give up a seat's hand for the points that the rules set (R8); raises TurnError."""
        self._do(Surrendered(self.turn if seat is None else seat))

    def undo(self) -> None:
        """Take back the latest placement or surrender, and what was dealt for it.

        Raises TurnError before the first.
        """
        if not self._before:
            raise TurnError("There is nothing to take back.")
        self._hand, count = self._before.pop()
        del self._log[count:]

    def _do(self, operation: Operation) -> None:
        after = self._hand.apply(operation)
        self._before.append((self._hand, len(self._log)))
        self._log.append(operation)
        self._go_on(after)

    def _go_on(self, hand: Hand) -> None:
        """Deal, and place cards that need no decision (R3.6), up to the next decision."""
        done, self._hand = dealt_on(hand, self.deal)
        self._log += done
