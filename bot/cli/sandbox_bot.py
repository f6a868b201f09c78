"""The bot in the sandbox's second process: `python -m bot.cli.sandbox_bot`, started by the first.

Its settings come from the environment alone, the stand-in's address from `OFC_DISCORD_URL`. Each
line on standard input says by how many seconds the sandbox's time is ahead of the machine's, which
may make something due; the end of the input means that the sandbox is gone, and stops the bot.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

from bot import client
from bot.settings import Settings
from discord_standin.redirect import loopback_connector, redirected


class SandboxTime:
    """The sandbox's time, as standard input tells it."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since 1970 in the sandbox."""
        return time.time() + self._ahead

    def follow(self, moved: Callable[[], object]) -> None:
        """Read until the input ends, then stop this process; calls `moved` after each line."""
        for line in sys.stdin:
            self._ahead = float(line)
            moved()
        os.kill(os.getpid(), signal.SIGTERM)


async def run(settings: Settings) -> None:
    """Run until stopped, on the sandbox's time, reaching nothing but this machine."""
    time_ = SandboxTime()

    def follow(bot: client.OfcBot) -> None:
        wake = partial(asyncio.get_running_loop().call_soon_threadsafe, bot.timer.wake)
        threading.Thread(target=time_.follow, args=(wake,), daemon=True).start()

    await client.run(
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
