"""How exact and fast the Fantasyland solver is: `uv run python -m tools.benchmarks.solver`.

1,000 random deals of all sizes are solved and compared with trying every board; above 14 cards
every way to leave cards out down to 14 is tried, which takes about 0.1, 1 and 6 seconds a deal
of 15, 16 and 17. Then 300 more of each size are timed, on one thread.
"""

import argparse
import os
import sys
from itertools import combinations
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from engine.tests.players.brute import best_points
from ofc_engine.cards import DECK, Cards
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import NOBODY, Aim
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset

COMPARED: Final = {13: 470, 14: 470, 15: 40, 16: 15, 17: 5}
TIMED: Final = 300
BUDGETS: Final = {14: 2.0, 17: 10.0}
STAY_WORTH: Final = 9.5


def aim(rules: Ruleset) -> Aim:
    return Aim(rules, [NOBODY], {rules.visit_cards: STAY_WORTH}, fantasyland=True)


def brute(cards: Cards, rules: Ruleset) -> float:
    fewer = combinations(cards, min(len(cards), 14))
    return max(best_points(deal, rules, (), STAY_WORTH)[0] for deal in fewer)


def mismatches(count: int, deals: int, random: Random) -> int:
    wrong = 0
    for number in range(deals):
        rules = list(PRESETS.values())[number % len(PRESETS)]
        deal = tuple(random.sample(DECK, count))
        found = solve(deal, aim(rules))[0].value
        wrong += abs(found - brute(deal, rules)) > 0.001
    return wrong


def times(count: int, random: Random) -> list[float]:
    """Milliseconds of each deal."""
    taken: list[float] = []
    aimed = aim(STANDARD)
    for _ in range(TIMED):
        deal = tuple(random.sample(DECK, count))
        start = perf_counter()
        solve(deal, aimed)
        taken.append((perf_counter() - start) * 1000)
    return taken


def main() -> int:
    """Compare and time; 1 if a deal is not exact or a budget is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--cards", type=int, nargs="+", choices=list(COMPARED), help="these sizes")
    command.add_argument("--deals", type=int, help="compared of each size")
    options = command.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    random = Random(2024)
    failed = False
    print(f"{'cards':>5}{'compared':>10}{'wrong':>7}{'median ms':>11}{'max ms':>8}")
    for count in options.cards or COMPARED:
        compared = options.deals or COMPARED[count]
        wrong, taken = mismatches(count, compared, random), times(count, random)
        middle = median(taken)
        print(f"{count:>5}{compared:>10}{wrong:>7}{middle:>11.2f}{max(taken):>8.2f}", flush=True)
        failed |= bool(wrong) or middle > BUDGETS.get(count, middle)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
