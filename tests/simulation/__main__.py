"""Live through worlds: `python -m tests.simulation --seed N --days D`."""

import argparse
import os
import sys
from pathlib import Path

from tests.simulation.plan import Fault, Plan
from tests.simulation.world import simulate


def main() -> None:
    """Live through a world, and tell its digest."""
    command = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--days", type=float, default=Plan.days)
    command.add_argument("--people", type=int, default=Plan.people)
    command.add_argument("--faults", default=",".join(Fault))
    command.add_argument("--transcript", type=Path)
    options = command.parse_args()
    faults = frozenset(Fault(word) for word in options.faults.split(",") if word != "none")
    plan = Plan(options.seed, options.days, options.people, faults)
    outcome = simulate(plan, options.transcript)
    print(outcome.digest, flush=True)
    if outcome.failure is not None:
        print(outcome.failure)
        print(plan.command)
    print(", ".join(f"{name} {count}" for name, count in outcome.counts.items() if count))
    # What was killed in the world is not cleaned up after its end either.
    sys.stdout.flush()
    os._exit(outcome.failure is not None)


if __name__ == "__main__":
    main()
