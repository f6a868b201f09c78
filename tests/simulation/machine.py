"""The machine that the bot runs on: its process, disk and clock, and its service manager."""

import logging
import signal
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Final

import aiohttp

from bot import running
from bot.client import OfcBot
from bot.settings import Settings, Storage
from discord_standin.standin import StandIn
from tests.simulation.disk import Disk
from tests.simulation.loop import Process, SimulatedLoop

log: Final = logging.getLogger(__name__)
_STARTS_AGAIN_AFTER: Final = 5.0
"""Seconds after which the service manager restarts a process that has ended."""


class Machine:
    """Keeps a bot running, as `ofc-bot run` does under a service manager.

    `secret` makes the random bytes of a deal.
    """

    def __init__(
        self,
        loop: SimulatedLoop,
        discord: StandIn,
        folder: Path,
        disk: Disk,
        secret: Callable[[], bytes],
    ) -> None:
        self._loop = loop
        self._discord = discord
        self._folder = folder
        self._secret = secret
        self._outside = copy_context()
        self._process: Process | None = None
        self._is_on = False
        self.disk = disk
        self.skew = 0.0
        """The error of its clock in seconds."""
        self.bot: OfcBot | None = None
        self.starts = 0
        self.rests_for = 0.0
        """Seconds for which it stays down the next time that it goes down."""

    def clock(self) -> float:
        """The time of the machine's clock, in Unix seconds."""
        return self._discord.clock.now() + self.skew

    @property
    def is_up(self) -> bool:
        """True if the bot runs and is connected."""
        return self.bot is not None and self.bot.is_ready() and self._discord.is_connected

    @property
    def tasks(self) -> list[str]:
        """The names of the tasks in its process."""
        tasks = () if self._process is None else self._process.tasks
        return [task.get_coro().__qualname__ for task in tasks if not task.done()]

    def turn_on(self) -> None:
        """Run the bot from now on."""
        self._is_on = True
        self._begin()

    async def turn_off(self) -> None:
        """Tell the bot to stop, and wait until it has."""
        self._is_on = False
        await self.stop()

    async def stop(self) -> None:
        """Tell the process to end, as a service manager does; if on, the machine restarts it."""
        process = self._process
        if process is None:
            return
        process.send(signal.SIGTERM)
        await process.ended.wait()

    def kill(self, *, loses_power: bool = False) -> None:
        """Kill the process, or cut the power of the whole machine."""
        if self._process is not None:
            self._loop.kill(self._process)
            self._over(self._process, loses_power=loses_power)

    def _begin(self) -> None:
        if not self._is_on or self._process is not None:
            return
        self.starts += 1
        self._process = process = Process(f"bot {self.starts}")
        process.run(self._loop.create_task, self._run(process))

    async def _run(self, process: Process) -> None:
        token, storage = self._discord.token, Storage(self.disk.database, self._folder, 0)
        try:
            await running.run(
                Settings(token, storage, computer_delay=2.0),
                clock=self.clock,
                made=self._made,
                secret=self._secret,
                emoji=False,
                judges_after=None,
                connector=lambda: aiohttp.UnixConnector("discord", limit=0),
                guild_ready_timeout=0.05,
            )
        except Exception:
            log.exception("the process has ended with an error")
        finally:
            self._over(process)

    def _made(self, bot: OfcBot) -> None:
        self.bot = bot

    def _over(self, process: Process, *, loses_power: bool = False) -> None:
        if self._process is process:
            self.disk.crash(loses_power=loses_power)
            self._process = self.bot = None
            rest, self.rests_for = max(_STARTS_AGAIN_AFTER, self.rests_for), 0.0
            self._loop.call_later(rest, self._begin, context=self._outside)
            process.ended.set()
