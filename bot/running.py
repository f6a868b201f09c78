"""The bot as a service: it runs until it is told to stop, and does its upkeep meanwhile."""

import asyncio
import logging
import signal
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.client import OfcBot
from bot.settings import Settings
from bot.store.database import Database
from bot.store.schema import AwayError, InUseError
from bot.tasks import Tasks, alongside
from bot.upkeep import (
    go_on_from_backup,
    keep_backups,
    keep_forgetting,
    show_health,
    tune_garbage_collector,
)

log: Final = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
"""Seconds between attempts to open a server's database: they double."""
_LOCK_PATIENCE: Final = 60.0
"""Seconds to wait for its lock: the server needs 25 to see that a machine is gone."""


async def run(
    settings: Settings,
    *,
    new: bool = False,
    clock: Callable[[], float] = time.time,
    made: Callable[[OfcBot], object] = lambda _: None,
    **options: Any,  # noqa: ANN401 - whatever the client takes
) -> None:
    """Run the bot until it is told to stop (SIGINT, SIGTERM).

    With `new` it begins with an empty database, though there may be backups of one. `made` is
    called with the bot before it starts.
    """
    async with alongside(_signal().wait()) as stopped:
        database = await _opened(settings, stopped, new=new)
        if database is None:
            return
        storage, delay = settings.storage, settings.computer_delay
        upkeep = Tasks()
        try:
            async with (
                OfcBot(
                    database,
                    clock=clock,
                    computer_delay=delay,
                    shards=settings.shards,
                    replay_url=settings.replay_url,
                    **options,
                ) as bot,
                _telling(settings.status_port, bot),
            ):
                made(bot)
                await go_on_from_backup(database, storage.backups, int(clock()))
                _keep_in_order(upkeep, settings, bot, database, clock)
                async with alongside(bot.start(settings.token)) as running:
                    await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await upkeep.close()
            await database.close()


def _keep_in_order(
    upkeep: Tasks,
    settings: Settings,
    bot: OfcBot,
    database: Database,
    clock: Callable[[], float],
) -> None:
    """Begin the upkeep that goes on as long as the bot runs."""
    storage = settings.storage
    tuning = tune_garbage_collector(bot.wait_until_ready)
    upkeep.begin("tuning the garbage collector", tuning)
    forgetting = partial(keep_forgetting, database, storage, clock)
    upkeep.keep_up("deleting old copies and traces", forgetting)
    if storage.backups_kept and isinstance(storage.database, Path):
        upkeep.keep_up("making backups", partial(keep_backups, storage, clock))
    showing = partial(show_health, bot.health.fault, settings.health_file, settings.give_up_after)
    upkeep.keep_up("giving signs of life", showing)


async def _opened(settings: Settings, stopped: asyncio.Task[Any], *, new: bool) -> Database | None:
    """The database, once its server is there; None if the bot is told to stop before.

    Another bot's lock on a server is waited for, too, but not for long: the bot may have ended with
    its machine. Raises what `Database.open` does.
    """
    storage, pause, logged = settings.storage, _FIRST_PAUSE, ""
    taken_until = asyncio.get_running_loop().time() + _LOCK_PATIENCE
    while not stopped.done():
        try:
            return await Database.open(
                storage.database, storage.backups, new=new, shards=settings.shards
            )
        except (AwayError, InUseError) as error:
            is_late = asyncio.get_running_loop().time() > taken_until
            if isinstance(error, InUseError) and (isinstance(storage.database, Path) or is_late):
                raise
            if logged != str(error):
                logged = str(error)
                log.warning("%s Trying again.", logged)
        await asyncio.wait({stopped}, timeout=pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
    return None


@asynccontextmanager
async def _telling(port: int, bot: OfcBot) -> AsyncGenerator[None]:
    """Serve the status page meanwhile, if there is a port for it."""
    if not port:
        yield
        return
    from bot.status import status_page  # noqa: PLC0415 - a web server, which most bots go without

    async with status_page(port, bot.health.vitals):
        yield


def _signal() -> asyncio.Event:
    """An event that is set when the bot is told to stop (SIGINT, SIGTERM)."""
    stops = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl+C raises KeyboardInterrupt instead
            asyncio.get_running_loop().add_signal_handler(number, stops.set)
    return stops
