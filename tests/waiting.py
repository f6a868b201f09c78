"""Waiting for what tells nobody of itself: files, lines of a log, other processes."""

import asyncio
from collections.abc import Callable
from typing import Final

HUNG: Final = 120.0
"""Seconds after which something will never be: on a busy machine all takes its time."""


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; raises TimeoutError."""
    async with asyncio.timeout(HUNG):
        while not is_so():  # noqa: ASYNC110 - nobody tells when it is
            await asyncio.sleep(0.01)
