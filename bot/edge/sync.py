"""Tells Discord about the commands, only when they have changed."""

import hashlib
import json
import logging
from functools import partial
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.http import HTTPClient, Route

from bot.edge.tries import RARELY, keep_trying
from bot.store import facts
from bot.store.database import Database

log: Final = logging.getLogger(__name__)

_FACT: Final = "commands"
_ENTRY_POINT: Final = 4
"""The type of the command that Discord makes for an application with an Activity."""
SET_BY_DISCORD: Final = ("application_id", "version")
AnyCommand: TypeAlias = (
    app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group
)
Payload: TypeAlias = dict[str, Any]


async def sync_commands(
    tree: app_commands.CommandTree[discord.Client], database: Database, application_id: int
) -> None:
    """Send the command tree to Discord if it differs from the one sent last.

    Its translations count as well. As long as Discord does not take it the commands of before go
    on, and it is tried again.
    """
    commands = await payloads(tree)
    text = json.dumps([application_id, commands], sort_keys=True, default=str)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await database.read(lambda db: facts.get(db, _FACT)) == digest:
        return
    send = partial(_replace, tree.client.http, application_id, commands)
    trouble = "Discord has not taken the commands, those of before go on"
    await keep_trying(send, trouble, longest=RARELY)
    await database.write(lambda db: facts.put(db, _FACT, digest))
    log.info("commands sent to Discord")


async def _replace(http: HTTPClient, application_id: int, commands: list[Payload]) -> None:
    """Have these commands and no others, but for an Entry Point command.

    That is the owner's: Discord refuses a list without it (50240). discord.py does not know it.
    """
    path = "/applications/{application_id}/commands"
    route = Route("GET", path, application_id=application_id)
    before: list[Payload] = await http.request(route, params={"with_localizations": "true"})
    entry_points = [
        {key: command[key] for key in command if key not in SET_BY_DISCORD}
        for command in before
        if command["type"] == _ENTRY_POINT
    ]
    await http.bulk_upsert_global_commands(application_id, payload=[*commands, *entry_points])


async def payloads(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """The commands of a tree, with their translations, as Discord takes them."""
    return [await _payload(command, tree) for command in tree.get_commands()]


async def _payload(command: AnyCommand, tree: app_commands.CommandTree[Any]) -> Payload:
    if tree.translator is None:
        return command.to_dict(tree)
    return await command.get_translated_payload(tree, tree.translator)
