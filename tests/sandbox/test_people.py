"""What people do reaches the bot, and what the bot does reaches people."""

import asyncio

import pytest

from bot.sandbox.people.errors import CannotDoError
from bot.sandbox.people.person import Person
from bot.sandbox.standin import StandIn
from bot.sandbox.vocabulary import CallbackType, Permission
from tests.sandbox.testbot import PNG, TestBot


@pytest.fixture
def guild(discord: StandIn):
    return discord.add_guild("Friends", locale="de")


@pytest.fixture
def channel(discord: StandIn, guild):
    return discord.add_channel(guild, "poker")


@pytest.fixture
def ann(discord: StandIn, guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest.fixture
def bob(discord: StandIn, guild) -> Person:
    return discord.add_person("Bob", guild, locale="fr")


async def test_a_command_is_answered_with_a_message_for_all(bot: TestBot, ann, bob, channel):
    reply = await ann.command(channel, "show")
    assert reply.how is CallbackType.MESSAGE
    assert reply.text == "count 0"
    assert [button.label for button in reply.message.buttons] == ["more", "quiet"]
    assert bob.reads(channel) == [reply.message]
