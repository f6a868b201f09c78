"""A hand that deals itself: whoever plays only says what goes where."""

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
    """A hand from the deal to its score, moved on by verbs.

    `rules` are a Ruleset or one in words, such as `german scoring=2-4`; `fantasyland` has each
    seat's cards of a visit, 0 for none (R7.2), and makes `players` of its own. Cards come from
    `deal`, or from a secret that nobody knows. Seats are numbered in acting order from 0, and the
    last one has the button (R3.1). Raises RulesetError or DealError.
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

    # --- what there is --------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The whole position, with everybody's cards: a value that does not change."""
        return self._hand

    @property
    def log(self) -> tuple[Operation, ...]:
        """All that was dealt and done, in order: `Hand.replay` makes the hand of it again."""
        return tuple(self._log)

    @property
    def is_over(self) -> bool:
        """True if nobody has anything left to decide."""
        return self._hand.is_finished

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may place now: several where all place together (R3.4, R7.3)."""
        return self._hand.actors

    @property
    def turn(self) -> int:
        """The first of the seats that everybody waits for; raises TurnError once all is placed."""
        if self.is_over:
            raise TurnError("The hand is over.")
        return self._hand.waiting_on[0]

    def pending(self, seat: int | None = None) -> Cards:
        """The cards that a seat is to place; those of the seat whose turn it is for None."""
        return self._hand.seats[self.turn if seat is None else seat].pending

    def legal_placements(self, seat: int | None = None) -> Iterator[Placement]:
        """Each placement that a seat may make now (R1.3, R3.2), for None the one whose turn it is.

        In Fantasyland these are millions, so they are made one after another.
        """
        return legal_placements(self._hand, self.turn if seat is None else seat)

    def view(self, seat: int | None = None) -> HandView:
        """The hand as a seat may see it, or everybody for None: nothing hidden is in it (R3.3)."""
        return view_for(self._hand, seat)

    def score(self) -> Score:
        """The points of all against all (R4); raises TurnError before the hand is over."""
        if not self.is_over:
            raise TurnError("The hand is not over yet.")
        return score_hand(self._hand)

    def __str__(self) -> str:
        return format_table(self.view())

    # --- verbs ----------------------------------------------------------------------------------

    def place(self, placement: Placement | str, seat: int | None = None) -> None:
        """Place a seat's cards, also as text: `Qh / 9c9d / As x 2c`.

        Raises CardError or NotationError for text that is no placement, TurnError or PlacementError
        for one that may not be made now; then nothing is changed.
        """
        placed = Placement.parse(placement) if isinstance(placement, str) else placement
        self._do(Placed(self.turn if seat is None else seat, placed))

    def surrender(self, seat: int | None = None) -> None:
        """Give up a seat's hand for the points that the rules say (R8); raises TurnError."""
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
        """Deal, and place what needs no decision (R3.6), up to the next one."""
        done, self._hand = dealt_on(hand, self.deal)
        self._log += done
