"""Things to be done in a moment, unless something else comes first."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

log: Final = logging.getLogger(__name__)

Key: TypeAlias = tuple[int, int]
"""A table and a player."""


class Later:
    """At most one thing for each player at a table; it is forgotten when the bot stops."""

    def __init__(self) -> None:
        self._tasks: dict[Key, asyncio.Task[None]] = {}

    def do(self, key: Key, seconds: float, action: Callable[[], Awaitable[object]]) -> None:
        """Do something after so many seconds, in place of what was to be done before."""
        self.forget(key)
        self._tasks[key] = asyncio.create_task(self._wait(key, seconds, action))

    def forget(self, key: Key) -> None:
        """Do nothing after all."""
        task = self._tasks.pop(key, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """Forget everything."""
        for key in list(self._tasks):
            self.forget(key)

    async def _wait(
        self, key: Key, seconds: float, action: Callable[[], Awaitable[object]]
    ) -> None:
        await asyncio.sleep(seconds)
        del self._tasks[key]
        try:
            await action()
        except Exception:
            log.exception("table %d: something due could not be done", key[0])
