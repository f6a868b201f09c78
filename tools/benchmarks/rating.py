"""Whether ratings hold the truth as often as they say: `uv run python -m tools.benchmarks.rating`.

First computer players play sessions of six hands, with the Fantasylands they carry on, and are
judged: that gives the yardsticks of `ofc_engine.players.ratings`, printed beside those in use.

Then people are made up: what they give away to each opponent and what the judge overlooks of them
are drawn, and 200 hands of each are put together from the hands that were played: what somebody
gave away from those of a level, stretched to their average, and the luck of all of a hand. So both
are as skew as they really are. Of hands that are not judged (real cards) whole sessions among
equals are taken, as points. The share of people whose interval holds the truth is to be 93 to 97 %.

It also says how narrow the intervals are, and how often they hold the truth after 30 hands and
where the judge overlooks nothing. The time of a rating in a ledger of 100,000 hands is measured by
`python -m tools.benchmarks.ledger`.

How much the judge overlooks is not its own word: with `--duels 200` each level plays so many deals
against *Steady*, and what it wins without the luck of the draws stands beside what the judge says.
Their difference is to be within what ratings allow for it.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ofc_engine.players.levels import LEVELS
from ofc_engine.players.rating_estimate import OVERLOOKED, rate
from ofc_engine.players.ratings import (
    NINETEEN_IN_TWENTY,
    YARDSTICKS,
    Evidence,
    PairPoints,
    PlayerPoints,
    Prior,
)
from ofc_engine.players.values import learnt_rules
from ofc_engine.players.verdicts import judge
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import score_hand
from ofc_engine.variants import GAMES
from tools.benchmarks import strength
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.skill import play

SESSION: Final = 6
TABLES: Final = (
    ("steady", "steady"),
    ("master", "steady"),
    ("bold", "steady"),
    ("steady", "beginner"),
    ("master", "beginner"),
    ("master", "steady", "beginner"),
    ("steady", "steady", "steady"),
)
HELD: Final = (0.93, 0.97)
PEOPLE: Final = 6
HANDS: Final = 200

Numbers = NDArray[np.float64]


@dataclass
class Pool:
    """Hands that were played: `given` to each opponent by level and number of players, `luck` of
    each seat by number of players, and `sessions` among equals: points of all seats, hand by hand.
    """

    given: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    luck: dict[int, list[list[float]]] = field(default_factory=lambda: defaultdict(list))
    sessions: dict[int, list[list[list[float]]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, rules: Ruleset, seed: str, seated: Sequence[str]) -> None:
        """Play and judge a session."""
        order, count = list(range(len(seated))), len(seated)
        visits, session = [0] * count, list[list[float]]()
        for number in range(SESSION):
            order = [*order[1:], order[0]]
            levels = [LEVELS[seated[player]] for player in order]
            hand = play(rules, tuple(visits[each] for each in order), f"{seed}/{number}", levels)
            skills, score = judge(hand), score_hand(hand.end)
            points = [0.0] * count
            for seat, player in enumerate(order):
                visits[player] = score.results[seat].fantasyland
                points[player] = score.points[seat]
                given = skills[seat].given_away / (count - 1)
                self.given[seated[player], count].append(given)
            self.luck[count].append([skill.luck or 0.0 for skill in skills])
            session.append(points)
        if len(set(seated)) == 1:
            self.sessions[count].append(session)

    def yardstick(self) -> Prior:
        """What the pool says of a variant."""
        given = {
            level: float(
                np.mean([np.mean(self.given[key]) for key in self.given if key[0] == level])
            )
            for level in LEVELS
        }
        # Of n seats with chances e the luck of one is n (e - mean e): that tells the scatter of
        # the difference of two chances.
        squares = [
            2 * np.array(lucks).var() / (count * (count - 1)) for count, lucks in self.luck.items()
        ]
        scatter = float(np.sqrt(np.mean(squares)))
        steady = given["steady"]
        return Prior(scatter, steady, {level: steady - each for level, each in given.items()})


@dataclass(frozen=True)
class Case:
    """People who are made up: so many hands of each, the share of them that is judged, and the
    standard deviation of what the judge overlooks; `has_goal` if the interval is held to it.
    """

    name: str
    judged: float
    hands: int = HANDS
    overlooked: float = OVERLOOKED
    has_goal: bool = True


CASES: Final = (
    Case("all hands judged", 1.0),
    Case("half of them judged", 0.5),
    Case("none judged", 0.0),
    Case("30 hands, all judged", 1.0, hands=30, has_goal=False),
    Case("all judged, nothing overlooked", 1.0, overlooked=0.0, has_goal=False),
)


class World:
    """People who were made up, with their `true` ratings, and what is known of their hands."""

    def __init__(self, pool: Pool, yardstick: Prior, rng: np.random.Generator) -> None:
        self._pool, self._yardstick, self._rng = pool, yardstick, rng
        self._means = {
            count: [
                (float(np.mean(hands)), hands) for (_, n), hands in pool.given.items() if n == count
            ]
            for count in pool.luck
        }

    def play(self, case: Case) -> Evidence:
        """Make people up and put their hands together; sets `true`."""
        rng = self._rng
        self.given = rng.lognormal(np.log(2.5), 0.7, PEOPLE)
        overlooked = rng.normal(0.0, case.overlooked, PEOPLE)
        self.true = self._yardstick.given - self.given + overlooked
        self._sums = {
            name: np.zeros(PEOPLE) for name in ("judged", "given", "squares", "luck", "net")
        }
        self._pairs = {name: np.zeros((PEOPLE, PEOPLE)) for name in ("lucky", "bare")}
        hands = np.zeros(PEOPLE, dtype=int)
        while hands.min() < case.hands:
            count = int(rng.integers(2, 4))
            who = rng.choice(PEOPLE, count, replace=False)
            hands[who] += SESSION
            if rng.random() < case.judged:
                for _ in range(SESSION):
                    self._judged(who, overlooked[who])
            else:
                self._bare(who)
        played = tuple(
            PlayerPoints(
                n,
                None,
                int(hands[n]),
                int(self._sums["judged"][n]),
                *(float(self._sums[name][n]) for name in ("given", "squares", "luck", "net")),
            )
            for n in range(PEOPLE)
        )
        pairs = self._pairs
        together = tuple(
            PairPoints(a, b, float(pairs["lucky"][a, b]), float(pairs["bare"][a, b]))
            for a, b in combinations(range(PEOPLE), 2)
        )
        return Evidence(played, together)

    def _judged(self, who: Numbers, overlooked: Numbers) -> None:
        """A judged hand: what each gave away, and the luck of a hand that was played."""
        rng, count = self._rng, len(who)
        lucks = self._pool.luck[count]
        luck = rng.permutation(lucks[rng.integers(len(lucks))])
        luck = luck + count * overlooked - overlooked.sum()
        for seat, player in enumerate(who):
            given = self._given(int(player), count)
            self._sums["judged"][player] += 1
            self._sums["given"][player] += given
            self._sums["squares"][player] += given**2
            self._sums["luck"][player] += luck[seat] / count
        self._pair_up("lucky", who, 1)

    def _given(self, player: int, count: int) -> float:
        """What they give away in a hand: as a level that gives away about as much, stretched."""
        average = self.given[player]
        means = self._means[count]
        mean, hands = min(means, key=lambda each: abs(np.log(each[0] / average)))
        return hands[self._rng.integers(len(hands))] * average / mean

    def _bare(self, who: Numbers) -> None:
        """A session with real cards: points among equals, and what these people are ahead."""
        rng, count = self._rng, len(who)
        sessions = self._pool.sessions[count]
        session = np.array(sessions[rng.integers(len(sessions))])[:, rng.permutation(count)]
        ahead = count * self.true[who] - self.true[who].sum()
        self._sums["net"][who] += (session + ahead).sum(axis=0) / count
        self._pair_up("bare", who, SESSION)

    def _pair_up(self, kind: str, who: Numbers, hands: int) -> None:
        for a, b in combinations(sorted(who), 2):
            self._pairs[kind][a, b] += hands / len(who)


def measured(pool: Pool, case: Case, runs: int, seed: int) -> tuple[float, float]:
    """The share of people whose interval holds the truth, and its mean half width."""
    yardstick, rng = pool.yardstick(), np.random.default_rng(seed)
    held, widths = 0, list[float]()
    for _ in range(runs):
        world = World(pool, yardstick, rng)
        for rating in rate(world.play(case), yardstick):
            low, high = rating.span
            held += low <= world.true[rating.player_id] <= high
            widths.append((high - low) / 2)
    return held / len(widths), float(np.mean(widths))


def overlooked(rules: Ruleset, yardstick: Prior, deals: int, seed: int) -> list[Goal]:
    """What each level wins from *Steady* beside what the judge says, printed, as goals."""
    goals: list[Goal] = []
    for name in sorted(LEVELS.keys() - {"steady"}):
        steady = strength.player("steady")
        won = strength.duel(strength.player(name), steady, rules, deals, str(seed))
        by_judge = yardstick.anchors[name]
        print(
            f"{name} v steady: {won.points:+.2f} ± {won.error:.2f} points a hand,"
            f" {by_judge:+.2f} by the judge",
            flush=True,
        )
        allowed = NINETEEN_IN_TWENTY * float(np.hypot(OVERLOOKED, won.error))
        goals.append(Goal(f"{name}: overlooked", abs(won.points - by_judge), allowed, "points"))
    return goals


def told(yardstick: Prior) -> str:
    """A yardstick as it is printed."""
    anchors = ", ".join(f"{name} {points:+.2f}" for name, points in yardstick.anchors.items())
    return f"scatter {yardstick.scatter:.2f}, Steady gives away {yardstick.given:.2f}; {anchors}"


def main() -> int:
    """Measure and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--variant", choices=sorted(YARDSTICKS), default="pineapple")
    command.add_argument("--sessions", type=int, default=150)
    command.add_argument("--runs", type=int, default=400)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--duels", type=int, default=0, help="deals of each level with Steady")
    options = command.parse_args()
    rules, pool = learnt_rules(GAMES[options.variant]), Pool()
    for number in range(options.sessions):
        pool.add(rules, f"{options.seed}/{number}", TABLES[number % len(TABLES)])
    print(f"measured: {told(pool.yardstick())}\nin use:   {told(YARDSTICKS[options.variant])}")
    goals: list[Goal] = []
    if options.duels:
        goals += overlooked(rules, pool.yardstick(), options.duels, options.seed)
    for case in CASES:
        share, width = measured(pool, case, options.runs, options.seed)
        print(f"{case.name}: {share:.1%} of the intervals hold the truth; ±{width:.2f}", flush=True)
        if case.has_goal:
            off = max(HELD[0] - share, share - HELD[1], 0.0)
            goals.append(Goal(f"{case.name}: share beyond 93 to 97 %", 100 * off, 0.0, "%"))
    return report(goals)


if __name__ == "__main__":
    sys.exit(main())
