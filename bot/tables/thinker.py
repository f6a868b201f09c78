"""Thinking in a process of its own: one decision at a time, so that everything else gets on.

A thread would share the interpreter with the event loop, which then waits for its turn while
boards are judged. The process is started when it is first needed.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class Thinker:
    """Runs what takes a processor long, first come first served."""

    def __init__(self) -> None:
        self._pool = _pool()

    async def think(self, work: Callable[[], T]) -> T:
        """Run `work` in the process; returns or raises what it does, pickled on the way.

        If the process dies, another one begins anew; BrokenProcessPool if that one dies as well.
        """
        pool = self._pool
        try:
            return await _run(pool, work)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = _pool()
            return await _run(self._pool, work)

    def close(self) -> None:
        """Begin nothing more; what is under way ends by itself in a moment."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _run(pool: ProcessPoolExecutor, work: Callable[[], T]) -> T:
    # The first call starts the process, which takes some milliseconds.
    return await asyncio.wrap_future(await asyncio.to_thread(pool.submit, work))


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """In the process: leave Ctrl-C to the bot, and do not outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
