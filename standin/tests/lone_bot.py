"""The test bot in a process of its own, at the stand-in whose address it is given."""

import asyncio
import sys

from discord_standin.redirect import redirected
from standin.tests.testbot import TestBot


async def main(url: str, token: str) -> None:
    with redirected(url):
        async with TestBot() as bot:
            await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
