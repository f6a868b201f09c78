"""Many tables at once: `uv run python -m benchmarks.tables`.

The whole bot in a process of its own, on one core, with people at a stand-in on the others:

- `play`: so many tables are dealt, and people all over them click at a steady rate, not waiting
  for each other: lift a card, confirm, whatever leads on. Seconds go from the click to the answer
  as the stand-in sees it. Then what a click costs in CPU and requests with all that follows.
- `start`: a database with so many unfinished tables; from the start of the process to the first
  answered click, and how much memory a table takes that waits: the bot's with the tables, less
  the bot's with none, in the same server with the same channels.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.process import bot_process
from benchmarks.town import Seating, Town, deal_everywhere, quiet, way_on, without_pauses
from bot.screens.components import button, row
from bot.screens.presses import Put, Spot
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Version
from discord_standin.model.writing import Letter, send
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import MessageFlag

LONGEST_WAIT: Final = 0.250
LONGEST_START: Final = 5.0
MOST_MEMORY: Final = 1024
SPREAD: Final = 3_000_000
"""Bytes by which processes differ that have done the same."""


# --- many people click ----------------------------------------------------------------------


async def play(tables: int, rate: float, seconds: float) -> bool:
    """Whether 99 of 100 clicks are answered in time."""
    async with StandIn() as discord:
        town = Town(discord)
        town.settle_down(tables)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ofc.sqlite3"
            deal_everywhere(path, town)
            async with bot_process(discord, path, one_core=True) as bot:
                begun = time.perf_counter()
                await quiet(town, path)
                print(
                    f"{tables} tables: everything painted after {time.perf_counter() - begun:.1f} s"
                )
                requests: Counter[str] = Counter()
                discord.world.feed.follow(lambda change: count(change, requests))
                cpu, memory = bot.cpu, bot.memory
                with without_pauses():
                    waits = await stream(town, rate, seconds)
                await quiet(town, path)
                cpu = (bot.cpu - cpu) / len(waits)
                memory = bot.memory - memory
        return told(waits, seconds, cpu, requests, memory)


def count(change: Change, requests: Counter[str]) -> None:
    requests[change.event] += 1


def disk(path: Path) -> int:
    return sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))


async def stream(town: Town, rate: float, seconds: float) -> list[float]:
    """Click at a steady rate, or as fast as there is anything to click; returns the waits."""
    random, waits = Random(1), list[float]()
    tasks: set[asyncio.Task[None]] = set()

    async def click(user_id: int) -> None:
        if user_id not in town.cards:  # their message has just been replaced
            return
        reply = await town.press(user_id, way_on(town.cards[user_id], random))
        waits.append(3.0 if reply.seconds is None else reply.seconds)
        if user_id in town.cards and user_id not in town.ready:
            town.ready.append(user_id)

    begun, clicks = time.perf_counter(), 0
    while (now := time.perf_counter() - begun) < seconds:
        while clicks < now * rate and town.ready:
            user_id = town.ready.popleft()
            if user_id in town.cards:
                clicks += 1
                task = asyncio.create_task(click(user_id))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        await asyncio.sleep(0.002)
    await asyncio.gather(*tasks)
    return waits


def told(
    waits: list[float],
    seconds: float,
    cpu: float,
    requests: Counter[str],
    memory: int,
) -> bool:
    clicks, p99 = len(waits), quantiles(waits, n=100)[-1]
    rate = clicks / seconds
    messages = requests[Event.MESSAGE_CREATED] + requests[Event.MESSAGE_EDITED]
    messages += requests[Event.MESSAGE_DELETED]
    print(
        f"    {clicks} clicks at {rate:.0f}/s: p50 {1000 * median(waits):.0f} ms,"
        f" p99 {1000 * p99:.0f} ms, worst {1000 * max(waits):.0f} ms\n"
        f"    a click with all that follows: {1000 * cpu:.2f} ms CPU,"
        f" {messages / clicks:.2f} messages made, changed or deleted\n"
        f"    the bot holds {memory / 1e6:+.1f} MB more than before"
    )
    return p99 <= LONGEST_WAIT


# --- the start ------------------------------------------------------------------------------


async def start(tables: int) -> bool:
    """Whether a bot with so many tables is there in time, and waiting tables take no memory."""
    async with StandIn() as discord:
        town = Town(discord)
        town.settle_down(tables, everywhere=True)
        with TemporaryDirectory() as folder:
            full, empty = Path(folder) / "full.sqlite3", Path(folder) / "empty.sqlite3"
            ids = deal_everywhere(full, town, are_painted=True)
            size = disk(full) / tables
            none, fast, idle = await first_click(discord, town.tables[-1], empty, ids[-1])
            held, took, cpu = await first_click(discord, town.tables[-1], full, ids[-1])
    each = (held - none) / tables
    print(
        f"{tables} unfinished tables, {size:.0f} bytes each on disk: first answered click after"
        f" {took:.2f} s ({cpu:.2f} s CPU), with no tables {fast:.2f} s ({idle:.2f} s CPU)\n"
        f"    memory for each waiting table: {each:.0f} bytes ({none / 1e6:.1f} MB with none)"
    )
    return took <= LONGEST_START and held - none <= SPREAD + MOST_MEMORY * tables


async def first_click(
    discord: StandIn, seating: Seating, path: Path, table_id: int
) -> tuple[int, float, float]:
    """Bytes in memory after the start, and seconds to the first answer, wall and CPU."""
    begun = time.perf_counter()
    async with bot_process(discord, path) as bot:
        person = seating.people[-1]
        put = Put(Spot(table_id, 1), 0, "f")
        version = Version(
            discord.clock.now(),
            components=(row(button(put, "2c")),),
            flags=MessageFlag.COMPONENTS_V2,
        )
        message = send(discord.world, person.dm, Letter(version, discord.world.bot))
        reply = await person.press(Shown(message, message.now), str(put))
        assert reply.seconds is not None, reply.error
        took, cpu = time.perf_counter() - begun, bot.cpu
        await discord.settle(quiet=2.0)
        return bot.memory, took, cpu


def main() -> int:
    """Measure; 1 if a goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("what", nargs="?", choices=("play", "start"), help="only this")
    command.add_argument("--tables", type=int, nargs="+", help="how many, one after the other")
    command.add_argument("--rate", type=float, default=200.0, help="clicks a second")
    command.add_argument("--seconds", type=float, default=20.0)
    options = command.parse_args()
    fits = True
    if options.what != "start":
        for tables in options.tables or (10, 100, 1000):
            fits &= asyncio.run(play(tables, options.rate, options.seconds))
    if options.what != "play":
        for tables in options.tables or (100, 1000, 10_000):
            fits &= asyncio.run(start(tables))
    return int(not fits)


if __name__ == "__main__":
    sys.exit(main())
