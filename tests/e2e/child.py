"""The bot as a process of its own, which can be killed at any moment."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import IO

from bot.sandbox.redirect import VARIABLE
from tests.e2e.house import House


class KillableHouse(House):
    """`python -m bot run` at a stand-in; its deals are as random as they really are."""

    process: asyncio.subprocess.Process
    log_level = "WARNING"
    log: int | IO[bytes] = asyncio.subprocess.PIPE

    async def start(self) -> None:
        environment = {
            **os.environ,
            VARIABLE: self.discord.url,
            "DISCORD_TOKEN": self.discord.token,
            "OFC_DATABASE": str(self.path),
            "OFC_BACKUPS": str(self.path.parent / "backups"),
            "OFC_LOG_LEVEL": self.log_level,
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", env=environment, stderr=self.log
        )
        await self.discord.connected(within=20)
        await self.settle()

    async def stop(self) -> None:
        """As a service manager does; clean, and within 5 s."""
        self.process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(self.process.communicate(), 5)
        assert (self.process.returncode, log) == (0, b"")

    async def kill(self) -> None:
        """As a power cut would; whoever waits for an answer gets none."""
        self.process.kill()
        await self.process.communicate()
        await self.discord.until(lambda: not self.discord.is_connected)
        self.discord.advance(3)
        with suppress(ValueError):
            self.discord.pardon("was not answered within 3 s")

    async def settle(self) -> None:
        await self.discord.settle(lambda: self.is_behind)
