"""Requests to Discord: how long they may take; refusals, by name and kept few.

10,000 refused requests within ten minutes get an address banned for an hour, with every bot that
shares it. So what Discord has refused in a channel rests for a while.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.discord_io.bounded_dict import BoundedDict
from bot.surfaces.gateway import (
    ChannelGone,
    Denied,
    DmClosed,
    GatewayError,
    Limited,
    MessageGone,
    NotAllowed,
    Refused,
    Resting,
    ThreadArchived,
    ThreadsFull,
    TooManyDms,
)

log: Final = logging.getLogger(__name__)


class Doing(Enum):
    """Kinds of requests about messages, which Discord allows or refuses separately."""

    POST = auto()
    EDIT = auto()
    DELETE = auto()


_FIRST_PAUSE: Final = 15.0
_LONGEST_PAUSE: Final = 3600.0
"""Seconds; so long because Discord tells when permissions change, and `forget` ends the pauses."""
_MOST_KNOWN: Final = 4096
UNKNOWN: Final = 0
"""In place of a server's id, for channels that Discord has not told of, such as an archived thread,
and for direct messages, which are refused with other errors."""


@dataclass
class _Rest:
    """A pause of `pause` seconds that lasts `until` a moment (Unix seconds).

    If not `of_words`, Discord has refused a picture, and takes words for all we know. `guild_id` is
    the channel's server.
    """

    until: float
    pause: float
    of_words: bool
    guild_id: int


class Refusals:
    """Holds back what Discord has refused in a channel, for a pause that doubles each time.

    `clock` gives Unix seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rests = BoundedDict[tuple[int, Doing], _Rest](_MOST_KNOWN)

    def verify(self, channel_id: int, doing: Doing, *, pictured: bool) -> None:
        """Raise Resting during a pause.

        A message with a picture (`pictured`) also rests after the pause if even words were refused:
        words are tried first.
        """
        rest = self._rests.get((channel_id, doing))
        if rest is None or not (pictured or rest.of_words):
            return
        left = rest.until - self._clock()
        if left > 0 or (pictured and rest.of_words):
            raise Resting(left)

    @contextmanager
    def noted(
        self, channel_id: int, doing: Doing, guild_id: int, *, pictured: bool
    ) -> Generator[None]:
        """Note whether Discord refuses what the block does; raises Resting during a pause."""
        self.verify(channel_id, doing, pictured=pictured)
        try:
            yield
        except NotAllowed:
            self._note_refused((channel_id, doing), guild_id, of_words=not pictured)
            raise
        rest = self._rests.get((channel_id, doing))
        if rest is not None and (pictured or rest.of_words):
            del self._rests[channel_id, doing]

    def _note_refused(self, key: tuple[int, Doing], guild_id: int, *, of_words: bool) -> None:
        before = self._rests.pop(key, None)
        if before is None:
            pause = _FIRST_PAUSE
            log.warning("channel %d: I may not do that there: %s", key[0], key[1].name.lower())
        elif of_words and not before.of_words:
            pause = before.pause  # words that follow a picture are the same try
        else:
            pause = min(2 * before.pause, _LONGEST_PAUSE)
        self._rests.keep(key, _Rest(self._clock() + pause, pause, of_words, guild_id))

    def has_any(self, channel_id: int) -> bool:
        """True if something in a channel is refused as far as we know."""
        return any((channel_id, doing) in self._rests for doing in Doing)

    def forget(self, guild_id: int) -> bool:
        """End the pauses in a server whose permissions have changed; True if there were any.

        Those in channels whose server is not known end, too.
        """
        changed = (guild_id, UNKNOWN)
        rested = [key for key, rest in self._rests.items() if rest.guild_id in changed]
        for key in rested:
            del self._rests[key]
        return bool(rested)


# --- all together ------------------------------------------------------------------------------

_WINDOW: Final = 600.0
_MOST_REFUSALS: Final = 1000
"""Refusals within `_WINDOW` seconds after which requests that nobody waits for are held back."""
_COUNTED: Final = frozenset({401, 403, 429})
_SHARED: Final = "shared"
"""The scope of limits that others have used up, which Discord does not hold against the bot."""
_LOG_INTERVAL: Final = 3600.0


class Budget:
    """Counts Discord's refusals of all requests of the process; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float], most: int = _MOST_REFUSALS) -> None:
        self._clock = clock
        self._most = most
        self._refused: deque[float] = deque(maxlen=most)
        self._told_at = -_LOG_INTERVAL
        self.trace = aiohttp.TraceConfig()
        """Reports every request of a session that was made with it."""
        self.trace.on_request_end.append(self._ended)

    async def _ended(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        is_shared = ended.response.headers.get("X-RateLimit-Scope") == _SHARED
        if ended.response.status in _COUNTED and not is_shared:
            self.count()

    def count(self) -> None:
        """Count a refusal."""
        self._refused.append(self._clock())

    def verify(self) -> None:
        """Raise Limited if so many were refused that what nobody waits for has to wait."""
        if len(self._refused) < self._most:
            return
        now = self._clock()
        left = self._refused[0] + _WINDOW - now
        if left <= 0:
            return
        if now - self._told_at >= _LOG_INTERVAL:
            self._told_at = now
            log.error(
                "Discord has refused %d requests of this bot in ten minutes: look above for what "
                "and where. Until that is over nothing is edited or deleted there",
                self._most,
            )
        raise Limited(left)


# --- requests ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Patience:
    """How long a request may go unanswered, all in seconds."""

    answer: float = 5.0
    """For an answer. After 3 it is too late; the table goes on."""
    late_answer: float = 60.0
    """For a deferred answer or a followup, which may carry a large file."""
    pauses: tuple[float, ...] = (0.5, 2.0, 5.0)
    """Between the attempts at one of those."""
    request: float = 60.0
    """For any other request, which is then made again; the client would wait for 300."""


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
    160005: NotAllowed,  # thread is locked
    160006: ThreadsFull,
    160007: ThreadsFull,  # of announcements
}
# Discord's code for an application that its anti-spam has flagged.
_FLAGGED: Final = 20026
_FLAGGED_LOG_INTERVAL: Final = 3600.0
"""Seconds between two log entries about it."""
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500


class Requests:
    """Makes requests to Discord, each with this `patience`."""

    def __init__(self, patience: Patience, budget: Budget) -> None:
        self._patience = patience
        self._budget = budget
        self._flagged_until = 0.0
        """Until then, in the event loop's time, it is not logged again that the bot is flagged."""

    @asynccontextmanager
    async def named(self, *, is_waited_for: bool = False) -> AsyncGenerator[None]:
        """Raise refusals by name; after too many, Limited for what nobody waits for."""
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
            self._flagged_until = now + _FLAGGED_LOG_INTERVAL
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
