"""The sandbox's page with the bot behind it: what `python -m bot sandbox` opens."""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.players.levels import LEVELS
from bot.screens.lobby import ADD
from bot.screens.press import parse
from bot.screens.presses import ChooseComputer, Join
from bot.settings import DISCORD_URL, Settings
from discord_standin.model.places import Channel
from discord_standin.page.playground import Playground, by_key
from discord_standin.page.process import BotProcess
from discord_standin.page.server import serve_page
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Select
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission

PORT: Final = 8123
_COMMAND: Final = (sys.executable, "-m", "sandbox.bot")
_LOOKS: Final = 100
_PAUSE: Final = 0.05
"""Seconds between two looks at the lobby."""


@asynccontextmanager
async def sandbox(
    folder: Path, port: int = 0, *, delay: float = Settings.computer_delay
) -> AsyncGenerator[tuple[Playground, str]]:
    """A playground with the bot connected, and its page's address; the data go into `folder`.

    `delay` is about how many seconds computer players take for a decision. Raises OSError if the
    port is taken, TimeoutError if the bot does not connect.
    """
    async with StandIn() as standin:
        people, steward = _furnish(standin)
        bot = BotProcess(_COMMAND, _environment(standin, folder, delay), standin.clock)
        playground = Playground(standin, bot, by_key(people), Company(steward))
        async with serve_page(playground, port) as url:
            try:
                await bot.start()
                await standin.connected(within=60.0)
                yield playground, url
            finally:
                await bot.stop()


def _furnish(standin: StandIn) -> tuple[list[Person], Person]:
    """Two servers with people for the windows, the first of whom manages them, and a steward."""
    friends, club = standin.add_guild("Friends"), standin.add_guild("Tuesday Club")
    for guild, name in ((friends, "poker"), (friends, "lounge"), (club, "tables")):
        standin.add_channel(guild, name)
    ann = standin.add_person("Ann", friends, club, permissions=Permission.MANAGE_GUILD)
    others = [standin.add_person(name, friends, club) for name in ("Bob", "Mia", "Zoë")]
    steward = standin.add_person("Pip", friends, club, permissions=Permission.MANAGE_GUILD)
    return [ann, *others], steward


def _environment(standin: StandIn, folder: Path, delay: float) -> dict[str, str]:
    return {
        DISCORD_URL: standin.url,
        "DISCORD_TOKEN": standin.token,
        "OFC_DATABASE": str(folder / "ofc.sqlite3"),
        "OFC_BACKUPS_KEPT": "0",
        "OFC_COMPUTER_DELAY": str(delay),
        "OFC_LOG_LEVEL": "WARNING",
    }


async def open_page(port: int) -> None:
    """Serve the page until SIGINT or SIGTERM; raises as `sandbox` does."""
    stopped = asyncio.Event()
    with suppress(NotImplementedError):  # Windows has no such handlers.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    with TemporaryDirectory(prefix="ofc-sandbox-") as folder:
        print("Starting ...", flush=True)
        async with sandbox(Path(folder), port) as (playground, url):
            print(f"The sandbox is open: {url}")
            for key, person in playground.people.items():
                print(f"  as {person.name}: {url}as/{key}")
            print("Press Ctrl+C to close it; nothing is kept.", flush=True)
            await stopped.wait()


class Company:
    """A steward, who manages the server and brings the bot's computer players to tables.

    The steward chooses from the lobby's menu as a host does; the bot plays them.
    """

    def __init__(self, steward: Person) -> None:
        self._steward = steward

    async def fill(self, where: Channel) -> int:
        """Fill the table that gathers in a channel, all levels in turn; returns how many sat down.

        Raises CannotDoError if there is none.
        """
        taken = 0
        while (found := self._free(where)) is not None:
            shown, menu = found
            levels = list(LEVELS)[::-1]
            value = f"{ADD}.{levels[taken % len(levels)]}"
            reply = await self._steward.select(shown, value, menu=menu.custom_id)
            if reply.error:
                raise CannotDoError(f"The computer player could not sit down: {reply.error}.")
            await self._until_changed(shown)
            taken += 1
        return taken

    def _free(self, where: Channel) -> tuple[Shown, Select] | None:
        """The newest lobby of a channel with its menu; None if every seat is taken."""
        for shown in reversed(self._steward.reads(where)):
            if shown.is_ephemeral:
                continue
            for menu in shown.selects:
                if isinstance(parse(menu.custom_id), ChooseComputer):
                    adds = any(str(option.value).startswith(f"{ADD}.") for option in menu.options)
                    return (shown, menu) if adds else None
            if any(_joins(button.custom_id) for button in shown.buttons):
                return None
        raise CannotDoError("Nobody waits for players here. Open a table with /ofc new first.")

    async def _until_changed(self, before: Shown) -> None:
        """Wait until the lobby shows who has sat down."""
        for _ in range(_LOOKS):
            if not before.is_current:
                return
            await asyncio.sleep(_PAUSE)
        raise CannotDoError("The lobby does not change. Is the bot running?")


def _joins(custom_id: str) -> bool:
    return isinstance(parse(custom_id), Join)
