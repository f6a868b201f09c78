"""`ofc-bot sandbox`: the bot without a Discord account, on a stand-in for Discord."""

import argparse
import asyncio
import logging
from pathlib import Path
from typing import Final

from ofc_engine.cli.console import refuse
from sandbox.demo import play_demo
from sandbox.page import PORT, open_page

_FOLDER: Final = Path("data/demo")


def configure_sandbox(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.set_defaults(run=_open_sandbox)
    command.epilog = (
        "Opens a page in which you can be several people. Nothing you do there is kept."
    )
    command.add_argument(
        "--demo",
        action="store_true",
        help="watch three people play a game in the terminal, with what each of them sees",
    )
    command.add_argument(
        "--port",
        type=int,
        default=PORT,
        help="the port of the page, 0 for any free one (default: %(default)s)",
    )
    command.add_argument(
        "--folder",
        type=Path,
        default=_FOLDER,
        help="where --demo saves its pictures (default: %(default)s)",
    )


def _open_sandbox(options: argparse.Namespace) -> int:
    """Play the demo, 1 if anything went wrong in it; or serve the page, 2 if it cannot be."""
    logging.basicConfig(level="WARNING")
    return _demo(options) if options.demo else _page(options.port)


def _page(port: int) -> int:
    try:
        asyncio.run(open_page(port))
    except KeyboardInterrupt:
        return 0
    except TimeoutError:
        return refuse("The bot did not connect to the sandbox. Its errors are above.")
    except (OSError, OverflowError) as error:
        why = str(error).rstrip(".")
        return refuse(f"The page cannot be opened on port {port}: {why}. Try another --port.")
    return 0


def _demo(options: argparse.Namespace) -> int:
    faults = asyncio.run(play_demo(options.folder))
    return refuse("\n".join(faults)) if faults else 0
