"""A start that survives an unreachable Discord, and trying again what it refuses."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from textwrap import shorten
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands
from discord.utils import MISSING
from yarl import URL

from bot.discord_io.answers import LOST
from bot.discord_io.connections import (
    Unread,
    hear_only_what_is_meant,
    notice_lost_guilds,
    use_own_connections,
)
from bot.discord_io.rate_limits import MOST_REQUESTS, RequestLimiter
from bot.discord_io.unknown_emoji import KnownEmojiHttp, answer_by_known_emoji
from bot.settings import Shards
from bot.store.engines import Turns
from bot.tasks import alongside

log: Final = logging.getLogger(__name__)

REFUSALS: Final = (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound, *LOST)
"""Discord refuses, or does not answer."""
RARELY: Final = 6 * 3600.0
"""Seconds to which the pauses grow between tries of what the bot can do without."""
FIRST_PAUSE: Final = 5.0
"""Seconds between the first two tries."""
_LONGEST_LIMIT: Final = 30.0
"""Seconds that a request waits for Discord's limits: beyond that it fails, and may come later."""
_LONGEST: Final = 300
"""Characters of a reason: the proxy in front of Discord answers with whole web pages."""


async def keep_trying(
    work: Callable[[], Awaitable[object]],
    trouble: str,
    *,
    first: float = FIRST_PAUSE,
    longest: float = 300.0,
) -> None:
    """Do some work again and again until Discord takes it.

    Each time `trouble` is logged with the reason and the pause, which doubles from `first` up to
    `longest` seconds.
    """
    pause = first
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
    """The cause of an error, in one line."""
    if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
        error = error.__cause__
    return shorten(str(error) or repr(error), _LONGEST, placeholder=" ...").rstrip(".")


# --- starting --------------------------------------------------------------------------------

INTENTS: Final = discord.Intents(guilds=True, messages=True)
"""The events that the bot is told of; none that Discord has to approve."""
_UNREACHABLE: Final = "Discord cannot be reached"


class PatientBot(commands.AutoShardedBot):
    """A bot that tries to log in and to connect until it can.

    What discord.py's `setup_hook` is for belongs in `prepare`. `connector` makes the connector of
    each attempt, the first two of which are `first_pause` seconds apart. It serves these `shards`,
    or as many as Discord wants, and takes `turns` with processes that serve others; all of them
    together make at most `most_requests` a second. `options` go to the client.
    """

    def __init__(
        self,
        *,
        connector: Callable[[], aiohttp.BaseConnector] = lambda: MISSING,
        first_pause: float = FIRST_PAUSE,
        shards: Shards | None = None,
        turns: Turns | None = None,
        most_requests: int = MOST_REQUESTS,
        **options: Any,  # noqa: ANN401 - whatever the client takes
    ) -> None:
        if shards is not None:
            options |= {"shard_ids": list(shards.ids), "shard_count": shards.count}
        super().__init__(max_ratelimit_timeout=_LONGEST_LIMIT, **options)
        # The client makes an HTTP client of its own and takes no other.
        self.http.__class__ = KnownEmojiHttp
        limiter = RequestLimiter(most_requests, turns.share if turns else lambda: 1.0)
        self.http.limiter = limiter  # pyright: ignore[reportAttributeAccessIssue]
        self.http.emoji_unknown = self.on_emoji_unknown  # pyright: ignore[reportAttributeAccessIssue]
        self.unread = Unread(self.http)
        hear_only_what_is_meant(
            self._connection.parsers, lambda: self.application_id or 0, self.get_guild
        )
        notice_lost_guilds(self._connection.parsers, lambda: self.guilds)
        self.unread.guard(self._connection.parsers)
        self._turns = turns
        self._identify_at_once = 1
        self._connector = connector
        self.first_pause = first_pause
        self._launching: set[int] = set()

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in, prepare and connect, then run until closed; raises LoginFailure."""
        answer_by_known_emoji(self.on_emoji_unknown)
        use_own_connections()
        await self._keep_trying(partial(self._log_in, token))
        await self.prepare()
        await self._keep_trying(partial(self.connect, reconnect=reconnect))

    async def connected(self, running: asyncio.Task[None]) -> None:
        """Wait until it is ready; raises what `running`, its start, ends with before that."""
        async with alongside(self.wait_until_ready()) as ready:
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()

    async def prepare(self) -> None:
        """Called once, when the bot has logged in and before it connects."""

    def on_emoji_unknown(self) -> None:
        """Called when Discord has refused card emoji, before the cards' names are sent instead."""

    async def _keep_trying(self, reach: Callable[[], Awaitable[object]]) -> None:
        await keep_trying(reach, _UNREACHABLE, first=self.first_pause)

    async def _log_in(self, token: str) -> None:
        # Neither a session nor its connector can be opened again.
        self.http.connector = self._connector()
        try:
            await self.login(token)
        except BaseException:
            await self.http.close()
            raise

    async def launch_shards(self) -> None:
        """Connect all shards for the first time."""
        if self._turns is not None:
            _, _, limits = await self.http.get_bot_gateway()
            self._identify_at_once = limits["max_concurrency"]
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify; other processes' shards identify, too."""
        if self._turns is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._turns.to_identify((shard_id or 0) % self._identify_at_once)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time."""
        if shard_id in self._launching:
            # discord.py calls again five seconds after a failure, one call deeper each time.
            failed = sys.exception()
            raise ConnectionError(failed and reason(failed))
        self._launching.add(shard_id)
        launch = partial(super().launch_shard, gateway, shard_id, initial=initial)
        await self._keep_trying(launch)
        self._launching.remove(shard_id)


class WithoutTraceback(logging.Filter):
    """Makes discord.py log a broken connection in one line: it is no fault of the code."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change what is logged; drop what `launch_shard` logs anyway."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, (discord.DiscordException, *LOST)):
            record.msg = f"{record.getMessage()}: {reason(error)}"
            record.args = record.exc_info = record.exc_text = None
        return not record.getMessage().startswith("Failed to connect for shard_id")
