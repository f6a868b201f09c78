"""What people do at a desk, tried again and again, each time with another call of SQLite failing.

Whoever is refused does the same once more, and a moment later everything has to be as it is where
nothing has failed.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.game.loading import loaded
from bot.handlers.serving import HandlerCall
from bot.screens.components import Screen
from bot.store.cache import memory_of
from bot.store.engine import Connection, OperationalError
from tests.desk.desk import CHANNEL, Desk, Member, Time
from tests.desk.post import Message
from tests.failing.calls import Calls, Choice, Way
from tests.failing.jumping import Jumping
from tests.failing.states import State, differences, state_of, unknown_troubles

_Step = Callable[[], Awaitable[Screen | None]]

_TURNS: Final = 100
"""Turns of the loop after which what is still under way waits for time to pass."""
_MOMENT: Final = 0.001
LATER: Final = 100.0
"""Seconds within which whatever was put off has been tried again."""


@dataclass
class Jumped(Time):
    """The time of a loop that jumps."""

    loop: Jumping | None = None

    def clock(self) -> float:
        assert self.loop is not None
        return self.now + self.loop.time()

    def set(self, at: float) -> None:
        """Have it be a time (Unix seconds)."""
        self.now += at - self.clock()


class Enough(Exception):
    """All has been tried that was to be."""


class _Kept(NamedTuple):
    """How everything was at a moment (Unix seconds), with the screen that a press was made on."""

    db: sqlite3.Connection
    post: dict[str, Any]
    at: float
    screen: Screen | None


class Trying(Desk):
    """A desk at which every step is tried with calls that fail as a choice says."""

    def __init__(self, desk: Desk, calls: Calls, choice: Choice) -> None:
        super().__init__(desk.services, desk.post, desk.time)
        assert isinstance(self.time, Jumped)
        self._jumped = self.time
        self._calls = calls
        self._choice = choice
        self._steps = 0
        self.is_trying = True
        """True if calls fail: where not, what is done is done once."""
        self.tried = 0
        """How often a call has failed."""
        self.faults: list[str] = []
        """What was not as it should be, each with the call that had failed."""

    async def ask(
        self,
        member: Member,
        asked: HandlerCall,
        *,
        channel: int = CHANNEL,
        message: Message | None = None,
        entry: str = "",
        entries: Mapping[str, str] = MappingProxyType({}),
    ) -> Screen | None:
        ask = partial(super().ask, member, asked, channel=channel, entry=entry, entries=entries)

        async def step() -> Screen | None:
            # Going back makes all messages anew.
            return await ask(message=message and self.post.messages.get(message.id, message))

        what = f"{member.name}: {asked.press or asked.serve.__qualname__} {entry}"
        return await self._tried(what, step, message)

    async def let_pass(self, seconds: float) -> None:
        await self._tried(f"{seconds} seconds pass", partial(self._pass, seconds))

    async def happen(self, what: str, event: Callable[[], object]) -> None:
        async def step() -> None:
            event()
            await self.settle()

        await self._tried(what, step)

    async def settle(self) -> None:
        for turn in count():
            if not self.is_busy:
                return
            await asyncio.sleep(_MOMENT if turn > _TURNS else 0)

    async def _pass(self, seconds: float) -> None:
        await self.settle()
        await asyncio.sleep(seconds)
        await self.settle()

    # --- trying -------------------------------------------------------------------------------

    async def _tried(self, what: str, step: _Step, on: Message | None = None) -> Screen | None:
        """Do a step, after it was tried with each of the chosen calls failing."""
        if self._steps == self._choice.steps:
            raise Enough
        if not self.is_trying:
            return await step()
        self._steps += 1
        before = self._keep(on)
        with self._calls.counting():
            result = await step()
        chosen = list(self._choice.among(self._calls.count))
        if not chosen:
            return result
        after = self._keep(on)
        await self._pass(LATER)
        wanted = await self._state()
        for number, way in chosen:
            await self._go_back(before, on)
            faults = await self._faults(step, number, way, wanted)
            if faults:
                call = f"call {number} fails, {way.name}: {self._calls.failed}"
                self.faults.append("\n  ".join([f"{what}: {call}", *faults]))
            self.tried += 1
        await self._go_back(after, on)
        return result

    async def _faults(self, step: _Step, number: int, way: Way, wanted: State) -> list[str]:
        """What is not as it should be after a step in which a call has failed."""
        with unknown_troubles() as faults, self._calls.counting(number, way):
            try:
                try:
                    await step()
                except OperationalError:  # which they are told: see `apologise`
                    await self.settle()
                    await step()
                await self._pass(LATER)
            except Exception as error:  # noqa: BLE001 - that anything else is raised is a fault
                faults.append(f"raised: {error!r}")
            faults.extend(differences(wanted, await self._state()))
        if not self._calls.failed:
            faults.append("there was no such call")
        return faults

    # --- there and back -----------------------------------------------------------------------

    @property
    def _db(self) -> sqlite3.Connection:
        return self.services.database._conn  # pyright: ignore[reportPrivateUsage]

    def _keep(self, on: Message | None) -> _Kept:
        kept = sqlite3.Connection(":memory:")
        sqlite3.Connection.backup(self._db, kept)
        screen = None if on is None else on.screen
        return _Kept(kept, _copied(vars(self.post)), self._jumped.clock(), screen)

    async def _go_back(self, kept: _Kept, on: Message | None) -> None:
        """Have everything be as it was, with all tables known."""
        sqlite3.Connection.backup(kept.db, self._db)
        vars(self.post).update(_copied(kept.post))
        self._jumped.set(kept.at)
        if on is not None and kept.screen is not None:
            on.screen = kept.screen
        memory = memory_of(self._db)
        assert memory is not None
        memory.forget_everything()
        await self.read(_know_all)
        self.services.timer.wake()
        await self.settle()

    async def _state(self) -> State:
        return await self.read(partial(state_of, post=self.post))


def _copied(post: dict[str, Any]) -> dict[str, Any]:
    """What stands where, so that it can be changed; screens never are."""
    messages = {number: copy(each) for number, each in post["messages"].items()}
    return {**deepcopy({**post, "messages": None}), "messages": messages}


def _know_all(db: Connection) -> None:
    for (table_id,) in db.execute("SELECT id FROM tables").fetchall():
        loaded(db, table_id)
