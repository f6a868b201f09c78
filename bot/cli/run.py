"""`python -m bot run`: the bot on Discord."""

import argparse
import asyncio
import logging
from typing import Final

import discord

from bot import client
from bot.cli.errors import refuse
from bot.ofc.errors import OfcError
from bot.sandbox.redirect import RedirectError, redirected_by_environment
from bot.settings import Settings

_TALKATIVE: Final = ("discord", "aiosqlite")
"""Libraries that at DEBUG write down messages and arguments with everybody's cards."""


def configure(_command: argparse.ArgumentParser) -> None:
    """The command takes no arguments; settings come from the environment and `.env`."""


def run(_options: argparse.Namespace) -> int:
    """Run until stopped; 2 if a setting or the database cannot be used."""
    try:
        settings = Settings.load()
        logging.basicConfig(
            level=settings.log_level, format="{asctime} {levelname:<7} {name}: {message}", style="{"
        )
        for library in _TALKATIVE:
            logging.getLogger(library).setLevel(max(logging.INFO, logging.getLogger().level))
        with redirected_by_environment():
            asyncio.run(client.run(settings))
    except (OfcError, RedirectError) as error:
        return refuse(str(error))
    except discord.LoginFailure:
        return refuse("Discord does not accept DISCORD_TOKEN. Copy it again from the Bot page.")
    return 0
