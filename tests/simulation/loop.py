"""An event loop of its own time, in which everything takes as long as a seed says.

Time stands still while anything can be done, and then jumps to the next moment at which something
is due. Callbacks run in the order in which they were asked for, as asyncio promises: what differs
between seeds is how long each piece of work and each delivery takes, and so what comes first.
"""

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from enum import Enum
from functools import partial
from random import Random
from typing import Any, Final
from weakref import WeakSet

from tests.simulation.network import Network

_STUCK: Final = 300_000
"""Turns of the loop without time passing after which it counts as stuck."""


class Stuck(Exception):
    """Nothing is scheduled any more, or things keep happening while time stands still."""


class Process:
    """A process: everything that runs in its context ends with it, at whatever `await` it is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_dead = False
        self.ended = asyncio.Event()
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self.on_signal: dict[int, Callable[[], object]] = {}
        """Signal -> its handler."""

    def run(self, begin: Callable[..., object], *args: object) -> None:
        """Start a function in it."""
        context = copy_context()
        context.run(PROCESS.set, self)
        context.run(begin, *args)

    def send(self, number: int) -> None:
        """Send it a signal."""
        if number in self.on_signal:
            self.run(self.on_signal[number])


PROCESS: Final[ContextVar[Process | None]] = ContextVar("process", default=None)
"""The current process; None is the world around it, which goes on."""


class Work(Enum):
    """Work outside of the event loop, with the least and the most seconds that it takes."""

    DELIVERY = (0.005, 0.08)
    STORAGE = (0.0003, 0.02)
    BACKGROUND = (0.002, 0.2)
    THINKING = (0.02, 1.0)


class SimulatedLoop(asyncio.BaseEventLoop):
    """The loop of a whole world, with a network in memory and no threads.

    `chance` draws how long each piece of work takes.
    """

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._clock_resolution = 1e-6
        self._selector = self
        self._now = 1000.0
        self._turns = 0
        self._anybody_died = False
        self._buried: list[asyncio.Task[Any]] = []
        self._chance = chance
        self.slowness = 1.0
        """The factor by which everything takes longer than usual."""
        self.network = Network(
            self, lambda: self.seconds_for(Work.DELIVERY), lambda context: context.get(PROCESS)
        )

    # --- time -------------------------------------------------------------------------------

    def time(self) -> float:
        """Seconds since an arbitrary moment before the world began."""
        return self._now

    def select(self, timeout: float | None) -> list[object]:
        """Let time pass until the next callback is due: nothing comes from outside."""
        if timeout is None:
            raise Stuck("Nothing is due, and nobody can do anything any more.")
        self._turns = self._turns + 1 if timeout <= 0 else 0
        if self._turns > _STUCK:
            raise Stuck("Something goes on and on in the same moment.")
        self._now += max(0.0, timeout)
        return []

    def seconds_for(self, work: Work) -> float:
        """Draw the seconds that some work takes: mostly few, sometimes the most."""
        least, most = work.value
        return self.slowness * least * (most / least) ** (self._chance.random() ** 2)

    def after(self, work: Work, callback: Callable[..., object], *args: object) -> None:
        """Call back after the time that such work takes."""
        self.call_later(self.seconds_for(work), callback, *args)

    # --- processes --------------------------------------------------------------------------

    def kill(self, process: Process) -> None:
        """End a process as `kill -9` does: nothing of it runs any more, not even `finally`."""
        process.is_dead = self._anybody_died = True
        # Keep its tasks: if they were garbage-collected, their `finally` blocks would run.
        self._buried += process.tasks
        self.network.cut(process)
        for handle in (*self._ready, *self._scheduled):
            self._dropped(handle)

    def bury(self) -> None:
        """After the end of the world, silence warnings about unfinished tasks."""
        for task in (*self._buried, *asyncio.all_tasks(self)):
            task._log_destroy_pending = False
        self._buried.clear()

    def __del__(self) -> None:
        """Do nothing: no file or socket was opened that would have to be closed."""

    def call_soon(
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As asyncio's, but nothing is done for a process that has died."""
        return self._dropped(super().call_soon(callback, *args, context=context))

    def call_at(
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As asyncio's, but nothing is done for a process that has died."""
        return self._dropped(super().call_at(when, callback, *args, context=context))

    def create_task(self, coro: Any, **options: Any) -> asyncio.Task[Any]:
        """As asyncio's, but the task is added to those of the current process."""
        task = super().create_task(coro, **options)
        if (process := PROCESS.get()) is not None:
            process.tasks.add(task)
        return task

    def _dropped(self, handle: Any) -> Any:
        if self._anybody_died:
            process = handle._context.get(PROCESS)
            if process is not None and process.is_dead:
                handle.cancel()
        return handle

    # --- what other loops do with threads, signals and sockets -------------------------------

    def run_in_executor(
        self, _executor: object, func: Callable[..., Any], *args: object
    ) -> asyncio.Future[Any]:
        """Run a thread's work in the loop, after the time that it would have taken."""
        done = self.create_future()
        self.after(Work.BACKGROUND, _do, done, partial(func, *args))
        return done

    def add_signal_handler(self, sig: int, callback: Any, *args: Any) -> None:
        """Set the current process's handler of a signal."""
        process = PROCESS.get()
        assert process is not None
        process.on_signal[sig] = partial(callback, *args)

    async def create_server(self, protocol_factory: Any, *_: Any, **__: Any) -> Any:
        """Listen on the simulated network."""
        return self.network.listen(protocol_factory)

    async def create_unix_connection(self, protocol_factory: Any, *_: Any, **__: Any) -> Any:
        """Connect to the server of the simulated network."""
        return await self.network.connect(protocol_factory)

    def _write_to_self(self) -> None:
        """Do nothing: there is no selector to wake."""

    def _process_events(self, event_list: list[object]) -> None:
        """Do nothing: no events come from outside."""


def _do(done: asyncio.Future[Any], work: Callable[[], Any]) -> None:
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 - raised where it is waited for
        if not done.done():
            done.set_exception(error)
    else:
        if not done.done():
            done.set_result(result)
