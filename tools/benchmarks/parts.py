"""Whether parts sum to points, and their errors: `python -m tools.benchmarks.parts`.

Computer players of all levels play hands, and each decision is compared with the best one, or the
best with the next.

- Sum: the largest difference between the points of a placement and the sum of its parts.
- Errors: of differences between parts that are sampled, how many are farther than two of their
  standard errors from what many more draws say, and how many that seem certain have a wrong sign.
- CPU: of finding out the parts of two placements, by street.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from time import process_time
from typing import Final

import numpy as np

from ofc_engine.players.judge import by_judge
from ofc_engine.players.judging import Judgement
from ofc_engine.players.levels import LEVELS
from ofc_engine.players.parts import parts_of
from ofc_engine.players.skill import Decision
from ofc_engine.rulesets import PRESETS, STANDARD
from ofc_engine.scoring import score_hand
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.skill import play

MOST_OFF: Final = 0.01
"""Points by which the sum may differ."""
_MANY: Final = 40
"""How many times the draws tell what the errors are."""


def decisions(seed: int) -> Iterator[Decision]:
    """Decisions of hands of all levels, variants and presets, of two and three players."""
    levels = list(LEVELS.values())
    every = [*PRESETS.values(), *(STANDARD.changed({"variant": v}) for v in ("turbo", "classic"))]
    rng = np.random.default_rng(seed)
    number = 0
    while True:
        rules = every[number % len(every)] if number % 2 else STANDARD
        players = 3 if number % 5 == 0 else 2
        seated = [levels[int(n)] for n in rng.choice(len(levels), players)]
        visits = (0,) * players
        for _ in range(3):
            hand = play(rules, visits, f"parts/{seed}/{number}", seated)
            number += 1
            for _, decision in hand.decisions():
                if decision.placement is not None and not decision.knowledge.sets_at_once:
                    yield decision
            visits = tuple(each.fantasyland for each in score_hand(hand.end).results)


def compared(judged: Judgement, number: int) -> list[int]:
    """The best placement and the one that was chosen, or the next best."""
    order = [int(n) for n in np.argsort(-judged.outlook.points, kind="stable")]
    return order[:2] if number == order[0] else [order[0], number]


def astray(judged: Judgement, which: list[int], draws: int) -> list[tuple[float, bool]]:
    """By how many of its errors each part's difference is off, and whether a certain one's sign."""
    sure = judged._replace(error=0.0)
    few, many = parts_of(sure, which, draws), parts_of(sure, which, draws * _MANY)
    told, known = (np.subtract(each[1].values, each[0].values) for each in (few, many))
    errors = np.array(few[1].errors)
    return [
        (abs(t - k) / e, abs(t) > 2 * e and t * k < 0)
        for t, k, e in zip(told, known, errors, strict=True)
        if e > 0
    ]


def main() -> int:
    """Play, judge and print; 1 if parts do not sum to points."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--decisions", type=int, default=300)
    command.add_argument("--errors", type=int, default=30, help="decisions of which errors are")
    command.add_argument("--draws", type=int, default=100)
    command.add_argument("--seed", type=int, default=1)
    options = command.parse_args()
    off, seen = 0.0, list[tuple[float, bool]]()
    seconds, judging = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    left = options.errors
    for decision in islice(decisions(options.seed), options.decisions):
        knowledge = decision.knowledge
        start = process_time()
        assert decision.placement is not None, "others are left out"
        judged, (number,) = by_judge(knowledge, [decision.placement])
        between = process_time()
        which = compared(judged, number)
        found = parts_of(judged, which, options.draws)
        street = f"{knowledge.rules.variant.name} {knowledge.number + 1}"
        seconds[street].append(process_time() - between)
        judging[street].append(between - start)
        for at, each in zip(which, found, strict=True):
            off = max(off, abs(sum(each.values) - float(judged.outlook.points[at])))
        if left and judged.error and len(which) > 1:
            left -= 1
            seen += astray(judged, which, options.draws)
    for street in sorted(seconds):
        ms = [1000 * float(np.median(each[street])) for each in (judging, seconds)]
        print(f"{street}: judged {ms[0]:.0f} ms, parts {ms[1]:.0f} ms ({len(seconds[street])})")
    if seen:
        beyond = np.mean([distance > 2 for distance, _ in seen])
        wrong = sum(sign for _, sign in seen)
        print(f"differences off by more than two errors: {beyond:.1%} of {len(seen)}")
        print(f"certain ones of the wrong sign: {wrong}")
    return report([Goal("parts beside points", off, MOST_OFF)])


if __name__ == "__main__":
    sys.exit(main())
