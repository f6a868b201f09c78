"""What playing on would find better: `uv run python -m tools.benchmarks.rollouts --hands 40`.

Two masters play hands. Wherever learnt values decide, which is before the streets of which draws
are tried, the placements that seem best are played to the end with these values thousands of times,
all on the same draws. By half of the draws the best of them is chosen, and the other half tells
what it brings more than the master's own, so that luck in choosing does not count. On average that
is what looking further could still gain.
"""

import argparse
from collections import defaultdict
from typing import Final

import numpy as np

from ofc_engine.players.endgame import can_try_all
from ofc_engine.players.judging import by_master, usual_temper
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.players.oracle import sample
from ofc_engine.players.parts import played_on
from ofc_engine.players.values import learnt_judges
from ofc_engine.rulesets import Ruleset
from tools.benchmarks.skill import play

BEST: Final = 5
"""Placements that are played on."""


def gain(knowledge: Knowledge, draws: int, rng: np.random.Generator) -> float:
    """Points that the best of a decision's placements brings more than the master's."""
    found = by_master(knowledge, rng)
    best = np.argsort(-found.outlook.points)[:BEST]
    places = found.choices.places[best]
    drawn = sample(places[0], sum(street.dealt for street in knowledge.later), draws, rng)
    judges = learnt_judges(knowledge, usual_temper(knowledge.rules))[knowledge.number + 1 :]
    every = np.repeat(places, draws, axis=0), np.tile(drawn, (len(places), 1))
    points = played_on(*every, knowledge.later, judges)[1].reshape(len(places), draws)
    one, other = points[:, ::2].mean(axis=1), points[:, 1::2].mean(axis=1)
    gains = other[one.argmax()] - other[0], one[other.argmax()] - one[0]
    return float(np.mean(gains))


def main() -> None:
    """Play and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--hands", type=int, default=40)
    command.add_argument("--draws", type=int, default=2000, help="for each placement")
    command.add_argument("--variant", default="pineapple")
    command.add_argument("--seed", type=int, default=1)
    options = command.parse_args()
    rules, master = Ruleset.of("standard", {"variant": options.variant}), level("master")
    rng, gains = np.random.default_rng(options.seed), defaultdict[int, list[float]](list)
    for number in range(options.hands):
        hand = play(rules, (0, 0), f"{options.seed}/{number}", [master, master])
        for _, decision in hand.decisions():
            knowledge = decision.knowledge
            if len(knowledge.later) > 1 and not can_try_all(knowledge.later):
                gains[knowledge.number].append(gain(knowledge, options.draws, rng))
    for street, each in sorted(gains.items()):
        error = np.std(each, ddof=1) / np.sqrt(len(each))
        print(f"street {street + 1}: {np.mean(each):+.3f} ± {error:.3f} points ({len(each)})")


if __name__ == "__main__":
    main()
