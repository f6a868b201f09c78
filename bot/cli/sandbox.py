"""`python -m bot sandbox`: the bot without a Discord account, on a stand-in for Discord."""

import argparse
import asyncio
import logging
from pathlib import Path
from typing import Final

from bot.cli.errors import refuse
from bot.demo.game import play_demo

_FOLDER: Final = Path("data/demo")


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument(
        "--demo",
        action="store_true",
        required=True,
        help="let three people play a game and show on the terminal what each of them sees",
    )
    command.add_argument(
        "--folder",
        type=Path,
        default=_FOLDER,
        help="where the demo's pictures go (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Play the demo; 1 if anything went wrong in it."""
    logging.basicConfig(level="WARNING")
    faults = asyncio.run(play_demo(options.folder))
    return refuse("\n".join(faults)) if faults else 0
