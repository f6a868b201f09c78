"""What a click costs: `uv run python -m tools.benchmarks.clicks`.

People at a stand-in lift a card and take it back, again and again, each at a table of their own:
the whole bot in a process of its own, its database on disk. Other bots answer the same clicks
with the same messages, in turns, and all are started several times: with the same code one
process takes up to a twentieth more than the next. A click's CPU is what the bot's process uses
until all that it set off is over; the stand-in is not in it. Seconds go from the click to the
answer as the stand-in sees it, whose own work on the other core is in them.

The usual bot (`tools/benchmarks/usual_bot.py`) is a straightforward first version: persistent
views, and drafts in SQLite. The bare ones (`tools/benchmarks/bare_bot.py`) store and check nothing.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from discord_standin.model.writing import Letter, send
from discord_standin.standin import StandIn
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.process import Process, bot_process
from tools.benchmarks.town import Town, back_and_forth, deal_everywhere, quiet, without_pauses

IN_FLIGHT: Final = (1, 8, 64)
MOST: Final = {"usual": (1.3, 1.25, 1.2), "views": (2.4, 2.0, 1.7)}
"""The most CPU a click may take, as a multiple of another bot's, for each of IN_FLIGHT."""
_AT_ONCE: Final = 8
"""Clicks in flight of which a bare bot's are measured, for others to compare with."""
BARE: Final = "tools.benchmarks.bare_bot"
USUAL: Final = "tools.benchmarks.usual_bot"
NAMES: Final = {
    "ofc": "this bot",
    "usual": "usual, views and SQLite",
    "ready": "bare, ready JSON",
    "views": "bare, its own views",
}


@dataclass(frozen=True)
class Turn:
    """The result of one turn of one bot: CPU a click and wall time, in seconds."""

    cpu: float
    rate: float
    waits: list[float]


Turns: TypeAlias = dict[tuple[str, int], list[Turn]]
"""The turns of each bot with so many in flight."""


@asynccontextmanager
async def ours(folder: Path, tables: int) -> AsyncGenerator[tuple[Town, Process]]:
    """The bot with people who have their cards before them."""
    async with StandIn() as discord:
        town = Town(discord)
        town.settle_down(tables)
        path = folder / "ofc.sqlite3"
        deal_everywhere(path, town)
        async with bot_process(discord, path) as bot:
            await quiet(town, path)
            yield town, bot


@asynccontextmanager
async def other(
    folder: Path, like: Town, module: str, *options: str
) -> AsyncGenerator[tuple[Town, Process]]:
    """Another bot, and people who have the same cards before them."""
    answers = folder / "answers.json"
    async with StandIn() as discord:
        discord.world.emojis = like.discord.world.emojis
        town = Town(discord)
        town.settle_down(len(like.cards))
        async with bot_process(
            discord, folder / "none", "-m", module, str(answers), *options
        ) as bot:
            await asyncio.sleep(1)
            for seating, message in zip(town.tables, like.cards.values(), strict=True):
                send(discord.world, seating.people[0].dm, Letter(message.now, discord.world.bot))
            yield town, bot


async def learn(town: Town, folder: Path) -> None:
    """Record the bot's answer to each press, by custom_id."""
    answers: dict[str, object] = {}
    for user_id in list(town.cards):
        for _ in range(2):
            press = back_and_forth(town.cards[user_id])
            await town.press(user_id, press)
            sent = next(r.sent for r in reversed(town.discord.requests) if "callback" in r.path)
            assert isinstance(sent, dict)
            answers[str(press)] = sent["data"]["components"]
    (folder / "answers.json").write_text(json.dumps(answers))


async def turn(town: Town, bot: Process, in_flight: int, clicks: int) -> Turn:
    """Have so many people click, each again as soon as the answer is there."""
    waits: list[float] = []

    async def clicker(user_id: int) -> None:
        for _ in range(clicks // in_flight):
            reply = await town.press(user_id, back_and_forth(town.cards[user_id]))
            assert reply.seconds is not None, reply.error
            waits.append(reply.seconds)

    with without_pauses():
        before, begun = bot.cpu, time.perf_counter()
        await asyncio.gather(*map(clicker, list(town.cards)[:in_flight]))
        taken = time.perf_counter() - begun
    await asyncio.sleep(0.2)
    return Turn((bot.cpu - before) / len(waits), len(waits) / taken, waits)


def told(name: str, in_flight: int, turns: list[Turn]) -> float:
    """Print one line; returns the median CPU a click in seconds."""
    cpu = median(each.cpu for each in turns)
    waits = sorted(wait for each in turns for wait in each.waits)
    p99 = quantiles(waits, n=100)[-1]
    rate = median(each.rate for each in turns)
    print(
        f"{name:<28}{in_flight:>9}{1000 * cpu:>9.2f}{rate:>11.0f}"
        f"{1000 * median(waits):>9.1f}{1000 * p99:>9.1f}",
        flush=True,
    )
    return cpu


async def measure(clicks: int = 640, rounds: int = 2, starts: int = 3) -> list[Goal]:
    """Measure a click of every bot; each is started so many times."""
    turns: Turns = defaultdict(list)
    for _ in range(starts):
        async with bots() as running:
            for town, bot in running.values():
                await turn(town, bot, 8, 200)
            for in_flight in (each for each in IN_FLIGHT for _ in range(rounds)):
                for name, (town, bot) in running.items():
                    turns[name, in_flight].append(await turn(town, bot, in_flight, clicks))
            violations = [each for town, _ in running.values() for each in town.discord.violations]
            assert not violations, violations[:5]
    return compare(turns)


@asynccontextmanager
async def bots() -> AsyncGenerator[dict[str, tuple[Town, Process]]]:
    """All the bots, each with people who have the same cards before them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with ours(folder, max(IN_FLIGHT)) as (town, bot):
            await learn(town, folder)
            async with (
                other(folder, town, USUAL, str(folder / "usual.sqlite3")) as usual,
                other(folder, town, BARE) as ready,
                other(folder, town, BARE, "--views") as built,
            ):
                yield {"ofc": (town, bot), "usual": usual, "ready": ready, "views": built}


async def bare_click() -> float:
    """Seconds of CPU of a click at a bot that answers by its own views, and does nothing else."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with ours(folder, _AT_ONCE) as (town, _):
            await learn(town, folder)
        async with other(folder, town, BARE, "--views") as (like, bot):
            await turn(like, bot, _AT_ONCE, 400)
            turns = [await turn(like, bot, _AT_ONCE, 640) for _ in range(5)]
            return median(each.cpu for each in turns)


def compare(turns: Turns) -> list[Goal]:
    print(f"{'':<28}in flight   CPU ms   clicks/s   p50 ms   p99 ms")
    goals: list[Goal] = []
    for n, in_flight in enumerate(IN_FLIGHT):
        cpu = {name: told(NAMES[name], in_flight, turns[name, in_flight]) for name in NAMES}
        for name, most in MOST.items():
            times = cpu["ofc"] / cpu[name]
            what = f"CPU of a tap beside {NAMES[name]}, {in_flight} in flight"
            goals.append(Goal(what, times, most[n], "times"))
    return goals


def main() -> int:
    """Measure; 1 if a click costs more than it may."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--clicks", type=int, default=640, help="in each turn of each bot")
    command.add_argument("--rounds", type=int, default=2, help="turns of each bot in a start")
    command.add_argument("--starts", type=int, default=3, help="how often all bots are started")
    options = command.parse_args()
    return report(asyncio.run(measure(options.clicks, options.rounds, options.starts)))


if __name__ == "__main__":
    sys.exit(main())
