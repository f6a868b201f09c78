"""`python -m bot COMMAND`: everything that can be started from a terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from bot.cli.errors import refuse

_COMMANDS: Final = {
    "run": "run the bot on Discord (needs DISCORD_TOKEN, see .env.example)",
    "check": "try on the real Discord what only it can tell, in ten minutes",
    "sandbox": "try the bot on this machine, without a Discord account",
    "backup": "copy the database, also while the bot runs",
    "restore": "put a backup in the database's place",
    "verify": "look whether everything in a database or a backup fits",
    "score": "score finished boards",
    "solve": "find the best board of a Fantasyland",
    "player": "answer decisions in JSON lines as a computer player",
    "verify-deal": "check a deal from what was published",
    "export": "write a server's ledger to a file",
    "import": "make an exported ledger that of a server here",
    "gallery": "draw every view in every skin, deck and state",
}
"""Each command with its summary; its module is `bot.cli`'s of that name."""
_MODULES: Final = {"import": "import_"}
"""Commands whose names no module can have."""
_PRIVATE: Final = ("run", "backup", "restore", "verify", "export", "import")
"""Commands that write people's cards and ids: for the owner's eyes alone."""
_STAND_IN: Final = "discord_standin"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code: 0 done, 1 refuted, 2 could not be done."""
    # Computer players think on one core; the others are for everything else the bot does.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = sys.argv[1:] if arguments is None else list(arguments)
    top = argparse.ArgumentParser(
        prog="python -m bot", description="Open Face Chinese Poker with friends, on Discord."
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in _COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description)
        # Only the chosen command is imported: scoring a board needs no Discord and no pictures.
        if name in words[:1]:
            module_name = _MODULES.get(name, name.replace("-", "_"))
            try:
                module = import_module(f"bot.cli.{module_name}")
            except ModuleNotFoundError as error:
                if error.name != _STAND_IN:
                    raise
                return refuse(
                    f"{name} needs the package discord-standin, which is not installed here: "
                    ".uv/bin/uv sync --no-dev"
                )
            module.configure(command)
            command.set_defaults(run=module.run)
    options = top.parse_args(words)
    if options.command in _PRIVATE:
        os.umask(0o077)
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
