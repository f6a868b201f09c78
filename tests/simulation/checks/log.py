"""The bot logs no error without a fault."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.store.engine import Error
from bot.store.schema import StoreError
from bot.surfaces.gateway import GatewayError
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_EXPECTED: Final = (
    Error,
    GatewayError,
    StoreError,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    asyncio.CancelledError,
)
"""Errors that may be logged during faults."""


class Log(Check):
    """Reads what the bot logs."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        world.on_log.append(self._read)

    def _read(self, record: logging.LogRecord) -> None:
        if record.levelno < logging.ERROR:
            return
        error = record.exc_info[1] if record.exc_info else None
        since = self.world.discord.clock.now()
        if isinstance(error, _EXPECTED) and not self.was_calm(since, grace=120.0):
            return
        if error is None and not self.was_calm(since, grace=120.0):
            return
        self.fail(f"{record.name}: {record.getMessage()}: {error!r}\n{_trace(record)}")


def _trace(record: logging.LogRecord) -> str:
    return logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
