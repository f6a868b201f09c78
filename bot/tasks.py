"""Tasks of the event loop, which are sure to end; threads and a process for long work."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from threading import Thread
from typing import Any, Final, TypeVar

from ofc_engine.errors import TurnError

log: Final = logging.getLogger(__name__)

T = TypeVar("T")

_CANCEL_PAUSE: Final = 5.0
"""Seconds that a task has to end before it is cancelled again."""
_FIRST_PAUSE: Final = 5.0
"""Seconds until work is begun anew after an error that passes; then twice as long each time."""
_LONGEST: Final = 60.0
"""Seconds until work is begun anew after any other error, and the longest of all pauses."""


async def end(*tasks: asyncio.Task[Any], again: float = _CANCEL_PAUSE) -> None:
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
    """Run some work for as long as the block lasts at most; raises what the work has raised."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        await end(task)
    if not task.cancelled():
        task.result()


class Tasks:
    """Tasks that nobody waits for: an error in one is logged, with what the task is.

    `passing` are the errors that pass: what is kept up is soon begun anew, and all other work by
    its caller.
    """

    def __init__(self, *passing: type[Exception]) -> None:
        self._passing = passing
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_busy(self) -> bool:
        """True if any is under way."""
        return bool(self._tasks)

    def begin(self, what: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work; `what` describes it for the log."""
        task = asyncio.create_task(work, name=what)
        self._tasks.add(task)
        task.add_done_callback(partial(self._over, what))
        return task

    def keep_up(
        self, what: str, work: Callable[[], Coroutine[Any, Any, object]], anew: float = _LONGEST
    ) -> asyncio.Task[None]:
        """Begin work that has to be done, or goes on as long as the bot does.

        After a failure it is begun anew: in `anew` s, or sooner where the failure passes.
        """
        return self.begin(what, self._kept_up(what, work, anew))

    async def close(self, grace: float = 0.0) -> None:
        """Wait for at most `grace` seconds for what is under way, then cancel it."""
        if grace and self._tasks:
            await asyncio.wait(self._tasks, timeout=grace)
        await end(*self._tasks)

    async def _kept_up(
        self, what: str, work: Callable[[], Coroutine[Any, Any, object]], anew: float
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        soon = min(_FIRST_PAUSE, anew)
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


_THREADS: Final = 2
_BACKGROUND_NICENESS: Final = 5
"""The niceness of the threads, on top of the process's."""
_THINKING_NICENESS: Final = 10
"""That of the process that thinks, on top as well: people wait for pictures."""


def _give_way(by: int = _BACKGROUND_NICENESS) -> None:
    """Let the event loop have the processor first, where threads have priorities of their own."""
    if sys.platform == "linux":
        # Here it is for the calling thread alone. Some containers forbid it; then all are equal.
        with suppress(OSError):
            os.nice(by)


_POOL: Final = ThreadPoolExecutor(_THREADS, "background", initializer=_give_way)


async def in_background(work: Callable[[], T]) -> T:
    """Run `work` in a thread of low priority; returns or raises what it does."""
    return await asyncio.get_running_loop().run_in_executor(_POOL, work)


# --- a process for thinking ------------------------------------------------------------------

_REST: Final = 300.0
"""Seconds without work after which the process ends: thinking needs much memory."""


class Thinker:
    """Runs what takes a processor long, first come first served.

    The process begins with the first work, and ends after `rest` seconds without any.
    """

    def __init__(self, rest: float = _REST) -> None:
        self._pool: Executor | None = None
        self._is_closed = False
        self._rest = rest
        self._asked = 0
        self._served = set[int]()
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._ending: asyncio.TimerHandle | None = None

    async def think(self, work: Callable[[], T]) -> T:
        """Run `work` in the process; returns or raises what it does, pickled on the way.

        If the process dies, another one begins anew; BrokenExecutor if that one dies as well.
        """
        self._asked += 1
        self._is_idle.clear()
        if self._ending is not None:
            self._ending.cancel()
        try:
            return await self._think(work)
        finally:
            self._asked -= 1
            if not self._asked:
                self._is_idle.set()
                self._ending = asyncio.get_running_loop().call_later(self._rest, self._end)

    async def think_for(self, person: int, work: Callable[[], T]) -> T:
        """Run `work` for a person, by their id, one thing at a time.

        Raises TurnError while it thinks of another, and whatever `think` does.
        """
        if person in self._served:
            raise TurnError("One thing at a time: I'm still thinking. Try again in a moment.")
        self._served.add(person)
        try:
            return await self.think(work)
        finally:
            self._served.discard(person)

    async def idle(self) -> None:
        """Wait until nothing is being thought about."""
        while self._asked:
            await self._is_idle.wait()

    async def _think(self, work: Callable[[], T]) -> T:
        pool = self._begun()
        try:
            return await _run(pool, work)
        except BrokenExecutor:
            if self._pool is pool:
                self._pool = None
            return await _run(self._begun(), work)

    def _begun(self) -> Executor:
        if self._is_closed:
            raise RuntimeError("the bot is ending, and thinks no more")
        if self._pool is None:
            self._pool = _pool()
        return self._pool

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def close(self) -> None:
        """Begin nothing more; what is under way ends by itself in a moment."""
        self._is_closed = True
        if self._ending is not None:
            self._ending.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


async def _run(pool: Executor, work: Callable[[], T]) -> T:
    # The first call starts the process, which takes some milliseconds.
    return await asyncio.wrap_future(await asyncio.to_thread(pool.submit, work))


def _pool() -> Executor:
    # Half a megabyte that a bot does without until there is something to think about.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """In the process: leave Ctrl-C to the bot, give way, and do not outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way(_THINKING_NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415 - as above

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
