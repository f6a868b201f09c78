"""The limit on requests: who is to be called comes first."""

import asyncio

from bot.discord_io.rate_limits import RequestLimiter
from tests.failing.jumping import Jumping


def test_what_is_new_goes_before_what_changes():
    went: list[str] = []

    async def go(limiter: RequestLimiter, name: str) -> None:
        await limiter.acquire(is_new=name == "post")
        went.append(name)

    async def all_at_once() -> None:
        limiter = RequestLimiter(most=2)
        await asyncio.gather(*(go(limiter, name) for name in [*["edit"] * 5, "post", "post"]))

    with asyncio.Runner(loop_factory=Jumping) as runner:
        runner.run(all_at_once())
    # Two at once; one more was next already.
    assert went == ["edit", "edit", "edit", "post", "post", "edit", "edit"]
