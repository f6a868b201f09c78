"""What would reach beyond the simulated world: clocks, chance, threads, another process.

Inside all of it is the loop's, or is refused.
"""

import asyncio
import gc
import os
import random
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NoReturn
from unittest.mock import patch

import aiosqlite.core
import discord.utils
from discord.gateway import KeepAliveHandler

from bot import tasks
from tests.simulation.disk import Disk
from tests.simulation.loop import SimulatedLoop, Work
from tests.simulation.playing import SIMPLE

_GARBAGE_EVERY: Final = 4 * 3600.0
"""Simulated seconds between two garbage collections, so that finalizers run reproducibly."""
_OWNERS: Final = ("time", "os", "random")
"""Modules of the standard library whose clocks and random numbers are the world's."""


class Escape(BaseException):
    """Code would have reached beyond the simulated world."""


@contextmanager
def inside(
    loop: SimulatedLoop, began_at: float, chance: random.Random, disk: Disk
) -> Generator[None]:
    """Make all clocks and random numbers the world's, which begins at `began_at` (Unix seconds)."""
    epoch = began_at - loop.time()
    functions: dict[Callable[..., Any], Callable[..., Any]] = {
        time.time: lambda: epoch + loop.time(),
        time.time_ns: lambda: int((epoch + loop.time()) * 1e9),
        time.monotonic: partial(loop.time),
        time.monotonic_ns: lambda: int(loop.time() * 1e9),
        time.perf_counter: partial(loop.time),
        time.sleep: _refused("sleep"),
        os.urandom: partial(chance.randbytes),
    }
    replaced: list[tuple[Any, str, object]] = [
        (discord.utils, "utcnow", lambda: datetime.fromtimestamp(epoch + loop.time(), UTC)),
        (random, "Random", _seeded_by(chance)),
        (sqlite3, "connect", disk.connect),
        (threading.Thread, "start", _refused("a thread")),
        (aiosqlite.core, "SimpleQueue", partial(_StorageQueue, loop)),
        (aiosqlite.core, "Thread", _NoThread),
        (tasks, "_pool", partial(_ThinkingInLoop, loop)),
        (KeepAliveHandler, "start", _begin_heartbeat),
    ]
    before = random.getstate()
    with ExitStack() as stack:
        _put_in_place(functions)
        stack.callback(_put_in_place, {ours: real for real, ours in functions.items()})
        for holder, name, value in replaced:
            stack.enter_context(patch.object(holder, name, value))
        random.seed(chance.random())
        stack.callback(random.setstate, before)
        stack.enter_context(_garbage_by_the_clock(loop))
        yield


def _put_in_place(instead: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
    """Put functions in the place of others, also where a library has imported these by name.

    In the standard library only in the modules that define them.
    """
    by_id = {id(real): ours for real, ours in instead.items()}
    for module_name, module in list(sys.modules.items()):
        is_builtin = module_name.partition(".")[0] in sys.stdlib_module_names
        if is_builtin and module_name not in _OWNERS:
            continue
        for name, value in list(vars(module).items()):
            if id(value) in by_id:
                setattr(module, name, by_id[id(value)])


def _seeded_by(chance: random.Random) -> type[random.Random]:
    """A class of generators that take their seed from the world unless they are given one."""

    class Seeded(random.Random):
        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed(chance.random() if a is None else a, version)

    return Seeded


def _refused(what: str) -> Callable[..., NoReturn]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise Escape(f"{what} in a simulated world")

    return refuse


@contextmanager
def _garbage_by_the_clock(loop: SimulatedLoop) -> Generator[None]:
    """Collect garbage at fixed times of the world, and never otherwise."""

    def collect() -> None:
        gc.collect()
        loop.call_later(_GARBAGE_EVERY, collect)

    gc.collect()
    gc.freeze()
    gc.disable()
    loop.call_later(_GARBAGE_EVERY, collect)
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


class _NoThread:
    """Replaces the thread of aiosqlite, and does nothing."""

    def __init__(self, **_: object) -> None: ...

    def start(self) -> None: ...

    def join(self) -> None: ...


class _StorageQueue:
    """Does the work of a connection's thread in the loop, one call after the other."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._waiting: deque[tuple[asyncio.Future[Any] | None, Callable[[], Any]]] = deque()

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        self._waiting.append(item)
        if len(self._waiting) == 1:
            self._loop.after(Work.STORAGE, self._do)

    def _do(self) -> None:
        done, work = self._waiting[0]
        try:
            tell = partial(aiosqlite.core.set_result, done, work())
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            tell = partial(aiosqlite.core.set_exception, done, error)
        if done is not None:
            # The result reaches the loop a while later, but the next call begins at once.
            self._loop.after(Work.STORAGE, tell)
        self._waiting.popleft()
        if self._waiting:
            self._loop.after(Work.STORAGE, self._do)


class _ThinkingInLoop(Executor):
    """Replaces the process for long computations."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        work = partial(fn, *args, **kwargs)
        simple = SIMPLE.get(work.func)
        if simple is not None:
            work = partial(simple, *work.args, **work.keywords)
        self._loop.after(Work.THINKING, self._do, done, work)
        return done

    def _do(self, done: Future[Any], work: Callable[[], Any]) -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(work())
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            done.set_exception(error)


def _begin_heartbeat(handler: KeepAliveHandler) -> None:
    asyncio.create_task(_beat(handler))  # noqa: RUF006 - the loop knows it as long as it sleeps


async def _beat(handler: KeepAliveHandler) -> None:
    """Do in a task what `KeepAliveHandler.run` does in a thread."""
    while True:
        await asyncio.sleep(handler.interval or 0.0)
        if handler._stop_ev.is_set():
            return
        try:
            if handler._last_recv + handler.heartbeat_timeout < time.perf_counter():
                await handler.ws.close(4000)
                handler.stop()
            else:
                await handler.ws.send_heartbeat(handler.get_payload())
                handler._last_send = time.perf_counter()
        except Exception:  # noqa: BLE001 - as discord.py has it: the connection is gone
            handler.stop()
