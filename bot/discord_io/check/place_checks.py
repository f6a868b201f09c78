"""Steps before anything is posted: the login, what the bot may do in the channel, its commands."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, cast

import discord
from discord.http import Route

from bot.discord_io.check.check_client import CheckClient, CheckError
from bot.discord_io.check.trial import CheckStep, DiffersError, Trial
from bot.discord_io.sync import SET_BY_DISCORD, Payload, payloads
from bot.discord_io.visitors import IN_THREADS

_MOST_NAMES: Final = 10
_PRIVILEGED: Final = ("members", "presences", "message_content")
_OF_GLOBAL_ONES: Final = ("contexts", "integration_types", "dm_permission")
_NOT_SENT: Final = (*SET_BY_DISCORD, *_OF_GLOBAL_ONES, "guild_id")
"""Fields that Discord sets by itself, or takes only of commands for all servers."""


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
            "that ofc-bot check lists without --channel."
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


async def _events(trial: Trial) -> str:
    guild = trial.channel.guild
    if not guild.me.guild_permissions.create_events:
        raise DiffersError(f"missing in {guild.name}: a tournament with a time is no event there")
    return f"there in {guild.name}"


def _means(name: str) -> str:
    where = "in its threads" if name == "send_messages_in_threads" else "there"
    return f"The bot plays {where} only when it is allowed."


async def _sync(trial: Trial) -> str:
    """Put the commands to the server, read them back, and leave those that were there before."""
    before = await _commands(trial)
    commands = _sendable(payloads(trial.client.tree))
    try:
        await _put(trial, commands)
        got = {command["name"]: command for command in await _commands(trial)}
    finally:
        await _put(trial, _sendable(before))
    for command in commands:
        if not _holds(got.get(command["name"]), command):
            raise DiffersError(f"/{command['name']} came back changed")
    names = ", ".join(f"/{command['name']}" for command in commands)
    return f"{names} put to {trial.channel.guild.name}, read back, and taken away again"


def _sendable(commands: list[Payload]) -> list[Payload]:
    return [{key: c[key] for key in c if key not in _NOT_SENT} for c in commands]


def _route(trial: Trial) -> Route:
    return Route(
        "GET",
        "/applications/{application_id}/guilds/{guild_id}/commands",
        application_id=trial.client.application_id,
        guild_id=trial.channel.guild.id,
    )


async def _commands(trial: Trial) -> list[Payload]:
    return await trial.client.http.request(_route(trial), params={"with_localizations": "true"})


async def _put(trial: Trial, commands: list[Payload]) -> None:
    client, guild = trial.client, trial.channel.guild
    await client.http.bulk_upsert_guild_commands(client.application_id or 0, guild.id, commands)


def _holds(got: object, sent: object) -> bool:
    """True if Discord has all that was sent; it adds fields of its own and leaves out defaults."""
    if isinstance(sent, dict):
        fields = cast("dict[str, Any]", sent)
        kept = cast("dict[str, Any]", got) if isinstance(got, dict) else {}
        return all(_holds(kept.get(key), value) for key, value in fields.items())
    if isinstance(sent, list):
        parts = cast("list[Any]", sent)
        found = cast("list[Any]", got or [])
        return len(found) == len(parts) and all(map(_holds, found, parts))
    return str(got) == str(sent) if sent or got else True


STEPS: Final = (
    CheckStep[Trial]("login", _login),
    CheckStep[Trial]("gateway", _gateway),
    CheckStep[Trial](
        "privileged intents", _intents, "Switch them on under Bot, or it cannot start."
    ),
    *(
        CheckStep[Trial](f"permission {title}", partial(_permission, name), _means(name))
        for name, title in IN_THREADS.items()
    ),
    CheckStep[Trial](
        "permission Create Public Threads",
        partial(_permission, "create_public_threads"),
        "Nobody can follow a table in a thread.",
    ),
    CheckStep[Trial]("permission Create Events", _events),
    CheckStep[Trial](
        "command sync",
        _sync,
        "New commands do not appear on Discord; those of before go on.",
    ),
)
