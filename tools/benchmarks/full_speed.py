"""Whole hands from deal to result through Discord: `uv run python -m tools.benchmarks.full_speed`.

People at a few tables of three at a stand-in place their cards and deal the next hand, each as
soon as it is their turn: at full speed, and with pauses as real people make them. The whole bot
runs in a process of its own, its database on disk. What a hand costs with all that follows from
it: clicks, processor time of the bot's process (its main thread, and all others, which read and
write the database and draw), requests to Discord, bytes given to the file system. The first hands
of each table, which fill the caches, are played before. Then how much memory the bot holds.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from bot.screens.press import parse
from bot.screens.presses import Ready
from discord_standin.model.feed import Change
from discord_standin.model.messages import Message
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from tools.benchmarks import clicks
from tools.benchmarks.goals import Goal, report
from tools.benchmarks.process import Process, bot_process
from tools.benchmarks.requests import Routes, counted
from tools.benchmarks.town import Seating, Town, deal_everywhere, quiet, way_on, without_pauses

SEATS: Final = 3
MOST_CPU: Final = 17
"""Times what as many clicks take of a bot that answers and does nothing else."""
MOST_WRITTEN: Final = 0.55
MOST_MEMORY: Final = 150
PAUSE: Final = 0.5
"""Seconds between two clicks, shorter than real people's so that the run ends."""


@dataclass
class Count:
    """Counts of what was done at all tables so far."""

    clicks: int = 0
    hands: int = 0


@dataclass(frozen=True)
class Costs:
    """Seconds and bytes that the bot's process has used."""

    main: float
    all_threads: float
    written: int


def costs(bot: Process) -> Costs:
    return Costs(bot.main_cpu, bot.cpu, bot.written)


class Players:
    """The people of one table, who play hand after hand."""

    def __init__(self, town: Town, seating: Seating, count: Count, seed: int) -> None:
        self._town = town
        self._seating = seating
        self._count = count
        self._random = Random(seed)
        self._changed = asyncio.Event()
        self._result: Message | None = None
        self._answered: Message | None = None
        """The result below which all have said that they are ready."""

    async def play(self, hands: int, pause: float) -> None:
        """Play so many hands to their end; the first one is dealt."""
        with self._watching():
            for _ in range(hands):
                await self._play_hand(pause)
                self._count.hands += 1
                await self._deal()

    @contextmanager
    def _watching(self) -> Iterator[None]:
        feed = self._town.discord.world.feed
        feed.follow(self._on_change)
        try:
            yield
        finally:
            feed.unfollow(self._on_change)

    def _on_change(self, change: Change) -> None:
        message = change.subject
        if not isinstance(message, Message):
            return
        is_here = message.channel is self._seating.channel and not message.is_deleted
        is_new = is_here and message is not self._answered
        if is_new and any(isinstance(press, Ready) for press in pressable(message)):
            self._result = message
        elif message is self._result:
            self._result = None
        self._changed.set()

    async def _play_hand(self, pause: float) -> None:
        while self._result is None:
            self._changed.clear()
            ready = [p for p in self._seating.people if p.user.id in self._town.cards]
            for person in ready:
                card_message = self._town.cards.get(person.user.id)
                if card_message is None:
                    continue
                await self._town.press(person.user.id, way_on(card_message, self._random))
                self._count.clicks += 1
                await asyncio.sleep(pause)
            if not ready and self._result is None:
                await asyncio.wait_for(self._changed.wait(), 60)

    async def _deal(self) -> None:
        assert self._result is not None
        message, self._result = self._result, None
        self._answered = message
        ready = next(press for press in pressable(message) if isinstance(press, Ready))
        for person in self._seating.people:
            await person.press(Shown(message, message.now), str(ready))
            self._count.clicks += 1


def pressable(message: Message) -> Iterator[object]:
    """The presses of a message's buttons."""
    for _, part in message.now.parts:
        if "custom_id" in part and not part.get("disabled"):
            yield parse(part["custom_id"])


