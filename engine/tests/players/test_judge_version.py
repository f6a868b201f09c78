"""The version of the judge stands for what it says: another verdict is another version."""

from random import Random

import pytest

from engine.tests.hands import play
from ofc_engine.players.skill import JUDGE, FinishedHand
from ofc_engine.players.thinking import verdict
from ofc_engine.rulesets import STANDARD, Ruleset

HANDS = {
    "pineapple": (STANDARD, (0, 0)),
    "three players": (STANDARD, (0, 0, 0)),
    "three players, one in Fantasyland": (STANDARD, (14, 0, 0)),
    "a Fantasyland": (STANDARD, (14, 0)),
    "turbo": (Ruleset.of("standard", {"variant": "turbo"}), (0, 0)),
    "classic": (Ruleset.of("standard", {"variant": "classic"}), (0, 0)),
    "jokers": (STANDARD.changed({"jokers": "2"}), (0, 0)),
    "classic with jokers": (STANDARD.changed({"variant": "classic", "jokers": "1"}), (0, 0)),
}
"""Hands that are played at random; of each the first decisions are judged."""
DECISIONS = 6
SAID: dict[int, dict[str, list[float]]] = {
    4: {
        "pineapple": [5.95, 7.87, 0.44, 2.09, 0.67, 0.24],
        "three players": [11.88, 15.69, 7.33, 8.78, 1.0, 9.44],
        "a Fantasyland": [6.58, 38.61, 0.0, 2.51, 1.56, 0.0],
        "turbo": [3.36, 3.35, 0.5, 2.02, 0.0, 0.0],
        "classic": [2.95, 3.61, 0.0, 3.37, 1.0, 0.06],
    }
}
"""By version, what those decisions cost."""
# It only says of what they consist; what games with jokers are worth is learnt since.
SAID[5] = {**SAID[4], "jokers": [10.7, 3.41, 0.1, 10.0, 1.03, 0.0]}
SAID[6] = SAID[5]  # it only says so whichever placements it is asked about
SAID[7] = {**SAID[6], "a Fantasyland": [6.58, 38.61, 0.0, 2.48, 1.56, 0.0]}
SAID[8] = SAID[7]  # it looks once more at what is farther apart, too
# First streets of Pineapple are learnt once more; Classic with jokers is learnt since.
SAID[9] = {
    **SAID[8],
    "pineapple": [6.03, 7.91, 0.44, 2.09, 0.66, 0.24],
    "three players": [12.04, 15.76, 7.64, 8.78, 1.0, 9.44],
    "classic with jokers": [2.32, 2.92, 0.0, 0.0, 0.78, 0.92],
}
# Of two opponents it knows the one in Fantasyland from the one who isn't.
SAID[10] = {**SAID[9], "three players, one in Fantasyland": [12.32, 77.79, 4.67, 0.84, 10.03, 4.23]}
SAID[11] = SAID[10]  # it looks longer at third streets of tables of three, which come later


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
