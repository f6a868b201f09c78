"""The stand-in is for this machine: a site elsewhere cannot reach it under a name of its own."""

import aiohttp
import pytest

from bot.sandbox.addresses import API, CDN, GATEWAY


@pytest.mark.parametrize("path", [f"{API}/users/@me", f"{CDN}/attachments/1/1/a.png", GATEWAY])
async def test_another_name_for_this_machine_is_refused(discord, path):
    headers = {"Host": "evil.example", "Authorization": f"Bot {discord.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(discord.url + path) as response,
    ):
        assert response.status == 403
