"""What an idle bot costs: `uv run python -m tools.benchmarks.rest`.

Beside a bare discord.py bot: processor time from the start of the process until Discord has let
it in, memory once it is at rest, and processor time at rest. Each is started a few times, in
turns; what the bot makes once in its life, such as its emoji, is there before.
"""

import argparse
import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from discord_standin.standin import StandIn
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.process import OURS, bot_process

MOST_MEMORY: Final = 80
MOST_CPU: Final = 1.2
BARE: Final = """
import os
import discord
from discord_standin.redirect import redirected
with redirected(os.environ["OFC_DISCORD_URL"]):
    discord.Client(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"])
"""
REST: Final = 20.0
"""Seconds that a bot is looked at while it is at rest."""


@dataclass(frozen=True)
class Rest:
    """Seconds of processor time until identified and for each second at rest, and bytes held."""

    identify: float
    idle: float
    resident: int
    private: int


async def one(*arguments: str) -> Rest:
    """Start a bot once and leave it alone."""
    async with StandIn() as discord:
        discord.add_guild("Quiet")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ofc.sqlite3"
            async with bot_process(discord, path, *arguments):
                await discord.settle(quiet=5.0)
            async with bot_process(discord, path, *arguments) as bot:
                identify = bot.cpu
                await discord.settle(quiet=5.0)
                before = bot.cpu
                await asyncio.sleep(REST)
                return Rest(identify, (bot.cpu - before) / REST, bot.resident, bot.memory)


async def measure(rounds: int = 3) -> list[Goal]:
    """Measure the idle bot."""
    bots = {"this bot": OURS, "bare discord.py": ("-c", BARE)}
    found: dict[str, list[Rest]] = {name: [] for name in bots}
    for _ in range(rounds):
        for name, arguments in bots.items():
            found[name].append(await one(*arguments))
    for name, each in found.items():
        print(
            f"{name}: let in after {median(r.identify for r in each):.2f} s CPU;"
            f" at rest {median(r.resident for r in each) / 1e6:.0f} MB"
            f" ({median(r.private for r in each) / 1e6:.0f} private),"
            f" {100 * median(r.idle for r in each):.2f} % of a core"
        )
    ours = found["this bot"]
    return [
        Goal("memory at rest", median(r.resident for r in ours) / 1e6, MOST_MEMORY, "MB"),
        Goal("CPU until let in", median(r.identify for r in ours), MOST_CPU, "s"),
    ]


def main() -> int:
    """Measure; 1 if a goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--rounds", type=int, default=3)
    return report(asyncio.run(measure(command.parse_args().rounds)))


if __name__ == "__main__":
    sys.exit(main())
