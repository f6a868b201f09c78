"""`/help`, and the greeting of a server that the bot has joined."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.handlers.request import Answer, Request, Services
from bot.handlers.serving import personal
from bot.screens.replies import Private
from bot.store import guilds, players
from bot.store.engine import Connection
from bot.surfaces.gateway import POST_IN_VAIN, nonce_from
from bot.texts import texts_for
from bot.welcome.welcome_screens import CommandGroup, greeting_screen, help_screen


@personal
def ask(at: Request, commands: Sequence[CommandGroup], invite: str, *, has_tables: bool) -> Answer:
    """Where to begin, and all commands."""
    return Answer(Private(help_screen(commands, invite, at.texts, has_tables=has_tables)))


async def locale_of(services: Services, user_id: int) -> str:
    """The language of somebody who writes to the bot, English if they have never used it."""
    player = await services.database.read(partial(players.find, user_id=user_id))
    return "" if player is None else player.locale


async def locale_in(services: Services, guild_id: int) -> str:
    """The language of a server, as it has chosen it or else as Discord has it."""
    guild = await services.database.read(partial(guilds.get, guild_id=guild_id))
    return guild.locale or services.gateway.locale_of(guild_id)


async def greet(services: Services, guild_id: int, channel_id: int) -> None:
    """Greet a server in a channel, if that has not been done; may raise GatewayError.

    The greeting offers the setup, which is offered once.
    """
    guild = await services.database.read(partial(guilds.get, guild_id=guild_id))
    if guild.setup:
        return
    _ = texts_for(guild.locale or services.gateway.locale_of(guild_id))
    try:
        await services.gateway.post(
            channel_id, greeting_screen(_), nonce_from(f"greeting {guild_id}")
        )
    except POST_IN_VAIN:
        return
    await services.database.write(partial(_keep_greeted, guild_id=guild_id))


def _keep_greeted(db: Connection, guild_id: int) -> None:
    guild = guilds.get(db, guild_id)
    guilds.put(db, replace(guild, setup=guild.setup or 1))
