"""A step: the bot's commands in one server, for a moment."""

from typing import Any, Final, cast

from discord.http import Route

from bot.edge.check.findings import DiffersError, Step
from bot.edge.check.trial import Trial
from bot.edge.sync import SET_BY_DISCORD, Payload, payloads

_OF_GLOBAL_ONES: Final = ("contexts", "integration_types", "dm_permission")
_NOT_SENT: Final = (*SET_BY_DISCORD, *_OF_GLOBAL_ONES, "guild_id")
"""What Discord sets by itself, and what it takes of commands for all servers alone."""


async def _sync(trial: Trial) -> str:
    """Put the commands to the server, read them back, and leave those that were there before."""
    before = await _commands(trial)
    commands = _sendable(await payloads(trial.client.tree))
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
    """Whether Discord has all that was sent; it adds what is its own, and leaves out the usual."""
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
    Step[Trial](
        "command sync",
        _sync,
        "New commands do not appear on Discord; those of before go on.",
    ),
)
