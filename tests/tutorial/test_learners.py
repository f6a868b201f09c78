"""Whoever makes one kind of mistake, and none besides, is given exercises of that kind."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from bot.tutorial.exercises import KINDS, SESSION, Topic, next_topic
from bot.tutorial.problems import RULES
from bot.values.hand_skill import THOUSAND
from ofc_engine.board import Placement
from ofc_engine.deal import advance, forced_placement
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed
from ofc_engine.players.advice import advise
from ofc_engine.players.judging import OracleStyle, by_oracle
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.leaks import Leak, kind_of
from ofc_engine.players.opinions import Review
from ofc_engine.players.skill import Decision, FinishedHand, Verdict
from ofc_engine.players.verdicts import judge, verdict
from ofc_engine.views import view_for

HANDS = 8
SESSIONS = 20
_COSTS = 0.3, 6.0
"""Points that one of their mistakes costs: less they do not make, and more is absurd."""
_OPPONENT = OracleStyle((12, 30))


def _by_habit(knowledge: Knowledge, kind: Leak) -> Placement:
    """The best placement, unless there is one that is a mistake of a kind."""
    best, *others = advise(knowledge, 1000)
    for each in others:
        cost = best.points - each.points
        decision = Decision(knowledge, each.placement)
        glanced = Verdict(decision, Review(each, (best,), None, 0, cost), best, cost)
        # What was not among the best is looked at closely only when it is judged.
        if _is_habit(glanced, kind) and _is_habit(verdict(decision), kind):
            return each.placement
    return best.placement


def _is_habit(verdict: Verdict, kind: Leak) -> bool:
    return _COSTS[0] <= verdict.cost <= _COSTS[1] and kind_of(verdict) is kind


def _played(kind: Leak, seed: int) -> FinishedHand:
    """A hand of somebody with such a habit, in the first seat."""
    random, rng = Random(seed), np.random.default_rng(seed)
    deck = tuple(random.sample(RULES.variant.deck, len(RULES.variant.deck)))
    hand, log = Hand.start(RULES, (0, 0)), list[Operation]()
    while True:
        log += (dealt := advance(hand, deck))
        for operation in dealt:
            hand = hand.apply(operation)
        if not hand.waiting_on:
            return FinishedHand(RULES, (0, 0), tuple(log))
        seat = hand.waiting_on[0]
        knowledge = Knowledge.of(view_for(hand, seat))
        if seat == 0:
            placement = forced_placement(hand, seat) or _by_habit(knowledge, kind)
        else:
            judged = by_oracle(knowledge, rng, _OPPONENT)
            placement = judged.placement(int(judged.outlook.points.argmax()))
        log.append(Placed(seat, placement))
        hand = hand.apply(log[-1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_a_habit_is_practised_in_at_least_four_of_five(kind: Leak):
    costs = Counter[Topic]()
    for seed in range(HANDS):
        for each in judge(_played(kind, seed))[0].own:
            costs[Topic("pineapple", kind_of(each))] += round(each.cost * THOUSAND)
    topic = Topic("pineapple", kind)
    assert costs[topic] > 0
    for session in range(SESSIONS):
        first = session * SESSION
        asked = [next_topic(costs, number) for number in range(first, first + SESSION)]
        assert asked.count(topic) >= SESSION - 1, costs
