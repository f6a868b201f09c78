"""The real bot on a stand-in: in this process, or in one of its own, `python -m sandbox.bot`.

There its settings come from the environment alone, the stand-in's address from `OFC_DISCORD_URL`.
Each line on standard input says by how many seconds the sandbox's time is ahead of the machine's,
which may make something due, and is repeated on standard output once the bot goes by it; the end of
the input means that the sandbox is gone: the bot stops.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from bot import assembly, running
from bot.client import OfcBot
from bot.discord_io.rate_limits import DmRates
from bot.settings import Address, Settings
from bot.store.database import Database
from bot.tasks import alongside
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn
from sandbox.fantasyland import GoToFantasyland

_ANY: Final = 10**6
"""A limit of requests a second that is never reached: the stand-in has none."""


@asynccontextmanager
async def bot_at(
    discord: StandIn,
    address: Address,
    secret: Callable[[], bytes],
    seed: Callable[[int], str] = lambda _: "",
    *,
    emoji: bool = False,
    computer_delay: float = 0.0,
    judges_after: float | None = None,
    dm_rates: DmRates = DmRates(pause=0.0),
    most_requests: int = _ANY,
    open_database: Callable[[Address], Awaitable[Database]] = Database.open,
    **options: Any,  # noqa: ANN401 - whatever the bot takes
) -> AsyncGenerator[OfcBot]:
    """The bot, connected and at rest, on the database at `address`; it is closed at the end.

    `secret` gives the 32 bytes of each deal; without `seed` nobody adds to it by the way, so that
    the cards are the same each time. The stand-in's clock is the bot's. Without `emoji`
    cards are shown by their names, as they are until Discord has all emoji. Computer players take
    about `computer_delay` seconds for a decision. Hands are judged, which takes long,
    `judges_after` seconds after a change, or not at all if it is None. Direct messages are opened
    at `dm_rates`, and it makes as many requests in a second as it likes. `options` go to the bot.
    """
    with redirected(discord.url):
        database = await open_database(address)
        try:
            async with (
                OfcBot(
                    database,
                    clock=discord.clock.now,
                    secret=secret,
                    seed=seed,
                    emoji=emoji,
                    computer_delay=computer_delay,
                    judges_after=judges_after,
                    connector=loopback_connector,
                    dm_rates=dm_rates,
                    most_requests=most_requests,
                    # After each server discord.py waits for another one, usually for two seconds.
                    guild_ready_timeout=0.05,
                    **options,
                ) as bot,
                alongside(bot.start(discord.token)) as running,
            ):
                await bot.connected(running)
                await discord.settle(lambda: bot.is_busy)
                yield bot
        finally:
            await database.close()


class _SandboxTime:
    """The sandbox's time, as standard input tells it."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since 1970 in the sandbox."""
        return time.time() + self._ahead

    def follow(self, moved: Callable[[], object]) -> None:
        """Read until the input ends, then stop this process; `moved` is called after each line."""
        for line in sys.stdin:
            self._ahead = float(line)
            moved()
            print(line, end="", flush=True)
        # As when somebody stops it: what is under way is finished.
        os.kill(os.getpid(), signal.SIGTERM)


async def run(settings: Settings) -> None:
    """Run until stopped, on the sandbox's time, reaching nothing but this machine."""
    assert GoToFantasyland in assembly.HANDLERS, "the sandbox's own lever is served"
    time_ = _SandboxTime()

    def follow(bot: OfcBot) -> None:
        wake = partial(asyncio.get_running_loop().call_soon_threadsafe, bot.timer.wake)
        # Reading the input cannot be broken off, so it must not keep the process from ending.
        threading.Thread(target=time_.follow, args=(wake,), daemon=True).start()

    await running.run(
        settings,
        clock=time_.now,
        made=follow,
        connector=loopback_connector,
        guild_ready_timeout=0.05,
    )


def main() -> None:
    """Run the bot against the stand-in."""
    settings = Settings.load(os.environ)
    logging.basicConfig(level=settings.log_level, format="bot: {levelname} {message}", style="{")
    with redirected(settings.discord_url):
        asyncio.run(run(settings))


if __name__ == "__main__":
    main()
