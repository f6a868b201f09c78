"""A bot in a process of its own, and its processor time and memory."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.settings import DISCORD_URL
from discord_standin.standin import StandIn

OURS: Final = ("-m", "bot", "run")
_UNLIMITED: Final = ("-m", "tools.benchmarks.unlimited_bot")
_PER_PROCESS: Final = 2
"""In Linux, the kind of a clock that counts the processor time of a whole process."""


class Process:
    """A running bot."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads, as clock_getcpuclockid(3) says."""
        return time.clock_gettime((~self._process.pid << 3) | _PER_PROCESS)

    @property
    def main_cpu(self) -> float:
        """Seconds of processor time so far of its main thread alone."""
        stat = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @property
    def written(self) -> int:
        """Bytes that it has given to the file system so far."""
        lines = Path(f"/proc/{self._process.pid}/io").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))

    @property
    def resident(self) -> int:
        """Bytes that it holds in memory, shared ones too."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def memory(self) -> int:
        """Bytes that it holds in memory and shares with nobody."""
        rollup = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text()
        lines = [line.split() for line in rollup.splitlines() if line.startswith("Private_")]
        return sum(1024 * int(line[1]) for line in lines)

    @property
    def is_running(self) -> bool:
        """True if it has not ended."""
        return self._process.returncode is None

    async def stop(self) -> None:
        """Ask it to stop and wait."""
        if self.is_running:
            self._process.terminate()
        await asyncio.wait_for(self._process.wait(), 30)


@asynccontextmanager
async def bot_process(
    discord: StandIn, path: Path, *arguments: str, one_core: bool = False
) -> AsyncGenerator[Process]:
    """A bot connected to a stand-in; ours, if no other arguments are given to Python.

    Without them it may make more requests a second than Discord takes, as its CPU is measured.
    `one_core` keeps it on the machine's last core and this process on the others.
    """
    environment = {
        **os.environ,
        DISCORD_URL: discord.url,
        "DISCORD_TOKEN": discord.token,
        "OFC_DATABASE": str(path),
        "OFC_BACKUPS_KEPT": "0",
        "OFC_LOG_LEVEL": "WARNING",
        # As where it is installed: what is compiled at each start costs a second and some MB.
        "PYTHONDONTWRITEBYTECODE": "",
        "MALLOC_ARENA_MAX": "1",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, *(arguments or _UNLIMITED), env=environment
    )
    cores = sorted(os.sched_getaffinity(0))
    if one_core and len(cores) > 1:
        os.sched_setaffinity(process.pid, cores[-1:])
        os.sched_setaffinity(0, cores[:-1])
    bot = Process(process)
    try:
        await discord.until(lambda: discord.is_connected or not bot.is_running, within=60)
        assert bot.is_running
        yield bot
    finally:
        await bot.stop()
        os.sched_setaffinity(0, cores)
