"""Skill and luck of a finished hand: its decisions, and the verdicts of a fixed judge.

The judge compares each decision with the best one, by what its player knew at the time. The worth
of a placement is exact once all draws to come can be tried, and in Fantasyland; before that it is
estimated (`ofc_engine.players.judge`). *Given away* is the sum of the costs of decisions, in points
at a stake of 1 from all opponents together.

Luck is what is left of a result without skill:

    luck = result - expectation + given away

The result is a seat's points and the worth of a Fantasyland that it earned, less its share of the
worth of those that opponents earned. The expectation is the same difference for the visits with
which all came into the hand, plus what each opponent gave away, split equally among that opponent's
opponents. So the luck of all seats of a hand sums to zero. It is as unbiased as the costs are: over
many hands a player has no luck on average, whatever they and their opponents give away; `python -m
tools.benchmarks.skill` measures how near that is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ofc_engine.board import Placement
from ofc_engine.deal import forced_placement
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed, Surrendered
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.rulesets import Ruleset
from ofc_engine.views import view_for

JUDGE: Final = 11
"""The version of the judge. It is stored with every figure: those of two judges are never mixed.

A change of the judge, or of its learnt values, that changes costs, or anything else about decisions
that is stored, needs a new version.
"""


@dataclass(frozen=True)
class Decision:
    """A decision as it was taken; a `placement` of None gave up (R8).

    `on_behalf` tells that it was taken for its player, who was out of time or away. `at` is its
    place in the log of the hand.
    """

    knowledge: Knowledge
    placement: Placement | None
    on_behalf: bool = False
    at: int = 0


@dataclass(frozen=True)
class FinishedHand:
    """A hand that is over: its rules, each seat's cards in Fantasyland or 0, and its operations.

    `on_behalf` are the places in the log of decisions that were taken for a player.
    """

    rules: Ruleset
    fantasyland: tuple[int, ...]
    log: tuple[Operation, ...]
    on_behalf: frozenset[int] = field(default=frozenset())

    def decisions(self) -> Iterator[tuple[int, Decision]]:
        """Every decision in the order of the log, with its seat.

        Placing cards that could go only to one row (R3.6) was no decision.
        """
        hand = Hand.start(self.rules, self.fantasyland)
        for at, operation in enumerate(self.log):
            decision = decision_of(hand, operation, at, on_behalf=at in self.on_behalf)
            if decision is not None:
                yield operation.seat, decision
            hand = hand.apply(operation)

    @property
    def end(self) -> Hand:
        """The hand as it ended."""
        return Hand.replay(self.rules, self.fantasyland, self.log)


def decision_of(
    before: Hand, operation: Operation, at: int, *, on_behalf: bool = False
) -> Decision | None:
    """The decision that an operation was, given the hand before it; None if it was none."""
    seat = operation.seat
    if not isinstance(operation, Placed | Surrendered) or not before.seats[seat].pending:
        return None
    if forced_placement(before, seat) is not None:
        return None
    placement = operation.placement if isinstance(operation, Placed) else None
    return Decision(Knowledge.of(view_for(before, seat)), placement, on_behalf, at)


def price_of_giving_up(knowledge: Knowledge) -> int:
    """R8: the price of giving up now, 0 if it is not allowed, or no longer."""
    return knowledge.rules.surrender * len(knowledge.opponents) if knowledge.may_give_up else 0


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on a decision.

    `review` compares its placement with the best, None if it gave up. `best` is the best placement,
    `should_give_up` tells if giving up was as good or better. `cost` is what the decision gave
    away: points from all opponents together, at a stake of 1, never negative.
    """

    decision: Decision
    review: Review | None
    best: Advice
    cost: float
    should_give_up: bool = False

    @property
    def street(self) -> int:
        """The street of the decision from 1, or 0 in Fantasyland."""
        knowledge = self.decision.knowledge
        return 0 if knowledge.fantasyland else knowledge.number + 1


@dataclass(frozen=True)
class Skill:
    """One seat's hand: a verdict on each decision, and its luck in points at a stake of 1.

    `luck` is None if a hand was declared dead (R11), which is no decision.
    """

    verdicts: tuple[Verdict, ...]
    luck: float | None

    @property
    def own(self) -> tuple[Verdict, ...]:
        """The verdicts on decisions of the player's own, not on their behalf."""
        return tuple(verdict for verdict in self.verdicts if not verdict.decision.on_behalf)

    @property
    def given_away(self) -> float:
        """Points that the player's own decisions cost, at a stake of 1."""
        return sum(verdict.cost for verdict in self.own)

    @property
    def worst(self) -> Verdict | None:
        """The costliest of the player's own decisions, None if they had none."""
        return max(self.own, key=lambda verdict: verdict.cost, default=None)
