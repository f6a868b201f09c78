"""The stand-in is for programs of this machine: no web site can reach it, by whatever name."""

import re

import aiohttp
import pytest

from discord_standin.addresses import API, CDN, GATEWAY
from discord_standin.standin import StandIn

PATHS = [f"{API}/users/@me", f"{CDN}/attachments/1/1/a.png", f"{CDN}/emojis/1.png", GATEWAY]


async def status(discord: StandIn, path: str, **headers: str) -> int:
    headers = {"Authorization": f"Bot {discord.token}", **headers}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(discord.url + path) as response,
    ):
        return response.status


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", PATHS)
async def test_requests_of_web_sites_are_refused(discord: StandIn, path: str, headers):
    assert await status(discord, path, **headers) == 403


async def test_not_even_a_page_at_its_own_address_is_served(discord: StandIn):
    assert await status(discord, f"{API}/users/@me", Origin=discord.url) == 403
    assert await status(discord, f"{API}/users/@me") == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:8123", "null"])
async def test_no_web_site_connects_to_the_gateway(discord: StandIn, origin: str):
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect(discord.url + GATEWAY, origin=origin)
        assert refusal.value.status == 403
        async with session.ws_connect(discord.url + GATEWAY) as socket:
            assert (await socket.receive_json())["op"] == 10


async def test_every_run_has_a_token_of_its_own_in_the_shape_of_discords(discord: StandIn):
    tokens = {StandIn().token for _ in range(20)}
    assert len(tokens) == 20
    assert discord.token not in tokens
    for token in tokens:
        assert re.fullmatch(r"[\w-]{20,}\.[\w-]{6}\.[\w-]{38}", token)
