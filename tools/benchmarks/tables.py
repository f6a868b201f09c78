"""Many tables at once: `uv run python -m tools.benchmarks.tables`.

The whole bot in a process of its own, on one core, with people at a stand-in on the others:

- `play`: so many tables are dealt, and people all over them click at a steady rate, in no order and
  not waiting for each other: lift a card, confirm, be ready for the next hand, whatever leads on.
  Seconds go from the click to the answer as the stand-in sees it. Then how far boards were behind
  at the most, what a click costs in CPU and requests with all that follows, and what memory the bot
  holds, shared parts too.
- `overload`: more clicks than anybody could serve, for a while: whether each is answered, and how
  long it takes until everything is shown.
- `start`: a database with so many unfinished tables; from the start of the process to the first
  answered click, and how much memory a table takes that waits: the bot's with the tables, less
  the bot's with none, in the same server with the same channels.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from bot.screens.components import button, row
from bot.screens.presses import Put
from bot.store.connection import connect_to_read
from bot.values.draft import Spot
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Version
from discord_standin.model.writing import Letter, send
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import MessageFlag
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.process import bot_process
from tools.benchmarks.town import Seating, Town, deal_everywhere, quiet, way_on, without_pauses

LONGEST_WAIT: Final = 150
MOST_CPU: Final = 6
MOST_HELD: Final = 150
LONGEST_LAG: Final = 2.0
LONGEST_RECOVERY: Final = 5.0
CLICKS: Final = 100.0
"""A second: two hands, which is what Discord's fifty requests carry."""
OVERLOAD: Final = 800.0
LONGEST_START: Final = 5.0
MOST_MEMORY: Final = 1024
MESSAGE_EVENTS: Final = (Event.MESSAGE_CREATED, Event.MESSAGE_EDITED, Event.MESSAGE_DELETED)
UNPAINTED: Final = (
    "SELECT table_id, slot, player_id, painted_key, painted_version FROM surfaces"
    " WHERE key <> painted_key OR version <> painted_version"
)
SPREAD: Final = 3_000_000
"""Bytes by which processes differ that have done the same."""


# --- many people click ----------------------------------------------------------------------


@dataclass
class Run:
    """People clicking for a while: seconds from click to answer, and what it took of the bot.

    `lag` is how long a message waited at the most to show what it should, `recovery` how long
    after the last click until all did, `memory` the bytes that the bot held then.
    """

    waits: list[float]
    unanswered: int
    seconds: float
    lag: float = 0.0
    recovery: float = 0.0
    cpu: float = 0.0
    memory: int = 0
    requests: Counter[str] = field(default_factory=Counter[str])

    @property
    def p99(self) -> float:
        """What 99 of 100 clicks do not wait longer than."""
        return quantiles(self.waits, n=100)[-1]


async def run_of(tables: int, rate: float, seconds: float) -> Run:
    """Have people click at tables that are dealt, so many times a second."""
    async with StandIn() as discord:
        town = Town(discord, goes_on=True)
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
                cpu = bot.cpu
                lag = asyncio.create_task(longest_lag(path))
                with without_pauses():
                    run = await stream(town, rate, seconds)
                ended = time.perf_counter()
                await quiet(town, path, pause=0.0)
                run.recovery = time.perf_counter() - ended
                lag.cancel()
                run.lag = await lag
                run.cpu, run.memory = bot.cpu - cpu, bot.resident
                run.requests = requests
                return run


async def longest_lag(path: Path) -> float:
    """How many seconds a message out of date has not been changed, at the most; until cancelled."""
    longest = 0.0
    since: dict[tuple[object, ...], float] = {}
    with closing(connect_to_read(path)) as db, suppress(asyncio.CancelledError):
        while True:
            now = time.perf_counter()
            rows = [tuple(row) for row in db.execute(UNPAINTED)]
            since = {row: since.get(row, now) for row in rows}
            longest = max([longest, *(now - each for each in since.values())])
            await asyncio.sleep(0.25)
    return longest


