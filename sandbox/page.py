"""The sandbox's page with the bot behind it: what `ofc-bot sandbox` opens."""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.settings import DISCORD_URL, REPLAY_URL, Settings
from discord_standin.page.playground import Lever, Panel, Playground, Welcome, by_key
from discord_standin.page.process import BotProcess
from discord_standin.page.server import serve_page
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.vocabulary import EVERYBODY, Permission
from ofc_engine.links import PAGE
from sandbox.company import Company
from sandbox.fantasyland import deal_fantasyland

PORT: Final = 8123
BOT: Final = "OFC"
"""What the bot is called."""
_COMMAND: Final = (sys.executable, "-m", "sandbox.bot")
_WELCOME: Final = Welcome(
    channel="Open a table here and let the others sit down. Alone? Add computer players in the "
    "lobby, or press “Fill the table” behind the scenes. New to the game? Try /learn.",
    messages=f"This is where {BOT} writes to you alone. Your cards will come here.",
    commands=("/play", "/learn", "/ofc rules", "/ledger show"),
)


@asynccontextmanager
async def sandbox(
    folder: Path, port: int = 0, *, delay: float = Settings.computer_delay
) -> AsyncGenerator[tuple[Playground, str]]:
    """A playground with the bot connected, and its page's address; the data go into `folder`.

    `delay` is about how many seconds computer players take for a decision. Raises OSError if the
    port is taken, TimeoutError if the bot does not connect.
    """
    async with StandIn(bot_name=BOT) as standin:
        people, steward = _furnish(standin)
        bot = BotProcess(_COMMAND, _environment(standin, folder, delay), standin.clock)
        panels = (_panel(Company(steward)),)
        documents = {PAGE.name: PAGE}
        playground = Playground(standin, bot, by_key(people), panels, _WELCOME, documents)
        async with serve_page(playground, port) as url:
            bot.environment[REPLAY_URL] = f"{url}pages/{PAGE.name}"
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
    for guild in (friends, club):
        standin.world.grant(guild, standin.world.bot, EVERYBODY | Permission.CREATE_EVENTS)
    ann = standin.add_person("Ann", friends, club, permissions=Permission.MANAGE_GUILD)
    others = [standin.add_person(name, friends, club) for name in ("Bob", "Mia", "Zoë")]
    steward = standin.add_person("Pip", friends, club, permissions=Permission.MANAGE_GUILD)
    return [ann, *others], steward


def _panel(company: Company) -> Panel:
    """The levers that only this bot has."""
    return Panel(
        "The table",
        "Open a table, then let computer players take the free seats; they play by themselves. "
        "Or go to Fantasyland with the next hand, to see what that is like.",
        (
            Lever("fill", "Fill the table", company.pulled, is_main=True),
            Lever("fantasyland", "Deal me a Fantasyland", deal_fantasyland),
        ),
    )


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
