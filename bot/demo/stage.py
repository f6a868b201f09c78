"""The real bot at a stand-in, in this process."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.client import OfcBot
from bot.store.database import Database
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn


@asynccontextmanager
async def bot_at(
    discord: StandIn,
    path: Path,
    secret: Callable[[], bytes],
    seed: Callable[[int], str] = lambda _: "",
    *,
    emoji: bool = False,
    computer_delay: float = 0.0,
    open_database: Callable[[Path], Awaitable[Database]] = Database.open,
) -> AsyncGenerator[OfcBot]:
    """The bot, connected and at rest, on the database at `path`; it is closed at the end.

    `secret` gives the 32 bytes of each deal; without `seed` nobody adds to it by the way, so that
    the cards are the same each time. The stand-in's clock is the bot's. Without `emoji`
    cards are shown by their names, as they are until Discord has all emoji. Computer players take
    about `computer_delay` seconds for a decision.
    """
    with redirected(discord.url):
        database = await open_database(path)
        bot = OfcBot(
            database,
            clock=discord.clock.now,
            secret=secret,
            seed=seed,
            emoji=emoji,
            computer_delay=computer_delay,
            connector=loopback_connector,
            guild_ready_timeout=0.05,
        )
        running = asyncio.create_task(bot.start(discord.token))
        try:
            connected = asyncio.create_task(discord.connected())
            await asyncio.wait({running, connected}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                connected.cancel()
                await running
            await bot.wait_until_ready()
            await discord.settle(lambda: bot.is_busy)
            yield bot
        finally:
            await bot.close()
            with suppress(asyncio.CancelledError):
                await running
            await database.close()
