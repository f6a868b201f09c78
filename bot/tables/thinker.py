"""Thinking in a thread of its own: one decision at a time, so that everything else gets on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Thinker:
    """Runs what takes a processor long, first come first served.

    Several at once would keep the event loop waiting for its turn: they share one interpreter.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinker")

    async def think(self, work: Callable[[], T]) -> T:
        """What `work` returns or raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Begin nothing more; what is under way ends by itself in a moment."""
        self._thread.shutdown(wait=False, cancel_futures=True)
