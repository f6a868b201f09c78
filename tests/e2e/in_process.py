"""`ofc-bot run` without a process of its own, which costs more to begin than most tests."""

import asyncio
import gc
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.running import run
from bot.settings import Address, Settings, Storage
from bot.tasks import alongside
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn
from tests.waiting import HUNG


@asynccontextmanager
async def running(
    discord: StandIn, address: Address, folder: Path, *, token: str = "", **settings: Any
) -> AsyncGenerator[asyncio.Task[None]]:
    """What the command runs, with these settings and no backups; by the end it is stopped."""
    storage = Storage(address, folder / "backups", backups_kept=0)
    wanted = Settings(token or discord.token, storage, **settings)
    threshold = gc.get_threshold()
    try:
        with redirected(discord.url):
            async with alongside(run(wanted, connector=loopback_connector)) as task:
                yield task
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()


async def stop(task: asyncio.Task[None]) -> None:
    """Tell it to stop as a service manager does; raises what it raises."""
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(task, HUNG)
