"""Requests between the bot and the stand-in, and when they have come to rest."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

_KEPT: Final = 5000
_RETRY_SLACK: Final = 0.25
_LONGEST_RETRY: Final = 30.0
"""Seconds that anybody waits for a retry at most: no test makes discord.py wait longer."""
_SERVER_ERROR: Final = 500
_MOST_RETRIES: Final = 4
_LOOK_EVERY: Final = 0.005
_TURNS: Final = 10
"""Turns of the event loop: a bot in this process needs some to notice data on its socket."""


@dataclass(frozen=True)
class Exchange:
    """A request with its answer; `path` is as in the routes, status 0 is a cut connection."""

    method: str
    path: str
    status: int
    sent: object = field(default=None, repr=False)
    answer: object = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}"


class Traffic:
    """Requests under way, and retries that the client is known to make."""

    def __init__(self) -> None:
        self.log: deque[Exchange] = deque(maxlen=_KEPT)
        self.followers: list[Callable[[Exchange], object]] = []
        """Called with every exchange once it is over."""
        self._under_way = 0
        self._happened = 0
        self._stir = asyncio.Event()
        self._retries: dict[tuple[str, str], float] = {}
        self._errors: Counter[tuple[str, str]] = Counter()

    def began(self, method: str, url_path: str) -> None:
        """Note a request that came in, which may be a retry that was expected."""
        self._under_way += 1
        self._retries.pop((method, url_path), None)
        self.touch()

    def ended(self, exchange: Exchange, url_path: str) -> None:
        """Note that a request was answered or dropped."""
        self._under_way -= 1
        self.log.append(exchange)
        for follower in self.followers:
            follower(exchange)
        if exchange.status < _SERVER_ERROR:
            self._errors.pop((exchange.method, url_path), None)
        self.touch()

    def touch(self) -> None:
        """Note that something happened just now."""
        self._happened += 1
        self._stir.set()

    async def stirs(self) -> None:
        """Wait until something happens, but not for long."""
        # What is waited for may come about without any traffic, so it is looked at again soon.
        self._stir.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_EVERY):
                await self._stir.wait()

    def expect_retry(self, method: str, url_path: str, seconds: float) -> None:
        """Expect a retry after `seconds`, unless that is longer than anybody waits."""
        if seconds > _LONGEST_RETRY:
            return
        self._retries[method, url_path] = time.monotonic() + seconds + _RETRY_SLACK

    def expect_retry_after_error(self, method: str, url_path: str) -> None:
        """Expect a retry after a server error: discord.py tries 1, 3, 5 and 7 seconds later."""
        tries = self._errors[method, url_path]
        self._errors[method, url_path] += 1
        if tries < _MOST_RETRIES:
            self.expect_retry(method, url_path, 1.0 + 2 * tries)

    @property
    def is_busy(self) -> bool:
        """True if a request is under way or will come again."""
        # The client's pauses are of real time, however the stand-in's clock is moved on.
        now = time.monotonic()
        self._retries = {key: until for key, until in self._retries.items() if until > now}
        return bool(self._under_way or self._retries)

    async def rest(self, quiet: float, is_busy: Callable[[], bool]) -> None:
        """Wait until nothing is going on and nothing has happened for `quiet` seconds.

        Counts only looks between which every task had a turn: a busy machine may just be slow.
        """
        calm = 0.0
        while calm < quiet:
            before = self._happened
            await self.stirs()
            if self._happened == before and not is_busy():
                for _turn in range(_TURNS):
                    await asyncio.sleep(0)
            calm = 0.0 if is_busy() or self._happened != before else calm + _LOOK_EVERY
