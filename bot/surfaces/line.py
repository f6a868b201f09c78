"""Who comes next where only so many are served at once."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

_Turn: TypeAlias = asyncio.Future[None]


class Line:
    """Lets so many in at once: the lowest rank first, and within one rank whoever came first."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._numbers = count()
        self._turns: list[tuple[int, int, _Turn]] = []
        self._since: dict[_Turn, float] = {}

    def __len__(self) -> int:
        """How many wait."""
        return len(self._since)

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait."""
        return not self._free

    @property
    def waited(self) -> float:
        """For how many seconds the first of those who wait has done so; 0 if nobody waits."""
        for since in self._since.values():
            return asyncio.get_running_loop().time() - since
        return 0.0

    @asynccontextmanager
    async def place(self, rank: int = 0) -> AsyncGenerator[None]:
        """A place, as soon as one is free."""
        await self._enter(rank)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: int) -> None:
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        turn: _Turn = loop.create_future()
        heappush(self._turns, (rank, next(self._numbers), turn))
        self._since[turn] = loop.time()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._leave()
            raise
        finally:
            self._since.pop(turn, None)

    def _leave(self) -> None:
        while self._turns:
            turn = heappop(self._turns)[-1]
            if not turn.done():
                turn.set_result(None)
                self._since.pop(turn)
                return
        self._free += 1
