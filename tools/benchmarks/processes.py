"""Two processes beside one: `.uv/bin/uv run python -m tools.benchmarks.processes`.

A stand-in with 16 shards and many servers, at some of which people play whole hands: once served by
one process for all shards, once by two for half of them each, all on one PostgreSQL server. Each
click is one of a person who places their cards: lift one, take it back, confirm. What processes
carry is computed from their processor time: at so many clicks a second the busiest of them would
use one core to the full. So it does not matter that the stand-in, PostgreSQL and both processes
share this machine's cores here.

People play either in the channel of their table, by cards that only they see, or in direct
messages, all of which Discord sends to shard 0: only what follows from those is shared among the
processes.

Both are measured several times in turns: what runs first, or beside other work, costs more. People
click at the same pace in both, which one process keeps up with: one that does not paints less for
each click, as of what waits only the latest is sent. Requests for each click tell whether it did.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Final

from bot.screens.press import Press
from bot.screens.presses import ShowCards
from bot.settings import DISCORD_URL, Server, Shards
from bot.store import engines, surfaces
from bot.store.engine import Connection
from bot.store.postgresql.server import OnServer
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.snowflakes import shard_of
from discord_standin.standin import StandIn
from ofc_engine.rulesets import STANDARD
from tests.servers import WHY_NOT, PostgreSQL, running
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.process import OURS, Process
from tools.benchmarks.requests import Routes, counted
from tools.benchmarks.town import Seating, opened, pressable, presses, way_on, without_pauses

SHARDS: Final = 16
ONE: Final = (Shards(0, SHARDS - 1, SHARDS),)
TWO: Final = (Shards(0, 7, SHARDS), Shards(8, 15, SHARDS))
LEAST: Final = 1.7
"""How many times the clicks of one process two have to carry."""
CHANNELS, DMS = "channels", "dms"
IN_FLIGHT: Final = 16
PACE: Final = 30.0
"""Clicks a second, of all people together."""


@dataclass(frozen=True)
class Run:
    """Whole hands at all tables: clicks, wall time, and processor time in seconds.

    That is each process's, and PostgreSQL's.
    """

    clicks: int
    seconds: float
    cpu: tuple[float, ...]
    server_cpu: float
    memory: tuple[int, ...]
    unanswered: int
    requests: float
    """The requests for each click that Discord counts."""

    @property
    def carried(self) -> float:
        """Clicks a second that its processes carry, each on a core of its own."""
        return self.clicks / max(self.cpu)


def together(runs: Sequence[Run]) -> Run:
    """Combine several runs into one."""
    return Run(
        sum(run.clicks for run in runs),
        sum(run.seconds for run in runs),
        tuple(map(sum, zip(*(run.cpu for run in runs), strict=True))),
        sum(run.server_cpu for run in runs),
        runs[-1].memory,
        sum(run.unanswered for run in runs),
        mean(run.requests for run in runs),
    )


@dataclass
class Place:
    """Where somebody places their cards: the table's channel, or direct messages."""

    person: Person
    channel: Channel
    followed: set[int] = field(default_factory=set[int])
    """The calls whose button they have pressed."""

    def message(self) -> Message | None:
        """The message by which something can be placed now, or that calls them to their cards."""
        shown = [each.message for each in self.person.glances(self.channel)]
        cards = next((each for each in shown if presses(each)), None)
        return cards or next((each for each in shown if self._calls(each)), None)

    def press(self, message: Message, random: Random) -> Press | None:
        """What they press in it, if there still is something; a call is followed once."""
        if message.is_deleted:
            return None
        if presses(message):
            return way_on(message, random)
        if not self._calls(message):
            return None
        self.followed.add(message.id)
        return next(iter(pressable(message, ShowCards)))

    def _calls(self, message: Message) -> bool:
        is_new = self.person.user.id in message.pings and message.id not in self.followed
        return is_new and bool(pressable(message, ShowCards))


