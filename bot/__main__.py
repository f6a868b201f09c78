"""`python -m bot COMMAND`: everything that can be started from a terminal."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from bot.cli import gallery, score, verify_deal

_COMMANDS: Final = {"gallery": gallery, "score": score, "verify-deal": verify_deal}


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command adds its arguments."""
    top = argparse.ArgumentParser(
        prog="python -m bot", description="Open Face Chinese Poker with friends, on Discord."
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in _COMMANDS.items():
        command = commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        module.configure(command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code: 0 done, 1 refuted, 2 could not be done."""
    options = parser().parse_args(arguments)
    return _COMMANDS[options.command].run(options)


if __name__ == "__main__":
    sys.exit(main())
