"""Tasks of the event loop that end for certain."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

T = TypeVar("T")

_AGAIN: Final = 5.0
"""Seconds that a task has to come to an end before it is cancelled once more."""


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
