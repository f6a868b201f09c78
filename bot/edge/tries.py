"""Trying again what Discord refuses, or what does not get through to it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from textwrap import shorten
from typing import Final

import discord

from bot.edge.answers import LOST

log: Final = logging.getLogger(__name__)

REFUSALS: Final = (discord.HTTPException, discord.GatewayNotFound, *LOST)
"""Discord says no, or nothing."""
RARELY: Final = 6 * 3600.0
"""Seconds to which the pauses grow between tries of what the bot can do without."""
_FIRST: Final = 5.0
"""Seconds between the first two tries."""
_LONGEST: Final = 300
"""Characters of a reason: Discord's doorkeeper answers with whole web pages."""


async def keep_trying(
    work: Callable[[], Awaitable[object]], trouble: str, *, longest: float = 300.0
) -> None:
    """Do some work as often as it takes until Discord takes it.

    Each time `trouble` is logged with the reason and the pause, which doubles up to `longest`
    seconds.
    """
    pause = _FIRST
    while True:
        try:
            await work()
        except REFUSALS as error:
            log.warning("%s: %s. Trying again in %.3g s.", trouble, reason(error), pause)
        else:
            return
        await asyncio.sleep(pause)
        pause = min(2 * pause, longest)


def reason(error: BaseException) -> str:
    """What went wrong, in one line."""
    if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
        error = error.__cause__
    return shorten(str(error) or repr(error), _LONGEST, placeholder=" ...").rstrip(".")