@asynccontextmanager
async def bots(
    discord: StandIn, server: Server, parts: tuple[Shards, ...], folder: Path
) -> AsyncGenerator[list[Process]]:
    """A process for each part of the shards, connected."""
    found: list[Process] = []
    try:
        for shards in parts:
            environment = {
                **os.environ,
                DISCORD_URL: discord.url,
                "DISCORD_TOKEN": discord.token,
                "OFC_DATABASE": server.url,
                "OFC_BACKUPS": str(folder),
                "OFC_LOG_LEVEL": "WARNING",
                "OFC_SHARDS": str(shards),
            }
            found.append(
                Process(
                    await asyncio.create_subprocess_exec(sys.executable, *OURS, env=environment)
                )
            )
        await discord.connected(within=600)
        yield found
    finally:
        for each in found:
            await each.stop()


async def painted(discord: StandIn, db: Connection) -> None:
    """Wait until every message shows what it should."""
    async with asyncio.timeout(600):
        while discord.is_busy or surfaces.tables_to_paint(db):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    await discord.settle(quiet=1.0)


async def run_of(
    postgresql: PostgreSQL,
    parts: tuple[Shards, ...],
    servers: int,
    tables: int,
    *,
    pace: float,
    in_dms: bool,
) -> Run:
    """Have people play a whole hand at so many tables, with so many clicks a second at the most."""
    address = postgresql.new()
    async with StandIn(shards=SHARDS, max_concurrency=SHARDS) as discord:
        seatings, routes = settled(discord, servers, tables), Routes(discord)
        with TemporaryDirectory() as folder:
            path = Path(folder)
            with closing(OnServer(address, path).connect()[0]) as db:
                db.execute("BEGIN")
                for seating in seatings:
                    opened(db, seating, STANDARD)
                if not in_dms:
                    db.execute("UPDATE players SET dm_channel_id = NULL, dm_closed = 1")
                    for person in chain.from_iterable(seating.people for seating in seatings):
                        person.close_dms()
                db.execute("COMMIT")
            async with bots(discord, address, parts, path) as processes:
                with closing(engines.connect_to_read(address)) as db:
                    await painted(discord, db)
                    places = [
                        Place(person, person.dm) if in_dms else await in_channel(person, seating)
                        for seating in seatings
                        for person in seating.people
                    ]
                    await painted(discord, db)
                    before, server = [each.cpu for each in processes], cpu_of_server(db)
                    asked = Counter(routes.all)
                    begun = time.perf_counter()
                    with without_pauses():
                        clicks, unanswered = await play(places, pace)
                    seconds = time.perf_counter() - begun
                    await painted(discord, db)
                    cpu = (each.cpu - was for each, was in zip(processes, before, strict=True))
                    memory = (each.memory for each in processes)
                    server = cpu_of_server(db) - server
                    return Run(
                        clicks,
                        seconds,
                        tuple(cpu),
                        server,
                        tuple(memory),
                        unanswered,
                        counted(routes.all - asked) / clicks,
                    )


