"""The bot as a process of its own, which can be killed at any moment."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import IO, Any

from bot.pictures.theme import DECKS
from bot.settings import DISCORD_URL, Address, Server
from bot.values.phrases import deck_emoji
from discord_standin.listener import HOST
from discord_standin.people.replies import Reply
from discord_standin.standin import StandIn
from tests.e2e.house import Group, House
from tests.waiting import HUNG

ROOT = Path(__file__).parents[2]


def written(address: Address) -> str:
    """An address as OFC_DATABASE has it."""
    return address.url if isinstance(address, Server) else str(address)


async def spawn(
    discord: StandIn,
    address: Address,
    folder: Path,
    *,
    stderr: int | IO[bytes] = asyncio.subprocess.PIPE,
    **settings: str,
) -> asyncio.subprocess.Process:
    """`ofc-bot run` at a stand-in, away from the `.env` of whoever runs the tests."""
    environment = {
        DISCORD_URL: discord.url,
        "DISCORD_TOKEN": discord.token,
        "OFC_DATABASE": written(address),
        "OFC_BACKUPS": str(folder / "backups"),
        "OFC_LOG_LEVEL": "WARNING",
        "PYTHONPATH": str(ROOT),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "run"),
        cwd=folder,
        env={**os.environ, **environment, **settings},
        stderr=stderr,
    )


class KillableHouse(House):
    """`ofc-bot run` at a stand-in; its deals are as random as they really are."""

    process: asyncio.subprocess.Process
    settings: Mapping[str, str] = MappingProxyType({})
    log_to: int | IO[bytes] = asyncio.subprocess.PIPE

    async def start(self) -> None:
        self._supply_emoji()
        self.process = await spawn(
            self.discord, self.address, self.folder, stderr=self.log_to, **self.settings
        )
        await self.discord.connected()
        await self.settle()

    def _supply_emoji(self) -> None:
        """Have the application the emoji of cards: a process would take long to make them."""
        emojis = self.discord.world.emojis
        for name in (name for deck in DECKS for name in deck_emoji(deck)):
            if emojis.named(name) is None:
                emojis.add(name, b"", is_animated=False)

    async def stop(self) -> None:
        """As a service manager does; clean."""
        self.committed.close()
        self.process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(self.process.communicate(), HUNG)
        assert (self.process.returncode, log) == (0, b"")
        # Else the next bot would be taken for connected before it is.
        await self.discord.until(lambda: not self.discord.is_connected)

    async def close(self) -> None:
        """End for good; what a kill has left unanswered is no fault."""
        await self.settle()
        await self.stop()
        self.verify_accepted()

    async def kill(self) -> None:
        """As a power cut would; whoever waits for an answer gets none."""
        self.committed.close()
        self.process.kill()
        await self.process.communicate()
        await self.discord.until(lambda: not self.discord.is_connected)
        self.discord.advance(3)
        with suppress(ValueError):
            self.discord.pardon("was not answered within 3 s")

    async def kill_amid(self, doing: asyncio.Task[Any], requests: int) -> None:
        """Kill it once it has made so many requests while somebody does something, or that is done.

        The first is made after the first commit.
        """
        made = len(self.discord.requests) + requests
        await self.discord.until(lambda: doing.done() or len(self.discord.requests) >= made)
        await self.kill()

    async def settle(self) -> None:
        await self.discord.settle(lambda: self.is_behind)


async def kill_amid_presses(group: Group, house: KillableHouse, random: Random) -> None:
    """Let everybody who can press something, and kill the bot a moment later."""
    presses = pressing(group)
    await asyncio.sleep(random.uniform(0, 0.03))
    await house.kill()
    await asyncio.gather(*presses)


def pressing(group: Group) -> list[asyncio.Task[Reply]]:
    """Everybody who can press something does."""
    choices = [(person, group.choice(person)) for person in group.people]
    return [asyncio.create_task(person.press(*choice)) for person, choice in choices if choice]


def unreachable() -> StandIn:
    """A Discord that does not listen yet."""
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return StandIn(port=listener.getsockname()[1])
