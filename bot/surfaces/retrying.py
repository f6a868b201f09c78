"""Work that is tried again until it succeeds, by at most one worker for each key."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator, Hashable
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

from bot.store.engine import OperationalError
from bot.surfaces.gateway import GatewayError, Limited, Resting
from bot.tasks import Tasks

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

log: Final = logging.getLogger(__name__)

_LONGEST_PAUSE: Final = 3600.0
"""Longest pause before something is tried again, in seconds."""


class Workers(Generic[K]):
    """Does `work` for each key that is begun; `what` describes it for the log.

    If it fails, `again` is called with the key after a pause.
    """

    def __init__(
        self,
        what: Callable[[K], str],
        work: Callable[[K], Coroutine[Any, Any, None]],
        again: Callable[[K], None],
        *,
        first: float,
        longest: float = _LONGEST_PAUSE,
    ) -> None:
        self._what = what
        self._work = work
        self._running: dict[K, asyncio.Task[None]] = {}
        self._begun_anew: set[K] = set()
        self._retries = Retries(again, first, longest)
        self.is_closed = False
        self.tasks = Tasks()
        """Other tasks, which end when these do."""

    def __len__(self) -> int:
        """How many are at work."""
        return len(self._running)

    def begin(self, key: K) -> None:
        """Begin, unless a worker is at it or they are closed."""
        if key not in self._running and not self.is_closed:
            self._running[key] = self.tasks.begin(self._what(key), self._run(key))

    def begin_anew(self, key: K) -> None:
        """Begin; if a worker is at it, begin again when it is done."""
        if key in self._running:
            self._begun_anew.add(key)
        self.begin(key)

    async def finished(self, key: K, within: float | None = None) -> None:
        """Wait until the worker at it is done, at most `within` seconds."""
        if key in self._running:
            await asyncio.wait({self._running[key]}, timeout=within)

    async def looked(self, key: K, look: Coroutine[Any, Any, T]) -> T | None:
        """Return the result of a `look` for something to do.

        None if it fails, so that it holds up no other: `again` is called with the key after a
        pause, which a look that works makes short again.
        """
        with self._tried(key):
            return await look
        return None

    @contextmanager
    def _tried(self, key: K) -> Generator[None]:
        """Have what fails tried again after a pause; what works makes the next one short again."""
        try:
            yield
            self._retries.reset(key)
        except (GatewayError, OperationalError) as error:
            # What rests was logged when Discord refused it.
            level = logging.DEBUG if isinstance(error, Resting) else logging.WARNING
            log.log(level, "%s: will try again: %r", self._what(key), error)
            self._retries.later(key, error)
        except Exception:
            log.exception("%s failed, will try again", self._what(key))
            self._retries.later(key)

    async def close(self, grace: float = 0.0) -> None:
        """Finish what is under way, for at most `grace` seconds, and begin nothing more."""
        self.is_closed = True
        self._retries.close()
        await self.tasks.close(grace)

    async def _run(self, key: K) -> None:
        try:
            with self._tried(key):
                await self._work(key)
        finally:
            # Before anything else can run, so that `begin` starts a new worker from now on.
            del self._running[key]
            if key in self._begun_anew:
                self._begun_anew.discard(key)
                self.begin(key)


class Retries(Generic[K]):
    """Calls `again` with what has failed after a pause: `first` seconds, each time twice as long.

    The pause grows to `longest` at most, and success resets it.
    """

    def __init__(self, again: Callable[[K], None], first: float, longest: float) -> None:
        self._again = again
        self._first = first
        self._longest = longest
        self._delays: dict[K, float] = {}
        self._handles: dict[K, asyncio.TimerHandle] = {}
        self._is_closed = False

    def later(self, failed: K, error: Exception | None = None) -> None:
        """Plan to try again, unless that is planned sooner; `error` is what went wrong."""
        if self._is_closed:
            return
        loop = asyncio.get_running_loop()
        pause = self._delays.get(failed, self._first)
        delay = max(pause, error.seconds) if isinstance(error, Limited) else pause
        before = self._handles.get(failed)
        if before is not None:
            if before.when() <= loop.time() + delay:
                return
            before.cancel()
        self._delays[failed] = min(2 * pause, self._longest)
        self._handles[failed] = loop.call_later(delay, self._now, failed)

    def reset(self, worked: K) -> None:
        """Make the next pause of what has worked a short one again."""
        self._delays.pop(worked, None)

    def close(self) -> None:
        """Try nothing more, whatever goes wrong from now on."""
        self._is_closed = True
        for handle in self._handles.values():
            handle.cancel()

    def _now(self, failed: K) -> None:
        del self._handles[failed]
        self._again(failed)
