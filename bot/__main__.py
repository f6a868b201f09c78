"""`ofc-bot COMMAND`: all that can be started from a terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Final

from bot.texts import read_catalogues
from ofc_engine.cli.console import refuse, while_read

COMMANDS: Final = {
    "run": ("bot.cli.run", "run the bot on Discord (needs DISCORD_TOKEN, see .env.example)"),
    "invite": ("bot.cli.run", "print the link that brings the bot into a server"),
    "check": ("bot.cli.check", "try the bot on a test server, step by step, in ten minutes"),
    "status": ("bot.cli.status_command", "tell how the running bot is doing"),
    "sandbox": ("sandbox.command", "play with the bot on this computer, without a Discord account"),
    "backup": ("bot.cli.database_commands", "back up the database, even while the bot is running"),
    "restore": ("bot.cli.database_commands", "replace the database with a backup"),
    "verify": ("bot.cli.database_commands", "check a database or a backup for damage"),
    "move": (
        "bot.cli.database_commands",
        "put everything into another database, such as PostgreSQL",
    ),
    "join": ("bot.cli.join_command", "make two accounts of one person one"),
    "export": ("bot.cli.database_commands", "write a server's ledger to a file"),
    "import": ("bot.cli.database_commands", "load an exported ledger into a server here"),
}
"""Each command with its module, which adds its arguments in `configure_COMMAND`, and a summary."""
_PRIVATE: Final = ("run", "backup", "restore", "verify", "move", "join", "export", "import")
"""Commands that write people's cards and ids: for the owner's eyes alone."""
_STAND_IN: Final = "discord_standin"
"""The package that only the sandbox needs, and the extra `sandbox` brings."""


class _Version(argparse.Action):
    """Prints the version of what is installed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - no other command needs it

        sys.stdout.write(f"ofc-bot {version('ofc-bot')}\n")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code: 0 done, 1 refuted, 2 could not be done."""
    # Computer players think on one core; the others are for everything else the bot does.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["run"]:
        read_catalogues()  # before the bot is imported, which takes the memory that this frees
    top = argparse.ArgumentParser(
        prog="ofc-bot", description="Open Face Chinese Poker with friends, on Discord."
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module_name, summary) in COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description)
        # Only the chosen command is imported: a backup needs no Discord and no pictures.
        if name in words[:1]:
            try:
                module = import_module(module_name)
            except ModuleNotFoundError as error:
                if error.name != _STAND_IN:
                    raise
                return refuse(
                    f"{name} needs the package discord-standin, which is not installed here: "
                    "install ofc-bot[sandbox], or "
                    ".uv/bin/uv sync --inexact --no-dev --extra sandbox"
                )
            getattr(module, f"configure_{name.replace('-', '_')}")(command)
    options = top.parse_args(words)
    if options.command in _PRIVATE:
        os.umask(0o077)
    return while_read(partial(options.run, options))


if __name__ == "__main__":
    sys.exit(main())
