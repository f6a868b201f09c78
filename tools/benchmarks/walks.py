"""How much of the bot a request runs: `python -m tools.benchmarks.walks`.

For a tap on a card, a confirmation, `/play` and `/ledger show` it counts, until everything
that follows is shown: how many frames deep the row is written, the files and functions of the bot
that run (without pictures in brackets), transactions, statements, and how often a table is loaded.
Counts, not times: they are the same on every machine.
"""

import argparse
import asyncio
import inspect
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

from bot.client import OfcBot
from bot.screens.presses import Confirm, Put
from bot.store.database import Database
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from sandbox.bot import bot_at
from sandbox.placing import placing_message, pressable

ROOT: Final = Path(__file__).parents[2]
_OURS: Final = tuple(str(ROOT / room) + "/" for room in ("bot", "cogs", "engine"))
_WRITES: Final = ("INSERT", "UPDATE", "DELETE")
_LOADS: Final = ("read", "_read_in_part")
"""What reads rows of a table, or those that have changed since it was known."""
_DOORS: Final = ("write", "read")


@dataclass
class Walk:
    """What ran since it began; `row` is a word of the statement that writes the request's row."""

    row: str
    functions: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    transactions: int = 0
    statements: int = 0
    loads: int = 0
    frames: int = 0
    is_over: bool = False
    _before_door: int = 0

    def call(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a function of the bot that is called; a profile function."""
        code = frame.f_code
        if event != "call" or not is_ours(code.co_filename):
            return
        self.functions.add((code.co_filename, code.co_qualname))
        self.loads += code.co_qualname in _LOADS and code.co_filename.endswith("game/loading.py")
        if code.co_name in _DOORS and code.co_filename.endswith("store/database.py"):
            self._before_door = depth(frame)

    def trace(self, statement: str) -> None:
        """Note a statement; SQLite calls it in the thread that runs it."""
        if self.is_over:
            return
        self.statements += 1
        self.transactions += statement.startswith("BEGIN")
        if not self.frames and self.row in statement and statement.lstrip().startswith(_WRITES):
            self.frames = self._before_door + depth(inspect.currentframe())

    @property
    def line(self) -> str:
        """The counts as a row of a table."""
        files = {file for file, _ in self.functions}
        undrawn = {file for file in files if "/pictures/" not in file}
        return (
            f"{self.frames or '-'} | {len(files)} ({len(undrawn)}) | {len(self.functions)}"
            f" | {self.transactions} | {self.statements} | {self.loads}"
        )


def is_ours(file: str) -> bool:
    """True if a file is the bot's own."""
    return file.startswith(_OURS)


def depth(frame: FrameType | None) -> int:
    """How many of the bot's own frames are on the stack, comprehensions and lambdas included."""
    found = 0
    while frame is not None:
        found += is_ours(frame.f_code.co_filename)
        frame = frame.f_back
    return found


async def walked(
    database: Database,
    row: str,
    do: Callable[[], Awaitable[object]],
    rest: Callable[[], Awaitable[None]],
) -> Walk:
    """What runs in the bot from a request until it rests."""
    walk = Walk(row)
    await database.read(lambda db: _profile(walk, db.set_trace_callback))
    sys.setprofile(walk.call)
    try:
        await do()
        await rest()
    finally:
        sys.setprofile(None)
        walk.is_over = True
        await database.read(lambda db: _end(db.set_trace_callback))
    return walk


def unnoticed(bot: OfcBot) -> bool:
    """True if a bot is busy, without counting this question in a walk."""
    profile = sys.getprofile()
    sys.setprofile(None)
    try:
        return bot.is_busy
    finally:
        sys.setprofile(profile)


def _profile(walk: Walk, set_trace: Callable[[Callable[[str], object]], None]) -> None:
    set_trace(walk.trace)
    sys.setprofile(walk.call)
    threading.setprofile(walk.call)


def _end(set_trace: Callable[[None], None]) -> None:
    set_trace(None)
    sys.setprofile(None)
    threading.setprofile(None)


async def measure(path: Path) -> dict[str, Walk]:
    """The walks of each request, by its name."""
    walks: dict[str, Walk] = {}
    opened: list[Database] = []

    async def open_database(at: Path) -> Database:
        opened.append(await Database.open(at))
        return opened[0]

    async with (
        StandIn() as discord,
        bot_at(discord, path, lambda: bytes(32), open_database=open_database) as bot,
    ):
        guild = discord.add_guild("Friends")
        channel = discord.add_channel(guild, "poker")
        ann, bob = (discord.add_person(name, guild) for name in ("Ann", "Bob"))

        async def rest() -> None:
            await discord.settle(lambda: unnoticed(bot))

        async def walk(name: str, row: str, do: Callable[[], Awaitable[object]]) -> None:
            walks[name] = await walked(opened[0], row, do, rest)

        await walk("`/play`", "INTO tables", lambda: ann.types(channel, "/play"))
        await bob.types(channel, "/ofc join")
        await rest()
        lobby = next(s for s in ann.glances(channel) if s.buttons and not s.is_ephemeral)
        await ann.press(lobby, "Start")
        await rest()

        def press(person: Person, kind: type[Put] | type[Confirm]) -> Awaitable[object]:
            shown = placing_message(person, channel)
            assert shown is not None
            return person.press(shown, str(pressable(shown, kind)[0]))

        await walk("a tap", "drafts", lambda: press(bob, Put))
        await walk("a confirmation", "INTO operations", lambda: press(bob, Confirm))
        await walk("`/ledger show`", "INTO -", lambda: ann.types(channel, "/ledger show"))
    return walks


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        walks = asyncio.run(measure(Path(folder) / "ofc.sqlite3"))
    print(
        "| request | frames to the row | files (undrawn) | functions | transactions"
        " | statements | table loads |"
    )
    print("|---|---|---|---|---|---|---|")
    for name, walk in walks.items():
        print(f"| {name} | {walk.line} |")


if __name__ == "__main__":
    main()
