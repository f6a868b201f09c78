"""The test bot in a process of its own: finds the stand-in by the environment."""

import asyncio
import sys

from bot.sandbox.redirect import redirected_by_environment
from tests.sandbox.testbot import TestBot


async def main(token: str) -> None:
    with redirected_by_environment() as is_redirected:
        assert is_redirected
        async with TestBot() as bot:
            await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
