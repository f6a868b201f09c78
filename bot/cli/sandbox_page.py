"""The sandbox's page with the bot behind it: what `python -m bot sandbox` opens."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.sandbox.page.process import BotProcess
from bot.sandbox.page.server import serve_page
from bot.sandbox.page.stage import Stage, furnish
from bot.sandbox.redirect import VARIABLE
from bot.sandbox.standin import StandIn

PORT: Final = 8123
_COMMAND: Final = (sys.executable, "-m", "bot.cli.sandbox_bot")


@asynccontextmanager
async def sandbox(
    folder: Path, port: int = 0, *, pace: float = 0.4
) -> AsyncGenerator[tuple[Stage, str]]:
    """A furnished stage with the bot connected and its page's address; data go into `folder`.

    Raises OSError if the port is taken, TimeoutError if the bot does not connect.
    """
    async with StandIn() as standin:
        environment = {
            VARIABLE: standin.url,
            "DISCORD_TOKEN": standin.token,
            "OFC_DATABASE": str(folder / "ofc.sqlite3"),
            "OFC_LOG_LEVEL": "WARNING",
        }
        bot = BotProcess(_COMMAND, environment, standin.clock)
        stage = furnish(standin, bot, pace=pace)
        async with serve_page(stage, port) as url:
            try:
                await bot.start()
                await standin.connected(within=60.0)
                stage.company.start()
                yield stage, url
            finally:
                await stage.company.close()
                await bot.stop()


async def open_page(port: int) -> None:
    """Serve the page until interrupted; raises as `sandbox` does."""
    with TemporaryDirectory(prefix="ofc-sandbox-") as folder:
        print("Starting ...", flush=True)
        async with sandbox(Path(folder), port) as (stage, url):
            print(f"The sandbox is open: {url}")
            for key, person in stage.people.items():
                print(f"  as {person.name}: {url}as/{key}")
            print("It is gone when you press Ctrl+C.", flush=True)
            await asyncio.Event().wait()
