"""The real client is pointed at the stand-in, and nothing leaves the machine."""

import asyncio
import sys
from contextlib import asynccontextmanager

import aiohttp
import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from discord_standin.redirect import RedirectError, loopback_connector, redirected


def addresses():
    return [Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY), Asset.BASE]


def test_the_clients_addresses_are_changed_and_put_back():
    before = addresses()
    with redirected("http://127.0.0.1:8123"):
        assert addresses() == [
            "http://127.0.0.1:8123/api/v10",
            "ws://127.0.0.1:8123/gateway",
            "http://127.0.0.1:8123/cdn",
        ]
    assert addresses() == before
    assert all("discord" in address for address in before)


def test_they_are_put_back_after_an_error_too():
    before = addresses()
    with pytest.raises(LookupError), redirected("http://127.0.0.1:8123"):
        raise LookupError
    assert addresses() == before


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1:8123",
        "http://discord.com",
        "http://127.0.0.1.example.org:8123",
        "http://127.0.0.1:8123/api",
        "8123",
    ],
)
def test_only_this_machine_will_do(url):
    with pytest.raises(RedirectError, match="must be the address of a stand-in"), redirected(url):
        pytest.fail("was redirected")


async def test_the_connector_reaches_no_host_by_name():
    async with aiohttp.ClientSession(connector=loopback_connector()) as session:
        with pytest.raises(aiohttp.ClientConnectorError, match="is not on this machine"):
            await session.get("https://discord.com/api/v10/gateway")


@asynccontextmanager
async def lone_bot(discord):
    """The test bot in another process, which is killed at the end, as by a power failure."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "standin.tests.lone_bot", discord.url, discord.token),
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await discord.connected()
        yield process
    finally:
        process.kill()
        await process.wait()


async def test_the_world_outlives_a_bot_that_is_killed_in_another_process(discord, ann, channel):
    async with lone_bot(discord):
        shown = (await ann.command(channel, "show")).message
        assert (await ann.press(shown, "more")).text == "count 1"
    await discord.until(lambda: not discord.is_connected)
    press = asyncio.create_task(ann.press(ann.last(channel), "more"))
    await discord.until(lambda: bool(discord.world.desk.pending))
    discord.advance(3)
    assert (await press).error == "This interaction failed"
    discord.pardon("was not answered within 3 s")
    async with lone_bot(discord):
        assert (await ann.press(ann.last(channel), "more")).text == "count 2"
