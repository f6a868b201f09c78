"""Skill and luck of a finished hand: its decisions, and what a fixed judge makes of them.

The judge compares each decision with the best one by what its player knew at the time. What a
placement is worth is known exactly once all draws to come can be tried, and in Fantasyland; before
that it is estimated (`ofc_engine.players.judge`). *Given away* is the
sum of what decisions cost, in points at a stake of 1 from all opponents together.

Luck is what is left of a result when skill is taken out of it:

    luck = result - expectation + given away

The result is a seat's points, and what a Fantasyland that it earned is worth; of what opponents
earned it loses its share. The expectation is the same difference for the visits with which they all
came into the hand, and what each opponent gave away to this seat, in equal parts to each of theirs.
So the luck of all seats of a hand sums to zero. It is unbiased as far as the costs are: whoever
plays many hands has no luck on average, whatever they and their opponents give away, and `python -m
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
"""The version of the judge. It is kept with every figure: those of two judges are never mixed.

Whatever changes what decisions cost, a better judge or what it has learnt, is a new version; and
so is whatever else it says of them that is kept.
"""


@dataclass(frozen=True)
class Decision:
    """A decision as it was taken; `placement` None gave up (R8).

    `on_behalf`: it was taken for its player, whose time had run out or who was away. `at` is its
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

        Cards that could go to one row only (R3.6) were no decision.
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
    """The decision that an operation was in the hand before it, None if it was none."""
    seat = operation.seat
    if not isinstance(operation, Placed | Surrendered) or not before.seats[seat].pending:
        return None
    if forced_placement(before, seat) is not None:
        return None
    placement = operation.placement if isinstance(operation, Placed) else None
    return Decision(Knowledge.of(view_for(before, seat)), placement, on_behalf, at)


def price_of_giving_up(knowledge: Knowledge) -> int:
    """R8: what giving up costs now, 0 where it is not allowed, or not any more."""
    return knowledge.rules.surrender * len(knowledge.opponents) if knowledge.may_give_up else 0


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict on a decision.

    `review` compares its placement with the best, None if it gave up. `best` is the best
    placement, unless `should_give_up`. `cost` is what the decision gave away: points from all
    opponents together, at a stake of 1, never negative.
    """

    decision: Decision
    review: Review | None
    best: Advice
    cost: float
    should_give_up: bool = False

    @property
    def street(self) -> int:
        """The street of the decision from 1 on, 0 in Fantasyland."""
        knowledge = self.decision.knowledge
        return 0 if knowledge.fantasyland else knowledge.number + 1


@dataclass(frozen=True)
class Skill:
    """One seat's hand: a verdict on each decision, and its luck in points at a stake of 1.

    `luck` is None where a hand was declared dead (R11), which is no decision.
    """

    verdicts: tuple[Verdict, ...]
    luck: float | None

    @property
    def own(self) -> tuple[Verdict, ...]:
        """The verdicts on what the player decided, and nobody on their behalf."""
        return tuple(verdict for verdict in self.verdicts if not verdict.decision.on_behalf)

    @property
    def given_away(self) -> float:
        """Points that the player's own decisions cost, at a stake of 1."""
        return sum(verdict.cost for verdict in self.own)

    @property
    def worst(self) -> Verdict | None:
        """The costliest of the player's own decisions, None if they had none."""
        return max(self.own, key=lambda verdict: verdict.cost, default=None)
