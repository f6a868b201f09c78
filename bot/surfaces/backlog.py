"""Surfaces that wait to be composed: who comes first, and what happens once it is too much."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from bot.surfaces.admission import AdmissionQueue

_AT_ONCE: Final = 2
"""How many surfaces are composed at once: whoever waits for an answer to a click comes first."""


@dataclass(frozen=True)
class Timing:
    """Spans of time, in seconds, for when there is more to compose than can be."""

    behind: float = 2.0
    """Within which all that waits should be composed."""
    held_up: float = 1.0
    """The longest for which those who would make it more are held up."""
    rest: float = 1.0
    """Between two edits of a board while other surfaces wait."""


class Backlog:
    """Lets surfaces be composed, a few at once, and holds up those who would make them too many."""

    def __init__(self, timing: Timing = Timing()) -> None:
        self.timing = timing
        self._line = AdmissionQueue(_AT_ONCE)
        self._door = AdmissionQueue(1)
        """Where those wait who are held up."""
        self._composed = asyncio.Event()
        """Set whenever a surface has been composed."""
        self._rests: dict[int, asyncio.Event] = {}
        """The tables whose board has just been edited, until it may be edited again."""

    def __len__(self) -> int:
        """How many surfaces wait to be composed."""
        return len(self._line)

    @property
    def is_full(self) -> bool:
        """True if whatever comes now has to wait."""
        return self._line.is_full

    @property
    def holds_up(self) -> bool:
        """True if somebody is held up."""
        return self._door.is_full

    @asynccontextmanager
    async def turn(self, patience: float = 0.0) -> AsyncGenerator[None]:
        """A surface's turn to be composed; see AdmissionQueue for how patience counts."""
        async with self._line.admission(patience):
            try:
                yield
            finally:
                self._composed.set()

    async def admit(self) -> bool:
        """Return True if so little waits that more may be added.

        Otherwise whoever changes what surfaces show is held up here for a moment, and let in one
        after the other, each with one more surface composed: what is drawn is late then, but not
        by more and more.
        """
        if self._line.delay <= self.timing.behind and not self.holds_up:
            return True
        with suppress(TimeoutError):
            async with asyncio.timeout(self.timing.held_up), self._door.admission():
                await self._shortened(self.timing.behind)
                return True
        return False

    async def caught_up(self) -> None:
        """Wait until nothing waits to be composed, at most as long as anybody is held up.

        For what the bot does by itself in many places at once: people are not held up by it then.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(self.timing.held_up):
                await self.all_composed()

    async def all_composed(self) -> None:
        """Wait until nothing waits to be composed: for what may come after everything else."""
        await self._shortened(0.0)

    async def _shortened(self, delay: float) -> None:
        """Wait until one surface more is composed, and all that wait will be in so many seconds."""
        while len(self):
            self._composed.clear()
            await self._composed.wait()
            if self._line.delay <= delay:
                break

    # --- boards, whose edits can wait for one another -----------------------------------------

    async def rested(self, table_id: int) -> None:
        """Let a second pass since a table's board was edited: the next edit shows more at once."""
        ends = self._rests.get(table_id)
        if ends is not None:
            await ends.wait()

    def begin_rest(self, table_id: int) -> None:
        """A table's board is being edited."""
        if table_id not in self._rests:
            self._rests[table_id] = asyncio.Event()
            asyncio.get_running_loop().call_later(self.timing.rest, self.end_rest, table_id)

    def end_rest(self, table_id: int) -> None:
        """A table's board may be edited again."""
        self._rests.pop(table_id).set()
