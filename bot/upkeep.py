"""What the bot does by itself as long as it runs: backups at night, signs of life."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.settings import Storage
from bot.store import backup
from bot.store.errors import StoreError

log: Final = logging.getLogger(__name__)

_HOUR: Final = 4
"""Of the night, in the machine's time zone."""
_LONGEST_SLEEP: Final = 3600.0
"""Seconds after which the clock is looked at again: it may have been set, or have slept too."""
_HEARTBEAT: Final = 5.0
"""Seconds between two signs of life."""
_NEW_OBJECTS: Final = 10_000
"""How many come up before garbage is looked for; a click makes some hundreds, and keeps none."""


async def keep_backups(storage: Storage, clock: Callable[[], float]) -> None:
    """Make a backup every night, or at once if the last night had none; never returns.

    `clock` gives Unix seconds.
    """
    while True:
        wait = seconds_to_backup(backup.made_at(storage.backups, storage.database), clock())
        if wait == 0:
            wait = await asyncio.to_thread(_back_up, storage, clock())
        await asyncio.sleep(min(wait, _LONGEST_SLEEP))


def seconds_to_backup(made_at: float | None, now: float) -> float:
    """How long to wait for the next backup, when the latest was made then (Unix seconds)."""
    local = datetime.fromtimestamp(now)  # noqa: DTZ006 - night is where the machine stands
    tonight = local.replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    if tonight > local:
        tonight -= timedelta(days=1)
    if made_at is None or made_at < tonight.timestamp():
        return 0.0
    return (tonight + timedelta(days=1)).timestamp() - now


def _back_up(storage: Storage, now: float) -> float:
    """Make a backup and delete the oldest; returns how many seconds nothing is to be done."""
    target = storage.backups / backup.name_of(storage.database, now)
    try:
        backup.back_up(storage.database, target)
        backup.thin_out(storage.backups, storage.database, storage.backups_kept)
    except (StoreError, OSError) as error:
        log.error("no backup, will try again in an hour: %s", error)
        return _LONGEST_SLEEP
    log.info("backup written to %s", target)
    return 0.0


async def show_health(path: Path, is_well: Callable[[], Awaitable[bool]]) -> None:
    """Touch a file every few seconds while the bot is well; never returns.

    Whoever looks at it takes a file that is older than half a minute as a bot that needs help.
    """
    while True:
        try:
            if await is_well():
                _touch(path)
        except OSError as error:
            log.warning("%s cannot be touched: %s", path, error)
        await asyncio.sleep(_HEARTBEAT)


async def spare_collector(wait_until_ready: Callable[[], Awaitable[None]]) -> None:
    """Once the bot is ready, keep the garbage collector from what is there to stay.

    It would go through all modules and all that Discord has told of its servers again and again.
    """
    await wait_until_ready()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)


def _touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
