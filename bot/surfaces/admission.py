"""Who comes next where only so many are served at once."""

import asyncio
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

_Turn: TypeAlias = asyncio.Future[None]


class AdmissionQueue:
    """Lets so many in at once: whoever came first.

    Whoever is patient for some seconds counts as having come so much later.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._numbers = count()
        self._turns: list[tuple[float, int, _Turn]] = []
        self._since: dict[_Turn, float] = {}

    def __len__(self) -> int:
        """How many wait."""
        return len(self._since)

    @property
    def is_full(self) -> bool:
        """True if whoever comes now has to wait."""
        return not self._free

    @property
    def waited(self) -> float:
        """For how many seconds the first of those who wait has done so; 0 if nobody waits."""
        for since in self._since.values():
            return asyncio.get_running_loop().time() - since
        return 0.0

    async def emptied(self) -> None:
        """Wait until nobody waits."""
        while self._since:
            await asyncio.wait([*self._since])

    def admission(self, patience: float = 0.0, longest: float | None = None) -> "Admission":
        """A place, to be entered as soon as one is free.

        Whoever takes more than the `longest` seconds no longer counts: the next one is let in.
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
            # The turn had come just then: it goes to the next one, or a place would be lost for
            # good.
            if not turn.cancelled():
                self.admit_next()
            raise
        finally:
            self._since.pop(turn, None)

    def admit_next(self) -> None:
        """Give a place that was left to whoever is next."""
        while self._turns:
            turn = heappop(self._turns)[-1]
            if not turn.done():
                turn.set_result(None)
                self._since.pop(turn)
                return
        self._free += 1


class Admission:
    """Somebody's place in what a line leads to, for one `async with`."""

    def __init__(self, line: AdmissionQueue, patience: float, longest: float | None) -> None:
        self._line = line
        self._patience = patience
        self._longest = longest
        self._counts = False
        self._end: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        """Wait for it."""
        await self._line.enter(self._patience)
        self._counts = True
        if self._longest is not None:
            loop = asyncio.get_running_loop()
            # Whoever takes so long waits for Discord, for which the next one need not wait.
            self._end = loop.call_later(self._longest, self._leave)

    async def __aexit__(self, *_: object) -> None:
        """Leave it to the next one."""
        if self._end is not None:
            self._end.cancel()
        self._leave()

    def _leave(self) -> None:
        if self._counts:
            self._counts = False
            self._line.admit_next()
