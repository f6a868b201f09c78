"""Requests to Discord: for how long they are waited for, and refusals that are raised by name."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.discord_io.refusals import Budget
from bot.surfaces.gateway import (
    ChannelGone,
    Denied,
    DmClosed,
    GatewayError,
    Limited,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
    ThreadsFull,
    TooManyDms,
)


@dataclass(frozen=True)
class Patience:
    """For how long a request may go unanswered, all in seconds."""

    answer: float = 5.0
    """To give an answer. It is in vain after 3; the table goes on."""
    late_answer: float = 60.0
    """To give what was deferred or follows, which may have a large file with it."""
    pauses: tuple[float, ...] = (0.5, 2.0, 5.0)
    """Between the tries to give that."""
    request: float = 60.0
    """For any other request, which is then made again; the client waits for 300."""


log: Final = logging.getLogger(__name__)


class ThreadThere(GatewayError):
    """The message has a thread already."""


_REFUSALS: Final[dict[int, type[GatewayError]]] = {
    10003: ChannelGone,  # unknown channel
    10008: MessageGone,  # unknown message
    10015: MessageGone,  # unknown webhook: the token of an answer has run out
    40003: TooManyDms,  # opening direct messages too fast
    40005: Refused,  # request entity too large
    50001: NotAllowed,  # missing access
    50007: DmClosed,  # cannot send messages to this user
    50013: NotAllowed,  # missing permissions
    50027: MessageGone,  # invalid webhook token
    50035: Refused,  # invalid form body
    50083: ThreadArchived,
    50278: DmClosed,  # no mutual guild
    160004: ThreadThere,
    160006: ThreadsFull,
    160007: ThreadsFull,  # of announcements
}
# Discord's code for an application that its anti-spam has flagged.
_FLAGGED: Final = 20026
_FLAGGED_TOLD_EVERY: Final = 3600.0
"""Seconds between two times that whoever runs the bot is told."""
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500


class Requests:
    """Makes requests to Discord, each with so much `patience`."""

    def __init__(self, patience: Patience, budget: Budget) -> None:
        self._patience = patience
        self._budget = budget
        self._flagged_until = 0.0
        """As long as the event loop's time is less, nobody is told again that it is flagged."""

    @asynccontextmanager
    async def named(self, *, is_waited_for: bool = False) -> AsyncGenerator[None]:
        """Have refusals raised by name; what nobody waits for raises Limited after too many."""
        if not is_waited_for:
            self._budget.verify()
        try:
            async with asyncio.timeout(self._patience.request):
                yield
        except discord.HTTPException as error:
            if error.code == _FLAGGED:
                self._tell_flagged()
            raise _named(error) from error
        except discord.RateLimited as error:
            raise Limited(error.retry_after) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise GatewayError(repr(error)) from error

    def _tell_flagged(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._flagged_until:
            self._flagged_until = now + _FLAGGED_TOLD_EVERY
            log.error(
                "Discord has flagged this bot as spam (20026): it may not write to people to whom "
                "it has not written before. They are called in their channels, and play there. "
                "To have it lifted, appeal at https://dis.gd/app-quarantine"
            )


def _named(error: discord.HTTPException) -> GatewayError:
    """The error class that names a refusal; a plain GatewayError if Discord may take it later."""
    usual = GatewayError if may_work_later(error) else Denied
    return _REFUSALS.get(error.code, usual)(str(error))


def may_work_later(error: discord.HTTPException) -> bool:
    """True if the same request may succeed later."""
    return error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS
