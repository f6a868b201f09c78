"""A hand that somebody plays on their own: who sits where, what has happened, what it counts.

The deck is the deal's, so that everybody gets the same cards, and the computer player decides alike
for everybody who has placed alike.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from ofc_engine.board import Placement
from ofc_engine.cards import Cards
from ofc_engine.deal import Deal, advance
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed, parse_operation
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS, Level
from ofc_engine.players.skill import Decision, FinishedHand
from ofc_engine.proof import Proof
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import Result, Score, score_hand
from ofc_engine.views import HandView, view_for

RULES: Final[Ruleset] = STANDARD
"""The rules of each deal: Pineapple by the standard rules."""
COMPUTER: Final = 0
"""The computer's seat: it acts first."""
OWN: Final = 1
"""The seat of whoever plays: they have the button, and see more."""
LEVEL: Final[Level] = LEVELS["steady"]
"""How the computer plays."""
PAR: Final[Level] = LEVELS["master"]
"""Who plays for par."""
FANTASYLAND: Final = 11
"""Points for a Fantasyland that is earned: it is not played."""
STREETS: Final = len(RULES.variant.streets)
_KEPT: Final = 256
"""Hands that are known as they stand: every tap asks for one."""


@dataclass(frozen=True)
class SoloHand:
    """A hand as far as it has come: `log` has the placements in order, one a line."""

    deal: Deal
    log: tuple[str, ...] = ()

    @cached_property
    def hand(self) -> Hand:
        """The hand, with all cards dealt that are due."""
        return _hand(self.deal, self.log)

    @property
    def waits_for(self) -> int | None:
        """The seat that places next; None once the hand is over."""
        return next(iter(self.hand.waiting_on), None)

    @property
    def street(self) -> int:
        """The street that whoever plays places next, from 0."""
        return self.hand.streets_played[OWN]

    @property
    def view(self) -> HandView:
        """The hand as whoever plays may see it."""
        return view_for(self.hand, OWN)

    def knowledge(self, seat: int) -> Knowledge:
        """The knowledge of a seat that has cards to place."""
        return Knowledge.of(view_for(self.hand, seat))

    def placed(self, seat: int, placement: Placement) -> "SoloHand":
        """The hand after a placement; raises TurnError or PlacementError."""
        self.hand.verify_place(seat, placement)
        return SoloHand(self.deal, (*self.log, str(Placed(seat, placement))))

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """All that has happened, deals included."""
        done: list[Operation] = []
        hand = Hand.start(RULES, (0, 0))
        for line in (*self.log, None):
            placed = () if line is None else (parse_operation(line),)
            for operation in (*advance(hand, _deck(self.deal)), *placed):
                hand = hand.apply(operation)
                done.append(operation)
        return tuple(done)

    def decisions(self) -> tuple[Decision, ...]:
        """The decisions of whoever plays, with what they knew, street by street."""
        hand = FinishedHand(RULES, (0, 0), self.operations)
        return tuple(decision for seat, decision in hand.decisions() if seat == OWN)

    @cached_property
    def outcome(self) -> "Outcome":
        """The outcome of the hand, which is over."""
        return Outcome(score_hand(self.hand))

    def proof(self, committed: bytes) -> Proof:
        """The proof of the deal of a hand that is over, which publishes its secret."""
        return Proof.of(self.hand, self.operations, self.deal, committed)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished hand for whoever plays."""

    score: Score

    @property
    def own(self) -> Result:
        """Their own board."""
        return self.score.results[OWN]

    @property
    def settled(self) -> int:
        """Points from rows, royalties and scoops."""
        return self.score.points[OWN]

    @property
    def visits(self) -> int:
        """Points for Fantasyland: what one earns, less what the other earns."""
        own, other = (self.score.results[seat].fantasyland > 0 for seat in (OWN, COMPUTER))
        return FANTASYLAND * (own - other)

    @property
    def points(self) -> int:
        """All points."""
        return self.settled + self.visits


def seed_of(deal: int, street: int) -> int:
    """The seed with which a computer decides at a deal (its id), the same for everybody."""
    return int.from_bytes(hashlib.sha256(f"{deal} {street}".encode()).digest()[:4], "big")


@lru_cache(maxsize=_KEPT)
def _hand(deal: Deal, log: Sequence[str]) -> Hand:
    if not log:
        return _dealt(Hand.start(RULES, (0, 0)), deal)
    return _dealt(_hand(deal, log[:-1]).apply(parse_operation(log[-1])), deal)


def _dealt(hand: Hand, deal: Deal) -> Hand:
    for operation in advance(hand, _deck(deal)):
        hand = hand.apply(operation)
    return hand


@lru_cache(maxsize=_KEPT)
def _deck(deal: Deal) -> Cards:
    return deal.deck