async def play(tables: int, rate: float = CLICKS, seconds: float = 20.0) -> list[Goal]:
    """Measure how soon clicks are answered, and whether boards keep up."""
    run = await run_of(tables, rate, seconds)
    told(run)
    at = f"{tables} tables, {len(run.waits) / seconds:.0f} clicks/s"
    return [
        Goal(f"{at}: p99", 1000 * run.p99, LONGEST_WAIT, "ms"),
        Goal(f"{at}: messages behind", run.lag, LONGEST_LAG, "s"),
        Goal(f"{at}: unanswered", run.unanswered, 0, "clicks"),
        Goal(f"{at}: CPU of a click", 1000 * run.cpu / len(run.waits), MOST_CPU, "ms"),
        Goal(f"{at}: memory after it", run.memory / 1e6, MOST_HELD, "MB"),
    ]


async def overload(tables: int = 1000, seconds: float = 25.0) -> list[Goal]:
    """Whether everything is answered, and soon shown, when there is more than can be served."""
    run = await run_of(tables, OVERLOAD, seconds)
    told(run)
    at = f"{tables} tables, {OVERLOAD:.0f} clicks/s offered"
    return [
        Goal(f"{at}: unanswered", run.unanswered, 0, "clicks"),
        Goal(f"{at}: all shown after", run.recovery, LONGEST_RECOVERY, "s"),
    ]


def count(change: Change, requests: Counter[str]) -> None:
    requests[change.event] += 1


def disk(path: Path) -> int:
    return sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))


async def stream(town: Town, rate: float, seconds: float) -> Run:
    """Click at a steady rate, or as fast as there is anything to click."""
    random, run = Random(1), Run([], 0, seconds)
    tasks: set[asyncio.Task[None]] = set()

    async def click(user_id: int) -> None:
        if user_id not in town.cards:  # their message has just been replaced
            return
        reply = await town.press(user_id, way_on(town.cards[user_id], random))
        run.waits.append(3.0 if reply.seconds is None else reply.seconds)
        run.unanswered += reply.seconds is None
        if user_id in town.cards and user_id not in town.ready:
            town.ready.append(user_id)

    begun, clicks = time.perf_counter(), 0
    while (now := time.perf_counter() - begun) < seconds:
        while clicks < now * rate and town.ready:
            # Whoever of them: people do not play in step.
            town.ready.rotate(random.randrange(len(town.ready)))
            user_id = town.ready.popleft()
            if user_id in town.cards:
                clicks += 1
                task = asyncio.create_task(click(user_id))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        await asyncio.sleep(0.002)
    await asyncio.gather(*tasks)
    return run


def told(run: Run) -> None:
    """Print the result of a run."""
    clicks = len(run.waits)
    messages = sum(run.requests[event] for event in MESSAGE_EVENTS)
    print(
        f"    {clicks} clicks at {clicks / run.seconds:.0f}/s: p50 {1000 * median(run.waits):.0f}"
        f" ms, p99 {1000 * run.p99:.0f} ms, worst {1000 * max(run.waits):.0f} ms,"
        f" {run.unanswered} unanswered\n"
        f"    messages at most {run.lag:.1f} s behind, all shown {run.recovery:.1f} s after it\n"
        f"    a click with all that follows: {1000 * run.cpu / clicks:.2f} ms CPU,"
        f" {messages / clicks:.2f} messages made, changed or deleted\n"
        f"    the bot holds {run.memory / 1e6:.0f} MB",
        flush=True,
    )


# --- the start ------------------------------------------------------------------------------


async def start(tables: int) -> list[Goal]:
    """Measure how soon a bot with so many tables answers, and the memory of a waiting table."""
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
    at = f"start with {tables} unfinished tables"
    return [
        Goal(f"{at}: first answer", took, LONGEST_START, "s"),
        Goal(f"{at}: memory", held - none, SPREAD + MOST_MEMORY * tables, "bytes"),
    ]


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
    command.add_argument("what", nargs="?", choices=("play", "overload", "start"), help="only this")
    command.add_argument("--tables", type=int, nargs="+", help="how many, one after the other")
    command.add_argument("--rate", type=float, default=CLICKS, help="clicks a second")
    command.add_argument("--seconds", type=float, default=20.0)
    options = command.parse_args()
    goals: list[Goal] = []
    if options.what in {None, "play"}:
        for tables in options.tables or (10, 100, 1000):
            goals += asyncio.run(play(tables, options.rate, options.seconds))
    if options.what in {None, "overload"}:
        for tables in options.tables or (1000,):
            goals += asyncio.run(overload(tables, options.seconds))
    if options.what in {None, "start"}:
        for tables in options.tables or (100, 1000, 10_000):
            goals += asyncio.run(start(tables))
    return report(goals)


if __name__ == "__main__":
    sys.exit(main())
