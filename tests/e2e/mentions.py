"""Commands in what the bot says: whoever reads of one can tap it, where it is offered."""

import re
from collections.abc import Iterator
from functools import cache, partial

from discord_standin.model.messages import Message
from discord_standin.model.places import Channel
from discord_standin.standin import StandIn
from discord_standin.vocabulary import CommandType, Json, OptionType

_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_MENTION = re.compile(r"</([\w -]+):(\d+)>")
_NAMED = re.compile(r"(?<![\w/<])/([a-z]+(?: [a-z-]+)*)")
_PARENTS = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)


def wrong_mentions(discord: StandIn) -> Iterator[str]:
    """What is wrong about the commands that the bot has named in its messages."""
    offered = cache(partial(_offered, discord))
    for message in discord.world.messages:
        if message.author is discord.world.bot:
            for version in message.versions:
                for text in version.texts:
                    yield from _wrong_in(text, offered(_context(message.channel)), message)


def _wrong_in(text: str, offered: dict[str, str], message: Message) -> Iterator[str]:
    prose = _CODE.sub("", text)
    for name, number in _MENTION.findall(text):
        if offered.get(name) != number:
            yield f"</{name}:{number}> is not to be tapped in {message.channel}: {text}"
    for named in _NAMED.findall(prose):
        if any(named == name or named.startswith(f"{name} ") for name in offered):
            yield f"/{named} can only be read in {message.channel}: {text}"


def _context(channel: Channel) -> int:
    return 0 if channel.guild else 1 if channel.has_bot else 2


def _offered(discord: StandIn, context: int) -> dict[str, str]:
    """The full names of the commands that are offered somewhere -> the ids of the wholes."""
    return {
        name: command["id"]
        for command in discord.world.commands.of(None)
        if command["type"] == CommandType.CHAT_INPUT
        and context in (command.get("contexts") or [0, 1])
        for name in _names(command, "")
    }


def _names(part: Json, before: str) -> Iterator[str]:
    name = before + part["name"]
    within = [each for each in part.get("options") or () if each["type"] in _PARENTS]
    if not within:
        yield name
    for each in within:
        yield from _names(each, f"{name} ")
