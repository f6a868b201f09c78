"""A hand that somebody plays alone with the computer: seats, what has happened, its outcome.

If several people play a deal, they all get the same cards, and the computer decides alike against
people who have placed alike.
"""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bot.store.schema import UnreadableError
from ofc_engine.board import Placement
from ofc_engine.deal import Deal, dealt_on
from ofc_engine.errors import OfcError
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed, parse_operation
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS, Level
from ofc_engine.players.skill import Decision, FinishedHand
from ofc_engine.proof import Proof
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import Result, Score, score_hand
from ofc_engine.views import HandView, view_for

COMPUTER: Final = 0
"""The computer's seat in a deal that several people play: it acts first."""
OWN: Final = 1
"""The player's seat in such a deal: they have the button, and so see more."""
LEVEL: Final[Level] = LEVELS["steady"]
"""The computer's level in such a deal."""
PAR: Final[Level] = LEVELS["master"]
"""The level that plays for par."""
FANTASYLAND_POINTS: Final = 11
"""Points for earning a Fantasyland that is not played: about the measured worth of one."""


@dataclass(frozen=True)
class SoloTerms:
    """The terms of a hand; by default of a deal that several play: Pineapple, no Fantasyland.

    `own` is the player's seat; `visits` are the cards of each seat's Fantasyland, 0 without one.
    If hands `follow`, Fantasyland is played in the next one, else earning it counts points.
    """

    rules: Ruleset = STANDARD
    level: Level = LEVEL
    own: int = OWN
    visits: tuple[int, int] = (0, 0)
    follow: bool = False

    @property
    def computer(self) -> int:
        """The computer's seat."""
        return 1 - self.own


OF_ALL: Final = SoloTerms()
"""The terms of a deal that several play."""


@dataclass(frozen=True)
class SoloHand:
    """A hand as far as it has been played: `log` has the placements in order, one a line."""

    deal: Deal
    log: tuple[str, ...] = ()
    terms: SoloTerms = OF_ALL

    @property
    def hand(self) -> Hand:
        """The hand, with all cards that are due dealt."""
        return self._replayed[1]

    @property
    def waits_for(self) -> int | None:
        """The seat that places next; None once the hand is over."""
        return next(iter(self.hand.waiting_on), None)

    @property
    def street(self) -> int:
        """The street that the player places next, from 0."""
        return self.hand.streets_played[self.terms.own]

    @property
    def view(self) -> HandView:
        """The hand as the player may see it."""
        return view_for(self.hand, self.terms.own)

    def knowledge(self, seat: int) -> Knowledge:
        """The knowledge of a seat that has cards to place."""
        return Knowledge.of(view_for(self.hand, seat))

    def placed(self, seat: int, placement: Placement) -> "SoloHand":
        """The hand after a placement; raises TurnError or PlacementError."""
        self.hand.verify_place(seat, placement)
        return replace(self, log=(*self.log, str(Placed(seat, placement))))

    @property
    def operations(self) -> tuple[Operation, ...]:
        """All operations so far, deals included."""
        return self._replayed[0]

    @cached_property
    def _replayed(self) -> tuple[tuple[Operation, ...], Hand]:
        """All operations, and the hand after them; raises UnreadableError."""
        done, hand = dealt_on(Hand.start(self.terms.rules, self.terms.visits), self.deal)
        for line in self.log:
            try:
                operation = parse_operation(line)
                dealt, hand = dealt_on(hand.apply(operation), self.deal)
            except OfcError as error:
                # Its text has cards, and would be told to the player.
                kind = type(error).__name__
                raise UnreadableError(f"What was played cannot be read: {kind}.") from None
            done += (operation, *dealt)
        return done, hand

    def decisions(self) -> tuple[Decision, ...]:
        """The player's decisions, with their knowledge, street by street."""
        terms = self.terms
        hand = FinishedHand(terms.rules, terms.visits, self.operations)
        return tuple(decision for seat, decision in hand.decisions() if seat == terms.own)

    @cached_property
    def outcome(self) -> "Outcome":
        """The outcome of the hand, which must be over."""
        return Outcome(score_hand(self.hand), self.terms)

    def proof(self, committed: bytes) -> Proof:
        """The proof of the deal, which publishes its secret; the hand must be over."""
        return Proof.of(self.hand, self.operations, self.deal, committed)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished hand for the player."""

    score: Score
    terms: SoloTerms = OF_ALL

    @property
    def own(self) -> Result:
        """The result of the player's board."""
        return self.score.results[self.terms.own]

    @property
    def settled(self) -> int:
        """The points of the hand itself: rows, scoops and royalties."""
        return self.score.points[self.terms.own]

    @property
    def fantasyland_points(self) -> int:
        """Points for the player's Fantasyland less the computer's; 0 if it is played."""
        if self.terms.follow:
            return 0
        earned = [result.fantasyland > 0 for result in self.score.results]
        return FANTASYLAND_POINTS * (earned[self.terms.own] - earned[self.terms.computer])

    @property
    def fantasyland_by_seat(self) -> tuple[int, ...] | None:
        """`fantasyland_points` of each seat, None if Fantasyland is played."""
        own, points = self.terms.own, self.fantasyland_points
        each = (points if seat == own else -points for seat in (0, 1))
        return None if self.terms.follow else tuple(each)

    @property
    def points(self) -> int:
        """All points."""
        return self.settled + self.fantasyland_points


def seed_of(deal: int, street: int) -> int:
    """The seed of a computer's decision in a deal (by id) on a street, the same for everybody."""
    return int.from_bytes(hashlib.sha256(f"{deal} {street}".encode()).digest()[:4], "big")
