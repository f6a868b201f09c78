"""Tasks end for certain, and what went wrong in them is told."""

import asyncio

import pytest

from bot.tasks import alongside, end


async def stubborn(times: int) -> None:
    """Drops so many cancellations."""
    for _ in range(times):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            continue
    await asyncio.Event().wait()


@pytest.mark.parametrize("times", [0, 1, 3])
async def test_a_task_that_drops_a_cancellation_is_cancelled_again(times: int):
    task = asyncio.create_task(stubborn(times))
    await asyncio.sleep(0)
    await end(task, again=0.01)
    assert task.cancelled()


async def test_what_has_gone_wrong_alongside_is_raised_at_the_end_of_the_block():
    async def fail() -> None:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        async with alongside(fail()) as task:
            await asyncio.wait({task})


async def test_what_goes_on_alongside_ends_with_the_block():
    async with alongside(stubborn(0)) as task:
        assert not task.done()
    assert task.cancelled()
