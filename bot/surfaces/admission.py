"""A queue for a limited number of places."""

import asyncio
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

_Turn: TypeAlias = asyncio.Future[None]


class AdmissionQueue:
    """Lets only so many in at once: first come, first served.

    `patience` seconds in the queue count as having arrived that much later.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._numbers = count()
        self._turns: list[tuple[float, int, _Turn]] = []
        self._since: dict[_Turn, float] = {}

    def __len__(self) -> int:
        """How many are waiting."""
        return len(self._since)

    @property
    def is_full(self) -> bool:
        """True if the next to come has to wait."""
        return not self._free

    @property
    def waited(self) -> float:
        """Seconds that the first of those waiting has been waiting; 0 if nobody is."""
        for since in self._since.values():
            return asyncio.get_running_loop().time() - since
        return 0.0

    async def emptied(self) -> None:
        """Wait until the queue is empty."""
        while self._since:
            await asyncio.wait([*self._since])

    def admission(self, patience: float = 0.0, longest: float | None = None) -> "Admission":
        """A place, to be entered as soon as one is free.

        After `longest` seconds it goes to the next, even if the work in it is not done.
        """
        return Admission(self, patience, longest)

    async def enter(self, patience: float) -> None:
        """Wait until a place is free, and take it."""
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        turn: _Turn = loop.create_future()
        now = loop.time()
        heappush(self._turns, (now + patience, next(self._numbers), turn))
        self._since[turn] = now
        try:
            await turn
        except asyncio.CancelledError:
            # Cancelled just as its turn came: pass the place on, or it would be lost for good.
            if not turn.cancelled():
                self.admit_next()
            raise
        finally:
            self._since.pop(turn, None)

    def admit_next(self) -> None:
        """Give a place that was left to the next in the queue."""
        while self._turns:
            turn = heappop(self._turns)[-1]
            if not turn.done():
                turn.set_result(None)
                self._since.pop(turn)
                return
        self._free += 1


class Admission:
    """A place that a queue gives, for one `async with`."""

    def __init__(self, queue: AdmissionQueue, patience: float, longest: float | None) -> None:
        self._queue = queue
        self._patience = patience
        self._longest = longest
        self._holds_place = False
        self._end: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        """Wait for a place."""
        await self._queue.enter(self._patience)
        self._holds_place = True
        if self._longest is not None:
            loop = asyncio.get_running_loop()
            # What takes this long is waiting for Discord; the next need not wait for that.
            self._end = loop.call_later(self._longest, self._leave)

    async def __aexit__(self, *_: object) -> None:
        """Give the place to the next."""
        if self._end is not None:
            self._end.cancel()
        self._leave()

    def _leave(self) -> None:
        if self._holds_place:
            self._holds_place = False
            self._queue.admit_next()
