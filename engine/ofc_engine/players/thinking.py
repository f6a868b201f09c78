"""Questions that computer players answer in another process.

Asking needs no NumPy: the code that computes is imported where a question is answered. Answers take
long, so they are not for the event loop, nor for its process. They depend only on the arguments:
for another answer pass another seed.
"""

# ruff: noqa: PLC0415 - this is the boundary to everything that needs NumPy

from ofc_engine.board import Placement
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import CAUTIOUS, Level
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.ratings import YARDSTICKS, Evidence, Rating
from ofc_engine.players.skill import Decision, FinishedHand, Skill, Verdict


def decide(level: Level, knowledge: Knowledge, seed: int) -> Placement | None:
    """The placement of the pending cards by a level; None gives up (R8)."""
    import numpy as np

    from ofc_engine.players import deciding

    rng = np.random.default_rng(seed)
    if deciding.gives_up(level, knowledge, rng):
        return None
    return deciding.decide(level, knowledge, rng)


def place_safely(knowledge: Knowledge, seed: int) -> Placement:
    """R11.1: the placement of the pending cards of a player whose time has run out."""
    import numpy as np

    from ofc_engine.players import deciding

    # Being out of time must not mean a foul: playing for points fouled one in five Classic boards.
    return deciding.decide(CAUTIOUS, knowledge, np.random.default_rng(seed))


def advise(knowledge: Knowledge, count: int = 3) -> tuple[Advice, ...]:
    """The best `count` placements, best first; always the same."""
    from ofc_engine.players import advice

    return advice.advise(knowledge, count)


def counsel(knowledge: Knowledge) -> tuple[Advice, ...]:
    """The best three placements, and a safer one if these are all as risky; always the same."""
    from ofc_engine.players import advice

    return advice.counsel(knowledge, 3)


def review(knowledge: Knowledge, placement: Placement, count: int = 3) -> Review:
    """A placement compared with the best `count`; always the same.

    Raises PlacementError if it is not legal.
    """
    from ofc_engine.players import advice

    return advice.review(knowledge, placement, count)


def verdict(decision: Decision) -> Verdict:
    """The verdict on a decision, with the parts of its placement and of the best.

    Raises PlacementError if it was not legal.
    """
    from ofc_engine.players import verdicts

    return verdicts.verdict(decision, parts=True)


def judge_on(hand: FinishedHand, seconds: float = 0.0) -> tuple[Skill, ...] | None:
    """The skill and luck of every seat of a hand that is over, by the fixed judge.

    Each call judges one more decision, or as many as begin within `seconds`, and returns None while
    others are left.
    """
    from ofc_engine.players import verdicts

    return verdicts.judge_on(hand, seconds)


def rate(evidence: Evidence, variant: str) -> tuple[Rating, ...]:
    """People's ratings from everything known of their hands of a game (`Variant.game`)."""
    from ofc_engine.players import rating_estimate

    return rating_estimate.rate(evidence, YARDSTICKS[variant])
