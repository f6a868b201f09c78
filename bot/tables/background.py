"""Threads for work that may take a moment: drawing, packing, writing long files."""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

T = TypeVar("T")

_THREADS: Final = 2
_LATER: Final = 5
"""By how much more than the rest of the process they give way."""


def _give_way() -> None:
    """Let the event loop have the processor first, where threads have priorities of their own."""
    if sys.platform == "linux":
        # There it is the calling thread alone. Some containers forbid it; then all are equal.
        with suppress(OSError):
            os.nice(_LATER)


_POOL: Final = ThreadPoolExecutor(_THREADS, "background", initializer=_give_way)


async def in_background(work: Callable[[], T]) -> T:
    """Run `work` in a thread of low priority; returns or raises what it does."""
    return await asyncio.get_running_loop().run_in_executor(_POOL, work)
