"""Live through worlds: one seed in every detail, many seeds, or as many as there is time for.

python -m tests.simulation --seed 7            one world, and the digest of its transcript
python -m tests.simulation --seeds 1-1000      many, and smaller ones of those that fail
python -m tests.simulation --hours 8           as many as there is time for

A seed has the same digest on every Python from 3.12 on; asyncio of 3.11 takes steps of its own. On
another kind of processor all happens alike, but some pictures are a shade off: their lines differ.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.in_memory import write_in_memory
from tests.simulation.hunting import Tally, live_through, plans, shrink
from tests.simulation.plan import Fault, Plan
from tests.simulation.world import Outcome, simulate


def main() -> int:
    """Run the worlds that the options ask for; 1 if a check failed."""
    command = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--seed", type=int, help="live through this world alone")
    command.add_argument("--seeds", help="first and last of many, such as 1-100")
    command.add_argument("--hours", type=float, help="go on for so long, from a seed of today's on")
    command.add_argument("--days", type=float, default=Plan.days, help="how long a world lasts")
    command.add_argument("--people", type=int, default=Plan.people, help="how many live in it")
    command.add_argument(
        "--faults", default=",".join(Fault), help="what goes wrong, by name, or none: %(default)s"
    )
    command.add_argument("--transcript", type=Path, help="a file for all that happens")
    command.add_argument("--jobs", type=int, default=1, help="worlds that live at once")
    command.add_argument("--as-they-are", action="store_true", help="do not look for smaller ones")
    options = command.parse_args()
    write_in_memory()
    faults = frozenset(Fault(word) for word in options.faults.split(",") if word != "none")
    plan = Plan(options.seed or 0, options.days, options.people, faults)
    if options.seed is not None:
        return _live(plan, options.transcript)
    worlds = plans(_seeds(options), plan)
    return _hunt(worlds, options.jobs, shrinks=not options.as_they_are)


def _seeds(options: argparse.Namespace) -> Iterator[int]:
    if options.hours is None:
        first, _, last = (options.seeds or "1-20").partition("-")
        yield from range(int(first), int(last or first) + 1)
        return
    until = time.time() + options.hours * 3600
    for seed in count(int(time.time())):
        if time.time() > until:
            return
        yield seed


def _live(plan: Plan, transcript: Path | None) -> int:
    outcome = simulate(plan, transcript)
    print(outcome.digest)
    _tell(outcome)
    print(", ".join(f"{number} {name}" for name, number in outcome.counts.items() if number))
    return int(outcome.failure is not None)


def _hunt(worlds: Iterator[Plan], jobs: int, *, shrinks: bool) -> int:
    tally = Tally()
    for outcome in live_through(worlds, jobs):
        tally.add(outcome)
        if outcome.failure is not None:
            _tell(outcome)
            if shrinks:
                _tell(shrink(outcome, lambda smaller: print("  smaller:", smaller.plan.command)))
    print(tally)
    for outcome in tally.failures:
        print(outcome.failure and outcome.failure.check, outcome.plan.command)
    return int(bool(tally.failures))


def _tell(outcome: Outcome) -> None:
    if outcome.failure is not None:
        print(outcome.failure)
        print(outcome.plan.command, flush=True)


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # Leave without cleaning up: nothing of a process that was killed in the world may run.
    os._exit(code)
