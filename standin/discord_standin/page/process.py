"""The bot in a process of its own, which can be killed at any moment and started again."""

import asyncio
import os
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from discord_standin.clock import Clock

_GRACE: Final = 5.0
"""Seconds that the bot gets to stop cleanly, and to take over a new time."""


class BotProcess:
    """A command that runs the bot against a stand-in.

    It is told the stand-in's time on its standard input: on each line, by how many seconds that
    is ahead of the machine's; once it goes by that, it repeats the line on its standard output.
    When the input ends it has to stop. `environment` is what it gets from its next start on.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], clock: Clock
    ) -> None:
        self._command = command
        self.environment = {**os.environ, **environment}
        self._clock = clock
        self._process: Process | None = None

    @property
    def is_running(self) -> bool:
        """True if there is such a process now."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it, unless it runs."""
        if self.is_running:
            return
        self._process = await asyncio.create_subprocess_exec(
            *self._command, env=self.environment, stdin=PIPE, stdout=PIPE
        )
        self._write_time(self._process)

    async def kill(self) -> None:
        """End it at once, as SIGKILL or a power cut does; nothing is cleaned up."""
        if self._process and self.is_running:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """Stop it cleanly, or kill it if that takes too long."""
        if not (self._process and self.is_running):
            return
        assert self._process.stdin
        self._process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _GRACE)
        await self.kill()

    async def tell_time(self) -> None:
        """Tell it the stand-in's time, which may have been moved on; wait until it goes by that."""
        if self._process and self.is_running:
            told = self._write_time(self._process)
            with suppress(TimeoutError):
                await asyncio.wait_for(_repeated(self._process, told), _GRACE)

    def _write_time(self, process: Process) -> bytes:
        assert process.stdin
        ahead = f"{self._clock.now() - time.time():.3f}\n".encode()
        process.stdin.write(ahead)
        return ahead


async def _repeated(process: Process, line: bytes) -> None:
    """Wait until a process has written a line, or has ended."""
    assert process.stdout
    while await process.stdout.readline() not in (line, b""):
        pass
