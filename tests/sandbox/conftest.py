"""A stand-in with the test bot in it, which must not have done anything wrong at the end."""

from collections.abc import AsyncGenerator

import pytest_asyncio

from bot.sandbox.standin import StandIn
from tests.sandbox.testbot import TestBot, running


@pytest_asyncio.fixture
async def discord() -> AsyncGenerator[StandIn]:
    async with StandIn() as standin:
        yield standin
        assert standin.violations == []


@pytest_asyncio.fixture
async def bot(discord: StandIn) -> AsyncGenerator[TestBot]:
    async with running(discord) as testbot:
        yield testbot
