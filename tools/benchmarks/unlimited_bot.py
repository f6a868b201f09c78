"""Our bot without its limits of requests to Discord; `process` starts it.

Discord would not take so many requests in a second: what they take of a core is measured.
"""

import asyncio
from typing import Final

from bot.cli.run import at_discord
from bot.running import run
from bot.settings import Settings

_ANY: Final = 10**6
"""More requests in a second than there will ever be."""


def main() -> None:
    """Run it with the settings of its environment until it is told to stop."""
    settings = Settings.load()
    with at_discord(settings.discord_url):
        asyncio.run(run(settings, most_requests=_ANY))


if __name__ == "__main__":
    main()
