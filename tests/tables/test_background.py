"""Drawing gives way to the event loop, and goes on where that is not allowed."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import get_native_id

import pytest

from bot.tables import background
from bot.tables.background import in_background


@pytest.mark.skipif(sys.platform != "linux", reason="only there threads have own priorities")
async def test_work_in_the_background_gives_way():
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    assert await in_background(priority) > priority()


async def test_it_is_done_where_priorities_are_forbidden(monkeypatch: pytest.MonkeyPatch):
    def forbidden(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", forbidden, raising=False)
    pool = ThreadPoolExecutor(1, initializer=background._give_way)
    monkeypatch.setattr(background, "_POOL", pool)
    assert await in_background(lambda: 7) == 7
    pool.shutdown()


async def test_what_goes_wrong_is_raised_where_it_is_waited_for():
    with pytest.raises(ZeroDivisionError):
        await in_background(lambda: 1 // 0)
