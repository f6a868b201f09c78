"""Tells Discord about the commands, only when they have changed."""

import hashlib
import json
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.store import facts
from bot.store.database import Database

_FACT: Final = "commands"
AnyCommand: TypeAlias = (
    app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group
)


async def sync_commands(
    tree: app_commands.CommandTree[discord.Client], database: Database, application_id: int
) -> bool:
    """Send the command tree to Discord if it differs from the one sent last; whether it did.

    Its translations count as well.
    """
    commands = [await _payload(command, tree) for command in tree.get_commands()]
    text = json.dumps([application_id, commands], sort_keys=True, default=str)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await database.read(lambda db: facts.get(db, _FACT)) == digest:
        return False
    await tree.sync()
    await database.write(lambda db: facts.put(db, _FACT, digest))
    return True


async def _payload(
    command: AnyCommand, tree: app_commands.CommandTree[discord.Client]
) -> dict[str, Any]:
    if tree.translator is None:
        return command.to_dict(tree)
    return await command.get_translated_payload(tree, tree.translator)
