"""A gateway of the bot over a client that does what a test has said."""

from typing import cast

import discord
import pytest

from bot.discord_io.discord_gateway import DiscordGateway
from tests.discord_io.client import Client, Passing, dm_limiter


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def clock() -> Passing:
    return Passing()


@pytest.fixture
def gateway(client: Client, clock: Passing) -> DiscordGateway:
    return DiscordGateway(
        cast("discord.Client", client),
        dm_limiter(clock),
        lambda guild: guild in (0, 9),
        clock=clock,
    )
