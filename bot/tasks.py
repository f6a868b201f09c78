"""Tasks of the event loop: all end for certain, and none of them without a word."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, TypeVar

log: Final = logging.getLogger(__name__)

T = TypeVar("T")

_AGAIN: Final = 5.0
"""Seconds that a task has to come to an end before it is cancelled once more."""
_SOON: Final = 5.0
"""Seconds until what has failed by what passes is begun anew; then twice as long each time."""
_ANEW: Final = 60.0
"""Seconds until what has failed by anything else is begun anew, and the longest of all pauses."""


async def end(*tasks: asyncio.Task[Any], again: float = _AGAIN) -> None:
    """Cancel tasks until they are over, each `again` seconds.

    Once is not always enough: `asyncio.wait_for` of Python 3.11 drops a cancellation that comes at
    the same moment as what it waits for.
    """
    while under_way := [task for task in tasks if not task.done()]:
        for task in under_way:
            task.cancel()
        await asyncio.wait(under_way, timeout=again)


@asynccontextmanager
async def alongside(work: Coroutine[Any, Any, T]) -> AsyncGenerator[asyncio.Task[T]]:
    """Have some work go on for as long as the block lasts at most; raises what that has raised."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        await end(task)
    if not task.cancelled():
        task.result()


class Tasks:
    """Tasks that nobody waits for: whatever goes wrong in one is logged, with what it is.

    `passing` are the errors that go away by themselves: what is kept up is begun anew soon, and all
    other work by whoever has begun it.
    """

    def __init__(self, *passing: type[Exception]) -> None:
        self._passing = passing
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_busy(self) -> bool:
        """True if any is under way."""
        return bool(self._tasks)

    def begin(self, what: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work, of which `what` says what it is."""
        task = asyncio.create_task(work, name=what)
        self._tasks.add(task)
        task.add_done_callback(partial(self._over, what))
        return task

    def keep_up(
        self, what: str, work: Callable[[], Coroutine[Any, Any, object]], anew: float = _ANEW
    ) -> asyncio.Task[None]:
        """Begin work that has to be done, or goes on as long as the bot does.

        After a failure it is begun anew: in `anew` s, or sooner where the failure passes.
        """
        return self.begin(what, self._kept_up(what, work, anew))

    async def close(self, grace: float = 0.0) -> None:
        """Wait for at most `grace` seconds for what is under way, then break it off."""
        if grace and self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)
        await end(*self._tasks)

    async def _kept_up(
        self, what: str, work: Callable[[], Coroutine[Any, Any, object]], anew: float
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        soon = min(_SOON, anew)
        while True:
            try:
                await work()
            except self._passing as error:
                log.warning("%s: will try again in %g s: %r", what, soon, error)
                await asyncio.sleep(soon)
                soon = min(2 * soon, anew)
            except (Exception, asyncio.CancelledError):
                if task.cancelling():
                    raise
                log.exception("%s failed, and begins anew in %g s", what, anew)
                await asyncio.sleep(anew)
            else:
                return

    def _over(self, what: str, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            if not task.cancelling():
                log.error("%s was broken off by what it waited for", what)
            return
        error = task.exception()
        if isinstance(error, self._passing):
            log.warning("%s: will try again: %r", what, error)
        elif error is not None:
            log.error("%s failed", what, exc_info=error)
