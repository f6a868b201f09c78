"""Drawing and thinking give way to the event loop, and go on where that is not allowed."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import get_native_id

import pytest

from bot import tasks
from bot.tasks import Thinker, in_background

LEAST = 19
"""The niceness of who gives way to everybody."""

only_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only there threads have priorities of their own"
)


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, get_native_id())


@only_linux
async def test_work_in_the_background_gives_way():
    assert await in_background(niceness) == min(niceness() + tasks._BACKGROUND_NICENESS, LEAST)


@only_linux
async def test_thinking_gives_way_to_drawing():
    thinker = Thinker()
    nice = await thinker.think(partial(os.getpriority, os.PRIO_PROCESS, 0))
    thinker.close()
    assert nice == min(niceness() + tasks._THINKING_NICENESS, LEAST)
    assert nice >= await in_background(niceness)


@only_linux
async def test_it_gives_way_also_in_a_process_that_does_so_itself():
    def from_a_nice_process() -> None:
        os.nice(10)
        tasks._give_way()

    with ThreadPoolExecutor(1, initializer=from_a_nice_process) as pool:
        nice = await asyncio.get_running_loop().run_in_executor(pool, niceness)
    assert nice == min(niceness() + 10 + tasks._BACKGROUND_NICENESS, LEAST)


async def test_it_is_done_where_priorities_are_forbidden(monkeypatch: pytest.MonkeyPatch):
    def forbidden(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "nice", forbidden, raising=False)
    with ThreadPoolExecutor(1, initializer=tasks._give_way) as pool:
        assert await asyncio.get_running_loop().run_in_executor(pool, lambda: 7) == 7


async def test_what_goes_wrong_is_raised_where_it_is_waited_for():
    with pytest.raises(ZeroDivisionError):
        await in_background(lambda: 1 // 0)
