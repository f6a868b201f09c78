"""`ofc-bot status`: how the running bot is doing."""

import argparse
import sys
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from bot.settings import status_port
from bot.status import HOST
from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError

_PATIENCE: Final = 10.0
"""Seconds within which the bot has to answer."""


def configure_status(command: argparse.ArgumentParser) -> None:
    """Add the command, without arguments: the port is the bot's own setting, OFC_METRICS."""
    command.set_defaults(run=_tell)


def _tell(_: argparse.Namespace) -> int:
    """Print the bot's page; 2 if there is none."""
    try:
        port = status_port()
    except OfcError as error:
        return refuse(str(error))
    if not port:
        return refuse(
            "The bot tells how it is doing only if OFC_METRICS is set. Put OFC_METRICS=9464 into "
            ".env and restart the bot."
        )
    try:
        with urlopen(f"http://{HOST}:{port}/", timeout=_PATIENCE) as page:
            sys.stdout.write(page.read().decode())
    except (URLError, TimeoutError) as error:
        reason = error.reason if isinstance(error, URLError) else error
        why = getattr(reason, "strerror", None) or reason
        return refuse(
            f"No bot tells how it is doing on port {port} ({why}). Is it running, with the same "
            "OFC_METRICS?"
        )
    return 0
