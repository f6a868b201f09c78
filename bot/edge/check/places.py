"""Steps before anything is posted: the login, and what the bot may do in the channel."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import discord

from bot.edge.check.client import CheckClient
from bot.edge.check.findings import CheckError, DiffersError, Step
from bot.edge.check.trial import Trial
from bot.edge.permissions import IN_THREADS

_MOST_NAMES: Final = 10
_PRIVILEGED: Final = ("members", "presences", "message_content")


def channels(client: CheckClient) -> Iterator[str]:
    """The text channels that the bot sees, one a line: id, name and server."""
    for guild in client.guilds:
        for channel in guild.text_channels:
            if channel.permissions_for(guild.me).view_channel:
                yield f"{channel.id}  #{channel.name}  ({guild.name})"


def channel_of(client: CheckClient, channel_id: int) -> discord.TextChannel:
    """The channel of an id; raises CheckError if it is no text channel of the bot's servers."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise CheckError(
            f"The bot knows no text channel {channel_id}. Invite it to the server, or choose one "
            "that python -m bot check lists without --channel."
        )
    return channel


async def _login(trial: Trial) -> str:
    return f"as {trial.client.user}, application {trial.client.application_id}"


async def _gateway(trial: Trial) -> str:
    client = trial.client
    names = [guild.name for guild in client.guilds[:_MOST_NAMES]]
    more = f" and {len(client.guilds) - _MOST_NAMES} more" if client.guilds[_MOST_NAMES:] else ""
    open_shards = [shard for shard in client.shards.values() if not shard.is_closed()]
    return f"{len(open_shards)} of {len(client.shards)} shards; servers: {', '.join(names)}{more}"


async def _intents(trial: Trial) -> str:
    asked = [name for name in _PRIVILEGED if getattr(trial.client.intents, name)]
    if asked:
        raise DiffersError(f"the bot asks for {', '.join(asked)}")
    return "none asked for, and Discord lets the bot in without"


async def _permission(name: str, trial: Trial) -> str:
    channel = trial.channel
    if not getattr(channel.permissions_for(channel.guild.me), name):
        raise DiffersError(f"missing in #{channel.name}")
    return f"there in #{channel.name}"


def _means(name: str) -> str:
    where = "in its threads" if name == "send_messages_in_threads" else "there"
    return f"The bot plays {where} only when it is allowed."


STEPS: Final = (
    Step[Trial]("login", _login),
    Step[Trial]("gateway", _gateway),
    Step[Trial]("privileged intents", _intents, "Switch them on under Bot, or it cannot start."),
    *(
        Step[Trial](f"permission {title}", partial(_permission, name), _means(name))
        for name, title in IN_THREADS.items()
    ),
)
