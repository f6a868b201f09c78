"""Threads and a process for work that may take a moment: drawing, packing, thinking."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import suppress
from threading import Thread
from typing import Final, TypeVar

from ofc_engine.errors import TurnError

T = TypeVar("T")

_THREADS: Final = 2
_LATER: Final = 5
"""By how much more than the rest of the process they give way."""
_LAST: Final = 10
"""By how much more the process gives way that thinks: people wait for pictures."""


def _give_way(by: int = _LATER) -> None:
    """Let the event loop have the processor first, where threads have priorities of their own."""
    if sys.platform == "linux":
        # There it is the calling thread alone. Some containers forbid it; then all are equal.
        with suppress(OSError):
            os.nice(by)


_POOL: Final = ThreadPoolExecutor(_THREADS, "background", initializer=_give_way)


async def in_background(work: Callable[[], T]) -> T:
    """Run `work` in a thread of low priority; returns or raises what it does."""
    return await asyncio.get_running_loop().run_in_executor(_POOL, work)


# --- a process for thinking ------------------------------------------------------------------

_REST: Final = 300.0
"""Seconds without work after which the process ends: what it needs to think is much memory."""


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
        """Run `work` for somebody, by their id, who may have it think of one thing at a time.

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
    # Half a megabyte, without which a bot goes until there is something to think about.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """In the process: leave Ctrl-C to the bot, give way, and do not outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way(_LAST)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415 - as above

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
