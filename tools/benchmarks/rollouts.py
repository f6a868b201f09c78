"""How much better playouts would find: `uv run python -m tools.benchmarks.rollouts --hands 40`.

Two masters play hands, or as many as `--players` says. Wherever learnt values decide, which is
before the streets of which draws are tried, the placements that seem best are played to the end
with these values thousands of times, all on the same draws. By half of the draws the best of them
is chosen, and the other half tells what it brings more than the master's own, so that luck in
choosing does not count. On average that is what looking further could still gain.

With `--weights FOLDER` it is what learnt values of another training gain: where the master places
otherwise by them, both placements are played to the end, by either values on the same draws. Points
are from one opponent.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeAlias
from unittest.mock import patch

import numpy as np

from ofc_engine.players import values
from ofc_engine.players.endgame import can_try_all
from ofc_engine.players.judging import Judgement, by_master, usual_temper
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.players.network import Network, networks, read
from ofc_engine.players.oracle import sample
from ofc_engine.players.parts import played_on
from ofc_engine.players.positions import Floats, Indices, Places
from ofc_engine.rulesets import Ruleset
from tools.benchmarks.skill import play

BEST: Final = 5
"""Placements that are played on."""
_Gain: TypeAlias = Callable[[Knowledge, int, np.random.Generator], float]
"""Points from one opponent that a decision could be better, by so many draws."""


def gain(knowledge: Knowledge, draws: int, rng: np.random.Generator) -> float:
    """What the best of a decision's placements brings more than the master's."""
    found = by_master(knowledge, rng)
    best = np.argsort(-found.outlook.points)[:BEST]
    points = _played_on(found.choices.places, best, knowledge, draws, rng)
    one, other = points[:, ::2].mean(axis=1), points[:, 1::2].mean(axis=1)
    gains = other[one.argmax()] - other[0], one[other.argmax()] - one[0]
    return float(np.mean(gains))


def gain_of(new: tuple[Network, ...]) -> _Gain:
    """What the master's placement by other learnt values brings more than by its own."""

    def gained(knowledge: Knowledge, draws: int, rng: np.random.Generator) -> float:
        either, seed = (networks(knowledge.rules.variant.values), new), int(rng.integers(2**32))
        judged: list[Judgement] = []
        for known in either:
            with _knowing(known):
                judged.append(by_master(knowledge, np.random.default_rng(seed)))
        both = np.array([each.outlook.points.argmax() for each in judged], np.intp)
        if both[0] == both[1]:
            return 0.0
        points: list[float] = []
        for known in either:
            with _knowing(known):
                chance, places = np.random.default_rng(seed), judged[0].choices.places
                own, other = _played_on(places, both, knowledge, draws, chance)
            points.append(float((other - own).mean()))
        return float(np.mean(points))

    return gained


@contextmanager
def _knowing(known: tuple[Network, ...]) -> Generator[None]:
    """Let the master place by these networks."""

    def read_already(_values: str) -> tuple[Network, ...]:
        return known

    with patch.object(values, "networks", read_already):
        yield


def _played_on(
    places: Places, which: Indices, knowledge: Knowledge, draws: int, rng: np.random.Generator
) -> Floats:
    """Points from one opponent of some positions of a decision with the same draws: (n, draws)."""
    drawn = sample(places[0], sum(street.dealt for street in knowledge.later), draws, rng)
    judges = values.learnt_judges(knowledge, usual_temper(knowledge.rules))[knowledge.number + 1 :]
    every = np.repeat(places[which], draws, axis=0), np.tile(drawn, (len(which), 1))
    points = played_on(*every, knowledge.later, judges)[1].reshape(len(which), draws)
    return points / np.float32(max(1, len(knowledge.opponents)))


def main() -> None:
    """Play and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--hands", type=int, default=40)
    command.add_argument("--players", type=int, default=2)
    command.add_argument("--draws", type=int, default=2000, help="for each placement")
    command.add_argument("--variant", default="pineapple")
    command.add_argument("--weights", type=Path, help="a folder with those of another training")
    command.add_argument("--seed", type=int, default=1)
    options = command.parse_args()
    rules, master = Ruleset.of("standard", {"variant": options.variant}), level("master")
    gained = gain
    if options.weights:
        with np.load(options.weights / f"{rules.variant.values}.npz") as arrays:
            gained = gain_of(read(arrays, rules.variant.rows))
    rng, gains = np.random.default_rng(options.seed), defaultdict[int, list[float]](list)
    for number in range(options.hands):
        masters, visits = [master] * options.players, (0,) * options.players
        hand = play(rules, visits, f"{options.seed}/{number}", masters)
        for _, decision in hand.decisions():
            knowledge = decision.knowledge
            if len(knowledge.later) > 1 and not can_try_all(knowledge.later):
                gains[knowledge.number].append(gained(knowledge, options.draws, rng))
    for street, each in sorted(gains.items()):
        found = np.array(each)
        error, changed = found.std(ddof=1) / len(found) ** 0.5, (found != 0).mean()
        print(
            f"street {street + 1}: {found.mean():+.3f} ± {error:.3f} points, otherwise in"
            f" {changed:.0%} ({len(found)})"
        )


if __name__ == "__main__":
    main()
