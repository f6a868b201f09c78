"""Memory of a bot at which hands are played on and on: `uv run python -m tools.benchmarks.steady`.

People at eight tables of three at a stand-in play hand after hand, each as soon as it is their
turn. Caches fill in the first tenth of the hands; from then on the bot should hold no more. Ten
thousand hands take an hour.
"""

import argparse
import asyncio
import sys
from typing import Final

from discord_standin.model.feed import Change
from discord_standin.model.messages import Message, Version
from tools.benchmarks.full_speed import MOST_MEMORY, dealt
from tools.benchmarks.goals import Goal, report

PARTS: Final = 10
MOST_GROWTH: Final = 1.05


async def measure(tables: int, hands: int) -> list[Goal]:
    """Measure the memory that the bot holds after each tenth of the hands."""
    async with dealt(tables) as played:
        played.town.discord.world.feed.follow(forget)
        held: list[int] = []
        for _ in range(PARTS):
            await played.play(hands // PARTS)
            held.append(played.bot.resident)
            print(f"{played.count.hands} hands: {held[-1] / 1e6:.1f} MB", flush=True)
    at = f"{played.count.hands} hands"
    return [
        Goal(f"memory after {at}", held[-1] / 1e6, MOST_MEMORY, "MB"),
        Goal(f"most memory in {at}, beside the first tenth", max(held) / held[0], MOST_GROWTH, ""),
    ]


def forget(change: Change) -> None:
    """Drop old versions of messages: the stand-in would keep two megabytes a hand."""
    message = change.subject
    if isinstance(message, Message):
        left = Version(message.now.since) if message.is_deleted else message.now
        message.versions[:] = [left]


def main() -> int:
    """Measure; 1 if a goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--tables", type=int, default=8)
    command.add_argument("--hands", type=int, default=1250, help="at each table")
    options = command.parse_args()
    return report(asyncio.run(measure(options.tables, options.hands)))


if __name__ == "__main__":
    sys.exit(main())
