"""A knock-out of many people on one core: `uv run python -m tools.benchmarks.tournament`.

The whole bot in a process of its own, on one core, with people at a stand-in on the others. So many
have joined; one presses Start, and the bot makes the threads and plays hand after hand. Everybody
lifts cards and confirms by the buttons of their direct messages, all of them together so many times
a second, and nobody says that they are ready: the next hand comes by itself. Measured are all
clicks, also those that come while threads are made and while the next hand is dealt at all tables.

- Seconds from a click to its answer, as the stand-in sees it.
- How long it takes from a look at the tournament that deals a hand to its last message.
- That points are conserved, and that the round changed as often as asked for.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import tournament_of
from bot.store.connection import connect, connect_to_read
from bot.store.tournaments import tournaments
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.options import Destination, TableOptions
from bot.values.tournament_views import KNOCK_OUT
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from ofc_engine.rulesets import STANDARD
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.process import bot_process
from tools.benchmarks.town import Town, remembered, way_on, without_pauses

LONGEST_WAIT: Final = 250
PEOPLE: Final = 200
HANDS: Final = 3
RATE: Final = 50.0
"""Clicks a second of all together: a decision of 17 cards in a hand every minute and a half."""
STACK: Final = 400
SEATS: Final = 3
_UNSHOWN: Final = (
    "SELECT 1 FROM surfaces WHERE slot = 'private' AND painted_key <> key AND key NOT IN ('', '=')"
    " LIMIT 1"
)
_LONGEST: Final = 600.0
"""Seconds after which the rest of the hands is not waited for."""


@dataclass
class Run:
    """People in a tournament: seconds from click to answer, and what it took of the bot.

    `changes` are the seconds from each deal to the last message that it made, `points` are of all.
    """

    waits: list[float] = field(default_factory=list[float])
    unanswered: int = 0
    changes: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    cpu: float = 0.0
    points: int = 0

    @property
    def p99(self) -> float:
        """What 99 of 100 clicks do not wait longer than."""
        return quantiles(self.waits, n=100)[-1]


def prepared(path: Path, people: list[Person], channel: Channel) -> None:
    """A knock-out that everybody has joined."""
    options = TableOptions(STANDARD, SEATS, stack=STACK, levels="usual", books=False)
    assert channel.guild is not None
    with closing(connect(path)) as db:
        db.execute("BEGIN")
        now = int(time.time())
        host, *others = [remembered(db, person) for person in people]
        tournament_id = several_tables.open_tournament(
            db,
            host,
            replace(options, time_calls=False),
            Destination(channel.guild.id, channel.id, "en-US"),
            form=KNOCK_OUT,
            now=now,
        )
        for other in others:
            tournaments.enter(db, tournament_id, other.id, now)
        db.execute("COMMIT")


async def run_of(count: int, hands: int, rate: float) -> Run:
    """Have so many people play so many hands."""
    async with StandIn() as discord:
        town = Town(discord)
        guild = discord.add_guild("Town")
        channel = discord.add_channel(guild, "tournament")
        people = [discord.add_person(f"p{number}", guild) for number in range(count)]
        town.people |= {person.user.id: person for person in people}
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ofc.sqlite3"
            prepared(path, people, channel)
            async with bot_process(discord, path, one_core=True) as bot:
                run, cpu, begun = Run(), bot.cpu, time.perf_counter()
                watching = asyncio.create_task(watch(path, run))
                with without_pauses():
                    page = await people[0].types(channel, "/tournament show")
                    reply = await people[0].press(page.message, "Start")
                    assert not reply.error, reply.error
                    await stream(town, run, rate, lambda: state(path).round > hands)
                watching.cancel()
                await watching
                run.seconds, run.cpu = time.perf_counter() - begun, bot.cpu - cpu
            with closing(connect_to_read(path)) as db:
                run.points = sum(tournament_of(db, several_tables.find(db, 1)).stacks.values())
            return run


def state(path: Path) -> TournamentRow:
    """The tournament as it is committed."""
    with closing(connect_to_read(path)) as db:
        return several_tables.find(db, 1)


async def stream(town: Town, run: Run, rate: float, is_over: Callable[[], bool]) -> None:
    """Click at a steady rate, or as fast as there is anything to click, until it is over."""
    random = Random(1)
    tasks: set[asyncio.Task[None]] = set()

    async def click(user_id: int) -> None:
        reply = await town.press(user_id, way_on(town.cards[user_id], random))
        run.waits.append(3.0 if reply.seconds is None else reply.seconds)
        run.unanswered += reply.seconds is None
        if user_id in town.cards and user_id not in town.ready:
            town.ready.append(user_id)

    begun = looked = time.perf_counter()
    allowed = 0.0
    while (now := time.perf_counter()) - begun < _LONGEST:
        allowed = min(allowed + (now - looked) * rate, rate / 10)
        looked = now
        while allowed >= 1 and town.ready:
            user_id = town.ready.popleft()
            if user_id in town.cards:
                allowed -= 1
                task = asyncio.create_task(click(user_id))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        if not town.ready and is_over():
            break
        await asyncio.sleep(0.005)
    await asyncio.gather(*tasks)


async def watch(path: Path, run: Run) -> None:
    """Note how long after each deal all messages show what they should; until cancelled."""
    dealt, since = 0, 0.0
    with closing(connect_to_read(path)) as db, suppress(asyncio.CancelledError):
        while True:
            number = several_tables.find(db, 1).round
            if number > dealt:
                dealt, since = number, time.perf_counter()
            is_dealt = not tournaments.undealt(db, 1, number, 1)
            if since and is_dealt and db.execute(_UNSHOWN).fetchone() is None:
                run.changes.append(time.perf_counter() - since)
                since = 0.0
            await asyncio.sleep(0.05)


async def measure(count: int = PEOPLE, hands: int = HANDS, rate: float = RATE) -> list[Goal]:
    """How soon everybody is answered in a tournament."""
    run = await run_of(count, hands, rate)
    clicks = len(run.waits)
    print(
        f"{count} people, {hands} hands in {run.seconds:.0f} s: {clicks} clicks, p50"
        f" {1000 * median(run.waits):.0f} ms, p99 {1000 * run.p99:.0f} ms, worst"
        f" {1000 * max(run.waits):.0f} ms, {run.unanswered} unanswered\n"
        f"    a click with all that follows: {1000 * run.cpu / clicks:.2f} ms CPU\n"
        f"    from a deal to the last of its cards: "
        + ", ".join(f"{each:.1f} s" for each in run.changes),
        flush=True,
    )
    at = f"knock-out of {count}"
    return [
        Goal(f"{at}: p99", 1000 * run.p99, LONGEST_WAIT, "ms"),
        Goal(f"{at}: unanswered", run.unanswered, 0, "clicks"),
        Goal(f"{at}: points made or lost", abs(run.points - count * STACK), 0, "points"),
    ]


def main() -> int:
    """Measure; 1 if a goal is missed."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--people", type=int, default=PEOPLE)
    command.add_argument("--hands", type=int, default=HANDS)
    command.add_argument("--rate", type=float, default=RATE, help="clicks a second")
    options = command.parse_args()
    return report(asyncio.run(measure(options.people, options.hands, options.rate)))


if __name__ == "__main__":
    sys.exit(main())
