"""Every goal in one table, "met" or "missed": `uv run python -m tools.benchmarks`.

It takes twenty minutes on two cores with nothing else to do. README.md beside this file says what
each part measures, and what else can be measured. Hands and clicks are
measured warm, after some that fill the caches; starts are cold. Full speed is people who click
as soon as they can; the second part of `full_speed` also has them pause as people do.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from tools.benchmarks import clicks, commits, full_speed, rest, tables
from tools.benchmarks.goals import Goal, report

SIZES: Final = (10, 100, 1000)


async def _tables() -> list[Goal]:
    goals: list[Goal] = []
    for size in SIZES:
        goals += await tables.play(size)
    return goals + await tables.overload()


PARTS: Final[Mapping[str, Callable[[], Awaitable[list[Goal]]]]] = {
    # First, as it is measured in this process: what the others leave in memory makes it slower.
    "commits": commits.goals,
    "clicks": clicks.measure,
    "full_speed": full_speed.measure,
    "tables": _tables,
    "rest": rest.measure,
}


async def measure(parts: list[str]) -> list[Goal]:
    """Measure one after the other."""
    return [goal for name in PARTS if name in parts for goal in await PARTS[name]()]


def main() -> int:
    """Print the table; 1 if a goal is missed."""
    command = argparse.ArgumentParser(
        prog="python -m tools.benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("parts", nargs="*", metavar="part", help=f"only {', '.join(PARTS)}")
    options = command.parse_args()
    if unknown := sorted({*options.parts} - {*PARTS}):
        command.error(f"{unknown[0]} is no part of it: {', '.join(PARTS)}")
    return report(asyncio.run(measure(options.parts or [*PARTS])))


if __name__ == "__main__":
    sys.exit(main())
