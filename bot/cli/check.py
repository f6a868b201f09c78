"""`ofc-bot check`: what only the real Discord can tell, tried on a test server."""

import argparse
import asyncio
import logging
import signal
from contextlib import suppress
from typing import Any, Final

import discord

from bot.cli.arguments import discord_id
from bot.cli.run import WRONG_TOKEN, at_discord
from bot.client import COGS
from bot.discord_io.check.check_client import CheckError, connected
from bot.discord_io.check.steps import STEPS, channel_of, channels
from bot.discord_io.check.trial import Finding, Trial, drawn, summary, take_steps
from bot.settings import Settings
from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError

_WAIT: Final = 120.0
_LONGEST_WAIT: Final = 600.0
_ABOUT: Final = (
    "Stop the bot first, or both will answer your clicks. You need DISCORD_TOKEN and a text "
    "channel on a server for testing. The check posts there, asks you to press four buttons, and "
    "deletes everything it posted. It does not open the database. Exit code: 0 if everything "
    "works, 1 if something does not, 2 if it could not be tried."
)
_HOW_TO_GET_AN_ID: Final = (
    "Say which channel: ofc-bot check --channel ID. Those that the bot sees are listed "
    "above; in Discord, with Settings > Advanced > Developer Mode on, a right click on a channel "
    "copies its id."
)


def configure_check(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.set_defaults(run=_run_check)
    command.epilog = _ABOUT
    command.add_argument(
        "--channel", type=discord_id, metavar="ID", help="the text channel to test in"
    )
    command.add_argument(
        "--user",
        type=discord_id,
        metavar="ID",
        help="who gets the direct message (default: whoever presses the first button)",
    )
    command.add_argument(
        "--wait",
        type=_seconds,
        default=_WAIT,
        metavar="SECONDS",
        help="how long to wait for each button (default: %(default)g)",
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= _LONGEST_WAIT:
        raise argparse.ArgumentTypeError(f"from 0 to {_LONGEST_WAIT:g} seconds, please")
    return seconds


def _run_check(options: argparse.Namespace) -> int:
    """Try everything; 0 if all works, 1 if something does not, 2 if it could not be tried."""
    logging.basicConfig(level="WARNING", format="{levelname} {message}", style="{")
    try:
        settings = Settings.load()
        with at_discord(settings.discord_url):
            return asyncio.run(check(settings.token, options))
    except (OfcError, CheckError) as error:
        return refuse(str(error))
    except discord.LoginFailure:
        return refuse(WRONG_TOKEN)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return refuse("Stopped. What was posted is deleted.")


async def check(
    token: str,
    options: argparse.Namespace,
    **client: Any,  # noqa: ANN401 - arguments of the client
) -> int:
    """Try everything on Discord; returns the exit code. Raises CheckError or LoginFailure."""
    _stop_by_signal()
    samples = drawn()
    async with connected(token, COGS, **client) as connection:
        if options.channel is None:
            print("\n".join(channels(connection)), flush=True)
            raise CheckError(_HOW_TO_GET_AN_ID)
        channel = channel_of(connection, options.channel)
        trial = Trial(connection, channel, samples, options.wait, options.user)
        findings = await take_steps(STEPS, trial, _tell)
    print(f"\n{summary(findings)}", flush=True)
    return 1 if any(finding.is_trouble for finding in findings) else 0


def _tell(finding: Finding) -> None:
    print(finding, flush=True)


def _stop_by_signal() -> None:
    """Let SIGTERM do what Ctrl+C does: stop, and clean up."""
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
