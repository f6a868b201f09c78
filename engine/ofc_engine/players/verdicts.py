"""Verdicts of the fixed judge on decisions, and the luck that is left of the result."""

import time
from collections.abc import Iterator
from typing import Final, TypeAlias

from ofc_engine.hand import Hand
from ofc_engine.players.advice import advise, review
from ofc_engine.players.aims import visit_worth
from ofc_engine.players.judge import CARE, Thoroughness
from ofc_engine.players.skill import Decision, FinishedHand, Skill, Verdict, price_of_giving_up
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import score_hand
from ofc_engine.seat import Fate

_Steps: TypeAlias = Iterator[tuple[Skill, ...] | None]
_UNDER_WAY: Final[dict[FinishedHand, _Steps]] = {}
"""Hands that are being judged in steps, least recently continued first."""
# A hand may stay half judged if its asker has gone: the oldest are dropped, and would only start
# over.
_MOST_UNDER_WAY: Final = 16


def verdict(decision: Decision, care: Thoroughness = CARE, *, parts: bool = False) -> Verdict:
    """The verdict on a decision; PlacementError if it was not legal.

    With `parts`, the placement and the best have theirs, if it cost anything.
    """
    knowledge, placement = decision.knowledge, decision.placement
    price = price_of_giving_up(knowledge)
    if placement is None:
        best = advise(knowledge, 1, care)[0]
        return Verdict(decision, None, best, max(0.0, best.points + price), best.points <= -price)
    found = review(knowledge, placement, 1, care, parts=parts)
    best = found.best[0]
    # If giving up is better than every placement, the cost is measured against it.
    beyond = -price - best.points if price else 0.0
    return Verdict(decision, found, best, found.cost + max(0.0, beyond), beyond > 0)


def judge(hand: FinishedHand, care: Thoroughness = CARE) -> tuple[Skill, ...]:
    """The skill and luck of every seat of a hand that is over."""
    *_, skills = _in_steps(hand, care)
    assert skills is not None, "the last step says"
    return skills


def judge_on(hand: FinishedHand, seconds: float = 0.0) -> tuple[Skill, ...] | None:
    """`judge` in steps: go on for `seconds`, at least one decision; None until all are judged.

    What has been judged of a hand is known only in this process; another one starts over.
    """
    until = time.monotonic() + seconds
    steps = _UNDER_WAY.pop(hand, None) or _in_steps(hand, CARE)
    skills = next(steps)
    while skills is None and time.monotonic() < until:
        skills = next(steps)
    if skills is None:
        _UNDER_WAY[hand] = steps
        if len(_UNDER_WAY) > _MOST_UNDER_WAY:
            del _UNDER_WAY[next(iter(_UNDER_WAY))]
    return skills


def _in_steps(hand: FinishedHand, care: Thoroughness) -> _Steps:
    """Yield None for each decision once it is judged, then the skills."""
    verdicts: list[list[Verdict]] = [[] for _ in hand.fantasyland]
    for seat, decision in hand.decisions():
        verdicts[seat].append(verdict(decision, care, parts=not decision.on_behalf))
        yield None
    costs = [sum(each.cost for each in own) for own in verdicts]
    lucks = _lucks(hand.rules, hand.end, costs)
    yield tuple(Skill(tuple(own), luck) for own, luck in zip(verdicts, lucks, strict=True))


def _lucks(rules: Ruleset, end: Hand, costs: list[float]) -> list[float | None]:
    """The luck of each seat, given the costs of each seat's decisions."""
    if any(seat.fate is Fate.DEAD for seat in end.seats):
        return [None] * len(costs)
    score, others = score_hand(end), len(costs) - 1
    gains = [
        # From each opponent, besides points: the visit earned less the one it had, and cost.
        _worth(result.fantasyland, rules) - _worth(seat.fantasyland, rules) + cost / others
        for result, seat, cost in zip(score.results, end.seats, costs, strict=True)
    ]
    return [
        points + others * gain - (sum(gains) - gain)
        for points, gain in zip(score.points, gains, strict=True)
    ]


def _worth(visit: int, rules: Ruleset) -> float:
    """The worth of a visit of `visit` cards, 0 for none, from one opponent.

    A visit may have fewer cards than were earned, if many play (R7.2).
    """
    worth = visit_worth(rules)
    return max((points for cards, points in worth.items() if cards <= visit), default=0.0)
