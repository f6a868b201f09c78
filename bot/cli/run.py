"""`ofc-bot run`: the bot on Discord; `ofc-bot invite`: the link that brings it into a server."""

import argparse
import asyncio
import logging
import os
import re
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import discord

from bot import running
from bot.discord_io.start import REFUSALS, reason
from bot.discord_io.visitors import invite_link
from bot.settings import DISCORD_URL, ENV_FILE, Address, Settings, SettingsError, unknown_names
from bot.store.engine import Error
from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError

log: Final = logging.getLogger(__name__)

_NEVER_DEBUGGED: Final = ("discord", "aiosqlite")
"""Libraries that at DEBUG log messages and arguments with everybody's cards."""
_QUOTED: Final = re.compile(r"(?<=with text )'.*'|(?<=DETAIL:)[^\n]*", re.DOTALL)
"""The contents of rows that SQLite and PostgreSQL quote in their errors."""
WRONG_TOKEN: Final = "Discord does not accept DISCORD_TOKEN. Copy it again from the Bot page."


def configure_run(command: argparse.ArgumentParser) -> None:
    """Add the command's argument; settings come from the environment and `.env`."""
    command.set_defaults(run=_run_bot)
    command.add_argument(
        "--new",
        action="store_true",
        help="start with an empty database, even if there are backups of a missing one",
    )


def _run_bot(options: argparse.Namespace) -> int:
    """Run until stopped; 2 if a setting or the database cannot be used, 1 if a retry may help."""
    try:
        settings = Settings.load()
        _configure_log(settings.log_level)
        _warn_of_readable(ENV_FILE, settings.storage.database)
        for name in unknown_names():
            log.warning("%s in %s is no setting of the bot: see .env.example", name, ENV_FILE)
        with at_discord(settings.discord_url):
            asyncio.run(running.run(settings, new=options.new))
    except OfcError as error:
        return refuse(str(error))
    except discord.LoginFailure:
        return refuse(WRONG_TOKEN)
    except Error as error:
        log.error("the database was lost while the bot started: %s", error)
        return 1
    return 0


class LogFormatter(logging.Formatter):
    """Writes a line for each record, without the contents of rows: they may be cards."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The record with its traceback."""
        return _QUOTED.sub("(left out)", super().format(record))


def _configure_log(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter())
    logging.basicConfig(level=level, handlers=[handler])
    for library in _NEVER_DEBUGGED:
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLogger().level))


def _warn_of_readable(*addresses: Address) -> None:
    paths = (each for each in addresses if isinstance(each, Path))
    for path in filter(_is_world_readable, paths):
        says = "%s can be read by everybody on this machine. Change that: chmod 600 %s"
        log.warning(says, path, path)


def _is_world_readable(path: Path) -> bool:
    """True if every user of this machine can read a file; False where files have no such mode."""
    try:
        return os.name == "posix" and bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


@contextmanager
def at_discord(url: str) -> Generator[None]:
    """Redirect the client to the stand-in at `url`; an empty one means Discord itself.

    Raises SettingsError if the stand-in is not on this machine, or its package not installed.
    """
    if not url:
        yield
        return
    try:
        from discord_standin.redirect import RedirectError, redirected  # noqa: PLC0415 - only for the stand-in
    except ModuleNotFoundError:
        raise SettingsError(
            "{variable} is for trying things out and needs the package discord-standin, which is "
            "not installed here. Take the variable away to connect to Discord.",
            variable=DISCORD_URL,
        ) from None
    try:
        with redirected(url):
            yield
    except RedirectError as error:
        raise SettingsError("{variable}: {error}", variable=DISCORD_URL, error=error) from None


# --- the link that invites it -----------------------------------------------------------------

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
    **client: Any,  # noqa: ANN401 - arguments of the client
) -> str:
    """The link of the bot with this token; raises LoginFailure, TimeoutError or `REFUSALS`."""
    async with (
        asyncio.timeout(_PATIENCE),
        discord.Client(intents=discord.Intents.none(), **client) as bot,
    ):
        await bot.login(token)
        return invite_link(bot.application_id or 0)
