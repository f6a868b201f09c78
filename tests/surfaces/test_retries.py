"""What is tried again after a pause, and what no more."""

import asyncio

from bot.store.engine import OperationalError
from bot.surfaces.gateway import Limited
from bot.surfaces.retrying import Retries, Workers
from tests.failing.jumping import Jumping


async def test_what_fails_is_tried_again():
    tried: list[int] = []
    Retries(tried.append, 0, 0).later(1)
    await asyncio.sleep(0.01)
    assert tried == [1]


async def test_what_fails_after_the_end_is_not():
    """The database is closed by then."""
    tried: list[int] = []
    retries = Retries(tried.append, 0, 0)
    retries.later(1)
    retries.close()
    retries.later(2)
    await asyncio.sleep(0.01)
    assert tried == []


async def test_what_fails_again_soon_does_not_wait_for_a_pause_of_before():
    """Discord has refused it for an hour, it has worked meanwhile, and then a request failed."""
    tried: list[int] = []
    retries = Retries(tried.append, 0, 0)
    retries.later(1, Limited(3600))
    await asyncio.sleep(0.01)
    assert tried == []
    retries.reset(1)
    retries.later(1)
    retries.later(1, Limited(3600))
    await asyncio.sleep(0.01)
    assert tried == [1], "neither does what was to be tried soon"
    retries.close()


async def test_a_look_that_goes_wrong_is_no_trouble_of_who_asks_for_it_and_comes_again():
    again: asyncio.Queue[str] = asyncio.Queue()
    workers = Workers[str](str, nothing, again.put_nowait, first=0.0)

    async def wrong() -> None:
        raise AssertionError

    assert await workers.looked("table", wrong()) is None
    assert await again.get() == "table"
    await workers.close()


def test_a_look_that_fails_now_and_then_is_always_tried_again_soon():
    """Where the pause grew each time, months later something would wait for an hour."""
    with asyncio.Runner(loop_factory=Jumping) as runner:
        runner.run(look_and_fail(20))


async def look_and_fail(times: int) -> None:
    loop, again = asyncio.get_running_loop(), asyncio.Event()
    workers = Workers[str](str, nothing, lambda _key: again.set(), first=1.0)
    for _ in range(times):
        assert await workers.looked("table", refused()) is None
        failed = loop.time()
        await again.wait()
        again.clear()
        assert loop.time() - failed < 2
        assert await workers.looked("table", found()) == 3
    await workers.close()


async def nothing(_key: str) -> None:
    """There is no work."""


def test_work_that_fails_now_and_then_is_always_tried_again_soon():
    with asyncio.Runner(loop_factory=Jumping) as runner:
        runner.run(work_and_fail(20))


async def work_and_fail(times: int) -> None:
    loop, again, troubles = asyncio.get_running_loop(), asyncio.Event(), list[OperationalError]()

    async def work(_key: str) -> None:
        if troubles:
            raise troubles.pop()

    workers = Workers[str](str, work, lambda _key: again.set(), first=1.0)
    for _ in range(times):
        troubles.append(OperationalError("database is locked"))
        workers.begin("table")
        failed = loop.time()
        await again.wait()
        again.clear()
        assert loop.time() - failed < 2
        workers.begin("table")
        await workers.finished("table")
    troubles.append(OperationalError("database is locked"))
    workers.begin("table")
    await workers.close(grace=1.0)
    await asyncio.sleep(3600)
    assert not again.is_set(), "it is tried no more"


async def refused() -> int:
    raise OperationalError("database is locked")


async def found() -> int:
    return 3
