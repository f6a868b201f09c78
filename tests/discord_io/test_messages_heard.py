"""Of all messages the bot reads those alone that are meant for it."""

from collections.abc import Mapping
from typing import Any, Final
from unittest.mock import Mock

import discord
import pytest

from bot.discord_io.connections import hear_only_what_is_meant

OWN = 42
ANN: dict[str, Any] = {"id": "7"}
NO_GUILDS: Final[Mapping[int, discord.Guild]] = {}


def heard(
    guilds: Mapping[int, discord.Guild] = NO_GUILDS, name: str = "MESSAGE_CREATE", **event: Any
) -> bool:
    read: list[Any] = []
    names = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
    parsers = dict.fromkeys(names, read.append)
    hear_only_what_is_meant(parsers, lambda: OWN, guilds.get)
    place = {"id": "8", "channel_id": "9"}
    parsers[name](place | {"author": ANN, "type": 0, "content": "", **event})
    return bool(read)


@pytest.mark.parametrize(
    ("event", "is_heard"),
    [
        ({}, True),
        ({"guild_id": "1"}, False),
        ({"guild_id": "1", "content": "<@42> help"}, True),
        ({"guild_id": "1", "content": "help, <@!42>!", "type": 19}, True),
        ({"guild_id": "1", "content": "gg", "type": 19, "mentions": [{"id": "42"}]}, False),
        ({"guild_id": "1", "content": "<@421>"}, False),
        ({"guild_id": "1", "content": "<@42>", "type": 6}, False),
        ({"author": {"id": "9", "bot": True}}, False),
        ({"author": {"id": "42", "bot": True}, "content": "<@42>"}, False),
        ({"webhook_id": "5", "content": "<@42>"}, False),
    ],
)  # fmt: skip
def test_only_what_a_person_writes_to_it_or_with_a_mention_is_read(
    event: dict[str, Any], is_heard: bool
):
    assert heard(**event) == is_heard


@pytest.mark.parametrize("name", ["MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"])
def test_what_becomes_of_messages_is_not_read(name: str):
    assert not heard(name=name)


@pytest.mark.parametrize(
    ("event", "last"),
    [
        ({}, 8),
        ({"author": {"id": "42", "bot": True}}, 8),
        ({"flags": 64}, 7),
        ({"channel_id": "6"}, 7),
    ],
)
def test_which_message_is_the_last_of_a_channel_is_kept_of_what_is_not_read(
    event: dict[str, Any], last: int
):
    channel = Mock(discord.TextChannel, last_message_id=7)
    channels = {9: channel}
    guild = Mock(discord.Guild, get_channel_or_thread=channels.get)
    assert not heard({1: guild}, guild_id="1", **event)
    assert channel.last_message_id == last
