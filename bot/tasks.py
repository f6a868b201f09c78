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
_ANEW: Final = 60.0
"""Seconds until what goes on as long as the bot does, and has failed, is begun anew."""


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

    `passing` are the errors that go away by themselves: whoever begins the work tries it again.
    """

    def __init__(self, *passing: type[Exception]) -> None:
        self._passing = passing
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether any is under way."""
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
        """Begin work that goes on as long as the bot does, and anew `anew` s after a failure."""
        return self.begin(what, _kept_up(what, work, anew))

    async def close(self, grace: float = 0.0) -> None:
        """Wait for at most `grace` seconds for what is under way, then break it off."""
        if grace and self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)
        await end(*self._tasks)

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


async def _kept_up(what: str, work: Callable[[], Coroutine[Any, Any, object]], anew: float) -> None:
    task = asyncio.current_task()
    assert task is not None
    while True:
        try:
            await work()
        except (Exception, asyncio.CancelledError):
            if task.cancelling():
                raise
            log.exception("%s failed, and begins anew in %g s", what, anew)
        else:
            return
        await asyncio.sleep(anew)
