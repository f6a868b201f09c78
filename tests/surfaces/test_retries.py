"""What is tried again after a pause, and what no more."""

import asyncio

from bot.surfaces.gateway import Limited
from bot.surfaces.retrying import Retries


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
    retries.reset(1)
    retries.later(1)
    await asyncio.sleep(0.01)
    assert tried == [1]
    retries.close()
