"""The version of the judge stands for what it says: another verdict is another version."""

from random import Random

import pytest

from bot.ofc.rulesets import STANDARD, Ruleset
from bot.players.skill import JUDGE, FinishedHand
from bot.players.thinking import verdict
from tests.ofc.hands import play

HANDS = {
    "pineapple": (STANDARD, (0, 0)),
    "three players": (STANDARD, (0, 0, 0)),
    "a Fantasyland": (STANDARD, (14, 0)),
    "turbo": (Ruleset.of("standard", {"variant": "turbo"}), (0, 0)),
    "classic": (Ruleset.of("standard", {"variant": "classic"}), (0, 0)),
}
"""Hands that are played at random; of each the first decisions are judged."""
DECISIONS = 6
SAID: dict[int, dict[str, list[float]]] = {
    3: {
        "pineapple": [5.58, 8.32, 0.5, 0.9, 0.7, 0.16],
        "three players": [11.17, 16.62, 7.03, 9.27, 0.89, 8.97],
        "a Fantasyland": [7.02, 39.11, 0.01, 2.77, 1.38, 0.0],
        "turbo": [3.36, 3.35, 0.5, 2.02, 0.0, 0.0],
        "classic": [2.81, 2.26, 0.0, 2.6, 0.66, 0.33],
    }
}
"""By version, what those decisions cost."""


def costs(name: str) -> list[float]:
    rules, visits = HANDS[name]
    log = play(rules, visits, b"judge" * 6 + b"!!", Random(7)).log
    decisions = [each for _, each in FinishedHand(rules, visits, log).decisions()]
    return [round(verdict(each).cost, 2) for each in decisions[:DECISIONS]]


@pytest.mark.parametrize("name", HANDS)
def test_a_judge_of_the_same_version_says_the_same(name: str):
    """Whoever changes what decisions cost counts JUDGE up, and writes down what it says now."""
    found = costs(name)
    assert JUDGE in SAID, f"a new judge: write down that it says {found}"
    assert found == pytest.approx(SAID[JUDGE][name], abs=0.03)
