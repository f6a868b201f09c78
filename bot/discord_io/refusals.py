"""Keeps refused requests few: what Discord has refused in a channel rests for a while.

10,000 refused requests within ten minutes get an address banned for an hour, with every bot that
shares it.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot.discord_io.bounded_dict import BoundedDict
from bot.surfaces.gateway import Limited, NotAllowed, Resting

log: Final = logging.getLogger(__name__)


class Doing(Enum):
    """Kinds of requests about messages, which Discord allows or refuses separately."""

    POST = auto()
    EDIT = auto()
    DELETE = auto()


_FIRST_PAUSE: Final = 15.0
_LAST_PAUSE: Final = 3600.0
"""Seconds; no sooner, as Discord tells when permissions change, and `forget` ends the pauses."""
_MOST_KNOWN: Final = 4096
UNKNOWN: Final = 0
"""In place of a server's id, for channels of which Discord has not told yet, such as a thread that
was archived; for direct messages as well, which are refused otherwise."""


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
        """Note whether the block in it is refused by Discord; raises Resting during a pause."""
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
            pause = min(2 * before.pause, _LAST_PAUSE)
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
_MOST: Final = 1000
"""Refusals within `_WINDOW` seconds after which only what may work, or is waited for, is asked."""
_COUNTED: Final = frozenset({401, 403, 429})
_SHARED: Final = "shared"
"""The scope of limits that others have used up, which Discord does not hold against the bot."""
_TOLD_EVERY: Final = 3600.0


class Budget:
    """Counts what Discord refuses of all requests of the process; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float], most: int = _MOST) -> None:
        self._clock = clock
        self._most = most
        self._refused: deque[float] = deque(maxlen=most)
        self._told_at = -_TOLD_EVERY
        self.trace = aiohttp.TraceConfig()
        """Is told of every request of a session that was made with it."""
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
        """Raise Limited while so much was refused that what nobody waits for has to."""
        if len(self._refused) < self._most:
            return
        now = self._clock()
        left = self._refused[0] + _WINDOW - now
        if left <= 0:
            return
        if now - self._told_at >= _TOLD_EVERY:
            self._told_at = now
            log.error(
                "Discord has refused %d requests of this bot in ten minutes: look above for what "
                "and where. Until that is over nothing is edited or deleted there",
                self._most,
            )
        raise Limited(left)
