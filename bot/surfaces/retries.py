"""Trying again what went wrong at a table."""

import asyncio
from collections.abc import Callable


class Retries:
    """Calls `again` with a table's id after a pause: `first` seconds, each time twice as long.

    The pause grows to `longest` at most, until it worked.
    """

    def __init__(self, again: Callable[[int], None], first: float, longest: float) -> None:
        self._again = again
        self._first = first
        self._longest = longest
        self._delays: dict[int, float] = {}
        self._handles: dict[int, asyncio.TimerHandle] = {}

    def later(self, table_id: int) -> None:
        """Try again at a table, unless that is going to be anyway."""
        if table_id in self._handles:
            return
        delay = self._delays.get(table_id, self._first)
        self._delays[table_id] = min(2 * delay, self._longest)
        loop = asyncio.get_running_loop()
        self._handles[table_id] = loop.call_later(delay, self._now, table_id)

    def worked(self, table_id: int) -> None:
        """The next pause at a table is a short one again."""
        self._delays.pop(table_id, None)

    def close(self) -> None:
        """Try nothing more."""
        for handle in self._handles.values():
            handle.cancel()

    def _now(self, table_id: int) -> None:
        del self._handles[table_id]
        self._again(table_id)
