"""Two processes of the bot at one stand-in, each for half of its sixteen shards."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Final

from bot.ledger.audit import every_server
from bot.settings import DISCORD_URL, Server, Shards
from bot.store import engines
from bot.store.messages import to_show
from bot.store.surfaces import tables_to_paint
from discord_standin.clock import Clock
from discord_standin.model.places import Guild
from discord_standin.snowflakes import shard_of
from discord_standin.standin import StandIn
from tests.e2e.child import ROOT, written
from tests.e2e.committed import Committed
from tests.e2e.house import Group, House
from tests.servers import PostgreSQL
from tests.waiting import HUNG

SHARDS: Final = 16
HALVES: Final = (Shards(0, 7, SHARDS), Shards(8, 15, SHARDS))
_REPLACED_MEANWHILE: Final = r"/callback: 50035 .*attachments\.\d+\.id: Attachment data not found"
LEASE: Final = 2.0
"""Seconds, in place of twenty."""
_BOT: Final = """
import bot.client, bot.store.postgresql.others as watch
bot.client.OfcBot.__init__.__kwdefaults__["emoji"] = False  # to make them takes long
watch._LEASE, watch._RENEWED = {0}, {0} / 4
from sandbox.bot import main
main()
"""


class Pair(House):
    """Two bots as processes of their own on one database; either can be killed and started again.

    Their time is the machine's, and as much ahead of it as has been let pass. A lease lasts that
    many seconds.
    """

    def __init__(
        self, discord: StandIn, server: Server, folder: Path, *, lease: float = LEASE
    ) -> None:
        self.discord = discord
        self.bot = None
        self.committed = Committed(server)
        self.folder = folder
        self._ahead = 0.0
        self._program = _BOT.format(lease)
        self.group: Group
        self.processes: dict[int, asyncio.subprocess.Process] = {}

    async def start(self) -> None:
        await asyncio.gather(*map(self._spawn, range(len(HALVES))))
        await self.discord.connected()
        await self.settle()

    async def _spawn(self, half: int) -> None:
        settings = {
            DISCORD_URL: self.discord.url,
            "DISCORD_TOKEN": self.discord.token,
            "OFC_DATABASE": written(self.address),
            "OFC_BACKUPS": str(self.folder / "backups"),
            "OFC_LOG_LEVEL": "WARNING",
            "OFC_COMPUTER_DELAY": "0",
            "OFC_SHARDS": str(HALVES[half]),
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'standin'}",
        }
        self.processes[half] = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", self._program),
            cwd=self.folder,
            env={**os.environ, **settings},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        await self._tell_time(process)

    async def _tell_time(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{self._ahead}\n".encode())
        await process.stdout.readline()

    async def let_pass(self, seconds: float) -> None:
        self.discord.advance(seconds)
        self._ahead += seconds
        for process in self.processes.values():
            await self._tell_time(process)
        await self.settle()

    async def begin_again(self, half: int) -> None:
        """Start a process that was killed."""
        await self._spawn(half)
        await self.discord.connected()
        await self.settle()

    async def kill(self, half: int) -> None:
        """As a power cut would; whoever waits for an answer gets none."""
        process = self.processes.pop(half)
        process.kill()
        await process.communicate()
        await self.discord.until(lambda: not self.discord.is_connected)
        # Only who has asked the one that was killed is to have waited for so long.
        await self.discord.until(lambda: not self._are_others_asked)
        self.discord.advance(3)
        with suppress(ValueError):
            self.discord.pardon("was not answered within 3 s")

    @property
    def _are_others_asked(self) -> bool:
        """True if somebody waits for an answer of a process that runs."""
        guilds = [each.channel.guild for each in self.discord.world.desk.pending]
        asked = {shard_of(guild and guild.id, SHARDS) for guild in guilds}
        return any(shard in HALVES[half].ids for half in self.processes for shard in asked)

    async def stop_one(self, half: int) -> None:
        """As a service manager does; clean."""
        process = self.processes.pop(half)
        process.terminate()
        await asyncio.wait_for(process.communicate(), HUNG)
        assert process.returncode == 0

    async def settle(self) -> None:
        await self.discord.settle(lambda: self.is_behind)

    @property
    def is_behind(self) -> bool:
        db = self.committed.db
        return bool(tables_to_paint(db) or to_show(db))

    async def stop(self) -> None:
        self.committed.close()
        for half in list(self.processes):
            await self.stop_one(half)

    async def close(self) -> None:
        """End for good; all that was played is in the ledger once, and fits."""
        await self.settle()
        await self.stop()
        # What a press is answered with lists the picture that stood there when somebody pressed.
        # The other process may replace it meanwhile: then the answer is given in another way.
        with suppress(ValueError):
            self.discord.pardon(_REPLACED_MEANWHILE)
        self.verify_accepted()
        with closing(engines.connect_to_read(self.address)) as db:
            assert [each.fault for each in every_server(db) if each.fault is not None] == []


@asynccontextmanager
async def paired(
    postgresql: PostgreSQL, folder: Path, *, lease: float = LEASE
) -> AsyncGenerator[Pair]:
    """Two bots, and Ann and Bob in a server of the second one's; at the end all fits."""
    async with StandIn(
        shards=SHARDS, max_concurrency=SHARDS, clock=Clock(is_running=False)
    ) as discord:
        pair = Pair(discord, postgresql.new(), folder, lease=lease)
        guild = guild_in(discord, HALVES[1])
        people = [discord.add_person(name, guild) for name in ("Ann", "Bob")]
        pair.group = Group(pair, guild, discord.add_channel(guild, "poker"), people)
        await pair.start()
        yield pair
        await pair.close()


def guild_in(discord: StandIn, half: Shards, name: str = "Friends") -> Guild:
    """A server of which the process with some shards is told."""
    while True:
        guild = discord.add_guild(name, with_bot=False)
        if shard_of(guild.id, SHARDS) in half.ids:
            discord.add_bot(guild)
            return guild
        discord.advance(0.001)