@dataclass(frozen=True)
class Playing:
    """A bot at whose tables, all in one file, people play; what they have done is counted."""

    town: Town
    path: Path
    bot: Process
    people: list[Players]
    count: Count
    routes: Routes

    async def play(self, hands: int, pause: float = 0.0) -> None:
        """Play so many hands at each table, until everything is shown."""
        await asyncio.gather(*(each.play(hands, pause) for each in self.people))
        await quiet(self.town, self.path)


@asynccontextmanager
async def dealt(tables: int) -> AsyncGenerator[Playing]:
    """A bot with so many tables of three, where the first hand is dealt."""
    async with StandIn() as discord:
        town = Town(discord)
        town.settle_down(tables, seats=SEATS)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ofc.sqlite3"
            deal_everywhere(path, town)
            async with bot_process(discord, path) as bot:
                await quiet(town, path)
                count = Count()
                people = [Players(town, each, count, seed) for seed, each in enumerate(town.tables)]
                yield Playing(town, path, bot, people, count, Routes(discord))


async def measure(
    tables: int = 4, hands: int = 20, pauses: tuple[float, ...] = (0.0, PAUSE)
) -> list[Goal]:
    """What a hand costs; goals are for full speed."""
    goals: list[Goal] = []
    bare = await clicks.bare_click()
    async with dealt(tables) as played:
        await played.play(2)
        print(f"memory before: {played.bot.memory / 1e6:.0f} MB")
        for pause in pauses:
            goals += await round_of(played, hands, pause, bare)
    # Who clicks so fast sometimes presses below a picture that is just being replaced: the bot
    # lists it as kept, is refused, and sends it anew.
    violations = played.town.discord.violations
    refused = [v for v in violations if "Attachment data not found" not in v]
    assert not refused, refused[:3]
    return goals


async def round_of(at: Playing, hands: int, pause: float, bare: float) -> list[Goal]:
    """Play so many hands at each table; `bare` are a bare bot's seconds of CPU for a click."""
    bot, count = at.bot, at.count
    before, clicked, played = costs(bot), count.clicks, count.hands
    asked = Counter(at.routes.all)
    with without_pauses():
        await at.play(hands, pause)
    after = costs(bot)
    requests = at.routes.all - asked
    played, clicked = count.hands - played, count.clicks - clicked
    cpu, main = after.all_threads - before.all_threads, after.main - before.main
    written = (after.written - before.written) / played
    speed = "at full speed" if not pause else f"with pauses of {pause:g} s"
    print(
        f"{len(at.people)} tables of {SEATS} {speed}, {played} hands, {clicked / played:.1f} clicks"
        f" each:\n"
        f"    CPU of a hand {1000 * cpu / played:.0f} ms (main thread"
        f" {1000 * main / played:.0f}), {1000 * cpu / clicked:.1f} a click,"
        f" {1000 * bare:.1f} of a bare bot\n"
        f"    {written / 1e6:.2f} MB written to disk a hand, memory {bot.memory / 1e6:.0f} MB\n"
        f"    {counted(requests) / played:.1f} requests a hand count at Discord, of"
        f" {requests.total() / played:.1f}",
        flush=True,
    )
    if pause:
        return []
    return [
        Goal("CPU of a hand of three beside bare clicks", cpu / clicked / bare, MOST_CPU, "times"),
        Goal("written to disk for a hand of three", written / 1e6, MOST_WRITTEN, "MB"),
        Goal("memory after it", bot.memory / 1e6, MOST_MEMORY, "MB"),
    ]


def main() -> int:
    """Measure; 1 if a hand at full speed costs too much."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--tables", type=int, default=4)
    command.add_argument("--hands", type=int, default=20, help="at each table")
    command.add_argument("--pauses", type=float, nargs="+", default=[0.0, PAUSE])
    options = command.parse_args()
    return report(asyncio.run(measure(options.tables, options.hands, tuple(options.pauses))))


if __name__ == "__main__":
    sys.exit(main())
