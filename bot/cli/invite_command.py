"""`ofc-bot invite`: the link that brings the bot into a server."""

import argparse
import asyncio
from typing import Any, Final

import discord

from bot.cli.run import WRONG_TOKEN, at_discord
from bot.discord_io.start import REFUSALS, reason
from bot.discord_io.visitors import invite_link
from bot.settings import Settings
from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError

_PATIENCE: Final = 60.0
"""Seconds within which Discord has to say who the bot is."""


def configure_invite(command: argparse.ArgumentParser) -> None:
    """Add the command; the token comes from the environment or `.env`."""
    command.set_defaults(run=_print_link)
    command.epilog = "Needs DISCORD_TOKEN. It does not matter whether the bot is running."


def _print_link(_options: argparse.Namespace) -> int:
    """Print the link; 2 if Discord does not say who the bot is."""
    try:
        settings = Settings.load()
        with at_discord(settings.discord_url):
            print(asyncio.run(asked_link(settings.token)))
    except OfcError as error:
        return refuse(str(error))
    except discord.LoginFailure:
        return refuse(WRONG_TOKEN)
    except (TimeoutError, *REFUSALS) as error:
        return refuse(f"Discord cannot be reached: {reason(error)}. Try again in a while.")
    return 0


async def asked_link(
    token: str,
    **client: Any,  # noqa: ANN401 - whatever the client takes
) -> str:
    """The link of the bot with this token; raises LoginFailure, TimeoutError or `REFUSALS`."""
    async with (
        asyncio.timeout(_PATIENCE),
        discord.Client(intents=discord.Intents.none(), **client) as bot,
    ):
        await bot.login(token)
        return invite_link(bot.application_id or 0)
