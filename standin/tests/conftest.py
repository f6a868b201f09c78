"""A stand-in with the test bot in it, which must not have done anything wrong at the end."""

import io
import json
import os
from collections.abc import AsyncGenerator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from discord import TextChannel

from discord_standin.addresses import API
from discord_standin.clock import Clock
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from standin.tests.spec import Json, Spec
from standin.tests.testbot import TestBot, running

_SHARED = Path(os.environ.get("OFC_SHARED", Path(__file__).parents[3] / "shared"))


@pytest.fixture(scope="session")
def spec() -> Spec | None:
    """Discord's spec, where it is at hand; it is no part of the project."""
    path = _SHARED / "discord" / "openapi.json"
    return Spec.load(path) if path.is_file() else None


@pytest_asyncio.fixture
async def discord(spec: Spec | None) -> AsyncGenerator[StandIn]:
    async with StandIn(validator=spec, clock=Clock(is_running=False)) as standin:
        yield standin
        assert standin.violations == []
        assert standin.troubles_are_over


@pytest_asyncio.fixture
async def bot(discord: StandIn) -> AsyncGenerator[TestBot]:
    async with running(discord) as testbot:
        yield testbot
        await discord.settle()


@pytest.fixture
def guild(discord: StandIn) -> Guild:
    return discord.add_guild("Friends", locale="de")


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "poker")


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest.fixture
def bob(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Bob", guild, locale="fr")


@pytest_asyncio.fixture
async def place(discord: StandIn, bot: TestBot, channel: Channel) -> TextChannel:
    """The channel as the client knows it."""
    await discord.until(lambda: bot.get_channel(channel.id) is not None)
    found = bot.get_channel(channel.id)
    assert isinstance(found, TextChannel)
    return found


class Rest:
    """Asks the REST API without a client between, to show what Discord itself would answer."""

    def __init__(self, discord: StandIn, session: aiohttp.ClientSession) -> None:
        self._base = discord.url + API
        self._session = session

    async def __call__(
        self, method: str, path: str, body: object = None, **files: bytes
    ) -> tuple[int, Json]:
        """Status and body of the answer; files are named by `file_0`, `file_1`, ..."""
        form = aiohttp.FormData(quote_fields=False)
        if files:
            form.add_field("payload_json", json.dumps(body))
            for name, content in files.items():
                number = name.rpartition("_")[2]
                form.add_field(f"files[{number}]", io.BytesIO(content), filename=f"{number}.png")
        sent = {"data": form} if files else {"json": body}
        async with self._session.request(method, self._base + path, **sent) as answer:
            return answer.status, await answer.json() if answer.status != 204 else {}


@pytest_asyncio.fixture
async def rest(discord: StandIn) -> AsyncGenerator[Rest]:
    headers = {"Authorization": f"Bot {discord.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield Rest(discord, session)
