"""Every goal in one table, "met" or "missed": `uv run python -m benchmarks`.

It takes twenty minutes and wants a machine with two cores and nothing else to do. What each
part measures, and what else can be measured: README.md beside this file. Hands and clicks are
measured warm, after some that fill the caches; starts are cold. Full speed is people who click
as soon as they can; `benchmarks.full_speed` also has them pause as people do, in its second part.
"""

import asyncio
import sys

from benchmarks import clicks, commits, full_speed, rest, tables
from benchmarks.goals import Goal, report

SIZES = (10, 100, 1000)


async def measure() -> list[Goal]:
    """Measure one after the other."""
    # First, as it is measured in this process: what the others leave in memory makes it slower.
    goals = await commits.goals()
    goals += await clicks.measure()
    goals += await full_speed.measure()
    for size in SIZES:
        goals += await tables.play(size)
    goals += await tables.play(1000, rate=150.0)
    goals += await tables.overload()
    return goals + await rest.measure()


if __name__ == "__main__":
    sys.exit(report(asyncio.run(measure())))