def cpu_of_server(db: Connection) -> float:
    """Seconds of processor time so far of PostgreSQL's processes that work for a database."""
    ticks = 0
    for (pid,) in db.execute("SELECT pid FROM pg_stat_activity"):
        stat = Path(f"/proc/{pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        ticks += int(user) + int(system)
    return ticks / os.sysconf("SC_CLK_TCK")


def settled(discord: StandIn, servers: int, tables: int) -> list[Seating]:
    """So many servers, and tables to be at some of them, of each shard as many."""
    found: list[Seating] = []
    wanted = dict.fromkeys(range(SHARDS), tables // SHARDS)
    for number in range(servers):
        guild = discord.add_guild(f"Server {number}", with_bot=False)
        shard = shard_of(guild.id, SHARDS)
        discord.add_bot(guild)
        if wanted[shard]:
            wanted[shard] -= 1
            people = tuple(discord.add_person(f"p{number}x{seat}", guild) for seat in range(2))
            found.append(Seating(discord.add_channel(guild, "poker"), people))
        discord.advance(0.001)
    assert not any(wanted.values()), "too few servers"
    return found


async def in_channel(person: Person, seating: Seating) -> Place:
    """Have somebody get their cards in the channel, where only they see them."""
    await person.command(seating.channel, "ofc hand")
    return Place(person, seating.channel)


async def play(places: list[Place], pace: float) -> tuple[int, int]:
    """Have everybody place their cards as long as there are any; clicks, and those unanswered."""
    random, waiting = Random(3), asyncio.Semaphore(IN_FLIGHT)
    clicks = unanswered = 0
    idle = turn = 0.0
    busy: set[int] = set()

    async def click(place: Place, message: Message) -> None:
        nonlocal clicks, unanswered, turn
        async with waiting:
            now = time.perf_counter()
            turn = max(now, turn + 1 / pace)
            await asyncio.sleep(turn - now)
            if press := place.press(message, random):  # the message may have changed meanwhile
                reply = await place.person.press(Shown(message, message.now), str(press))
                clicks += 1
                unanswered += reply.seconds is None
        busy.discard(place.person.user.id)

    tasks: set[asyncio.Task[None]] = set()
    while idle < 5.0:
        ready = [
            (place, message)
            for place in places
            if place.person.user.id not in busy and (message := place.message()) is not None
        ]
        for place, message in ready:
            busy.add(place.person.user.id)
            task = asyncio.create_task(click(place, message))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        idle = 0.0 if ready or busy else idle + 0.05
        await asyncio.sleep(0.05)
    await asyncio.gather(*tasks)
    return clicks, unanswered


def told(what: str, run: Run) -> None:
    """Print one line."""
    cpu = " + ".join(f"{1000 * each / run.clicks:.2f}" for each in run.cpu)
    memory = " + ".join(f"{each / 1e6:.0f}" for each in run.memory)
    print(
        f"{what:<34}{run.clicks:>7} clicks{run.clicks / run.seconds:>6.0f}/s here; CPU ms a click"
        f" {cpu}, PostgreSQL {1000 * run.server_cpu / run.clicks:.2f}; carries {run.carried:.0f}/s;"
        f" {memory} MB; {run.unanswered} unanswered;"
        f" {run.requests:.2f} counted requests a click",
        flush=True,
    )


async def measure(
    servers: int, tables: int, places: Sequence[str], rounds: int, pace: float
) -> list[Goal]:
    """How many times the clicks of one process two carry."""
    goals: list[Goal] = []
    with running() as postgresql:
        if postgresql is None:
            raise SystemExit(WHY_NOT)
        for where in places:
            in_dms = where == DMS
            runs: dict[str, list[Run]] = {"one process": [], "two processes": []}
            for _ in range(rounds):
                for (what, known), parts in zip(runs.items(), (ONE, TWO), strict=True):
                    run = run_of(postgresql, parts, servers, tables, pace=pace, in_dms=in_dms)
                    known.append(await run)
                    told(f"{what}, in {where}", known[-1])
            one, two = map(together, runs.values())
            times = two.carried / one.carried
            print(f"    two carry {times:.2f} times the clicks of one")
            if not in_dms:
                goals.append(
                    Goal("CPU of the busiest of two beside one", 1 / times, 1 / LEAST, "times")
                )
    return goals


def main() -> int:
    """Measure; 1 if two processes carry too little."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--servers", type=int, default=10_000)
    command.add_argument("--tables", type=int, default=64, help="at which people play")
    command.add_argument("--rounds", type=int, default=2)
    command.add_argument("--pace", type=float, default=PACE, help="clicks a second")
    command.add_argument("--where", nargs="+", choices=(CHANNELS, DMS), default=(CHANNELS, DMS))
    options = command.parse_args()
    numbers = options.rounds, options.pace
    return report(asyncio.run(measure(options.servers, options.tables, options.where, *numbers)))


if __name__ == "__main__":
    sys.exit(main())
