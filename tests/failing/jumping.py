"""An event loop whose time jumps to the next moment at which something is due."""

import asyncio
import selectors
from typing import Any


class Jumping(asyncio.SelectorEventLoop):
    """A loop that waits for nothing but other threads; no time passes while it works."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        """Seconds since it was made."""
        return self.now


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: Jumping) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(None if timeout is None else 0)
        if timeout and not ready:
            self._loop.now += timeout
        return ready
