"""Deals exercises from chance: hands that computer players play, until a mistake lies near."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from random import Random
from typing import Final

import numpy as np

from bot.tutorial.exercises import TOLERANCE, Topic
from bot.tutorial.problems import PLAYERS, SEEDS, Placing
from ofc_engine.deal import advance, forced_placement
from ofc_engine.hand import Hand
from ofc_engine.operations import Placed
from ofc_engine.players.advice import weigh
from ofc_engine.players.judging import Judgement, OracleStyle, by_oracle
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.leaks import Leak, kind_of
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.players.values import learnt_rules
from ofc_engine.rulesets import Ruleset
from ofc_engine.variants import GAMES
from ofc_engine.views import view_for

_SENSIBLE: Final = OracleStyle((12, 30), foul=-3.0)
"""How both play up to the exercise."""
_DREAMING: Final = OracleStyle((6, 12), extra=True, foul=4.0, dream=2.5)
"""Who forgets about fouls: what they like is what people get wrong."""
_LIKED: Final = 6
"""Placements of each style that lie near."""
_PRICE: Final = 0.7, 6.0
"""Points that the mistake costs: not to be overlooked, and not absurd."""
_GLANCES: Final = 12
"""The number of a hand from which on all is shown to the judge: a glance sees some kinds rarely."""
_HANDS: Final = 40
"""The number of a hand from which on any decision will do."""


def exercise(topic: Topic, seed: int) -> Placing:
    """The decision that a seed gives at which a mistake of a kind lies near; may take a minute."""
    return next(found for number in count() if (found := decision_of(topic, seed, number)))


@lru_cache(maxsize=256)
def decision_of(topic: Topic, seed: int, number: int) -> Placing | None:
    """Such a decision in one of a seed's hands, from 0; None if it has none."""
    random = Random(f"{topic.game} {topic.kind} {seed} {number}")
    rng = np.random.default_rng(random.randrange(SEEDS))
    decisions = list(_decisions(learnt_rules(GAMES[topic.game]), random, rng))
    glances = number < _GLANCES
    found = [d for d in decisions if _lies_near(topic.kind, d.knowledge, rng, glances=glances)]
    if number >= _HANDS:
        found = found or decisions
    return random.choice(found) if found else None


def _decisions(rules: Ruleset, random: Random, rng: np.random.Generator) -> Iterator[Placing]:
    """The decisions of one seat of a new hand."""
    deck = tuple(random.sample(rules.variant.deck, len(rules.variant.deck)))
    own = random.randrange(PLAYERS)
    hand = Hand.start(rules, [0] * PLAYERS)
    while True:
        for operation in advance(hand, deck):
            hand = hand.apply(operation)
        if not hand.waiting_on:
            return
        seat = hand.waiting_on[0]
        if seat == own and forced_placement(hand, seat) is None:
            yield Placing(hand, seat, TOLERANCE)
        judged = by_oracle(Knowledge.of(view_for(hand, seat)), rng, _SENSIBLE)
        placement = judged.placement(int(judged.outlook.points.argmax()))
        hand = hand.apply(Placed(seat, placement))


def _lies_near(
    kind: Leak, knowledge: Knowledge, rng: np.random.Generator, *, glances: bool
) -> bool:
    """True if a mistake of a kind lies near as the judge sees it, and before that at a glance."""
    seen, dreamt = (by_oracle(knowledge, rng, style) for style in (_SENSIBLE, _DREAMING))
    order = _ranked(seen)
    liked = {*order[:_LIKED], *_ranked(dreamt)[:_LIKED]}
    glanced = {number: _glanced(seen, number) for number in liked}
    best_seen = glanced[order[0]]
    if glances and not any(_kind(knowledge, each, best_seen) is kind for each in glanced.values()):
        return False
    best, others = weigh(knowledge, [each.placement for each in glanced.values()])
    return any(
        _PRICE[0] <= best.points - each.points <= _PRICE[1] and _kind(knowledge, each, best) is kind
        for each in others
    )


def _ranked(judged: Judgement) -> list[int]:
    """The numbers of all placements as they are liked, best first."""
    return np.argsort(-judged.outlook.points).tolist()


def _glanced(judged: Judgement, number: int) -> Advice:
    """A placement with the outlook that it seems to have."""
    points, foul, fantasyland = (float(column[number]) for column in judged.outlook)
    return Advice(judged.placement(number), points, foul, fantasyland)


def _kind(knowledge: Knowledge, given: Advice, best: Advice) -> Leak:
    cost = best.points - given.points
    review = Review(given, (best,), None, 0, cost)
    return kind_of(Verdict(Decision(knowledge, given.placement), review, best, cost))
