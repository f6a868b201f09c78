"""The link that brings the bot into a server: the bot tells it at its start, and `invite` again."""

import logging
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.cli.run import asked_link
from bot.discord_io.visitors import INVITE
from bot.settings import Address
from discord_standin.redirect import loopback_connector, redirected
from discord_standin.standin import StandIn
from tests.e2e.house import House


def verify(link: str, discord: StandIn) -> None:
    address = urlsplit(link)
    assert address[:3] == ("https", "discord.com", "/oauth2/authorize")
    assert parse_qs(address.query) == {
        "client_id": [str(discord.world.bot.id)],
        "scope": ["bot applications.commands"],
        "permissions": [str(INVITE.value)],
    }


async def test_a_bot_that_starts_says_once_where_it_can_be_invited(
    discord: StandIn, address: Address, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO)
    house = House(discord, address, tmp_path)
    await house.start()
    await house.stop()
    (said,) = [line for line in caplog.messages if line.startswith("invite the bot")]
    verify(said.rpartition(" ")[2], discord)


async def test_the_command_asks_discord_who_the_bot_is(discord: StandIn):
    with redirected(discord.url):
        verify(await asked_link(discord.token, connector=loopback_connector()), discord)
