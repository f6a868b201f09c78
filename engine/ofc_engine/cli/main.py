"""`ofc COMMAND`: the engine in a terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Final

from ofc_engine.cli.console import refuse, while_read

_COMMANDS: Final = {
    "play": ("play_command", "play against a computer player, here in the terminal"),
    "score": ("score_command", "score finished boards"),
    "solve": ("solve_command", "find the best way to set a Fantasyland"),
    "player": ("player_command", "play as a computer player, one JSON line at a time"),
    "verify-deal": ("verify_command", "check that a deal was fair"),
}
"""Each command with its module, which adds its arguments in `configure`, and a summary."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code: 0 done, 1 refuted, 2 could not be done."""
    # A computer player uses one core and leaves the others alone.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = (sys.argv[1:] if arguments is None else list(arguments)) or ["--help"]
    try:
        options = _parsed(words)
        return while_read(partial(options.run, options))
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        return refuse(
            f"{words[0]} needs NumPy, which is not installed here: "
            'pip install "ofc-engine[players]"'
        )


def _parsed(words: list[str]) -> argparse.Namespace:
    top = argparse.ArgumentParser(prog="ofc", description="Open Face Chinese Poker.")
    top.add_argument("--version", action="version", version=f"ofc-engine {version('ofc-engine')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, summary) in _COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description)
        # Only the chosen command is imported: scoring a board needs no NumPy.
        if name in words[:1]:
            import_module(f"ofc_engine.cli.{module}").configure(command)
    return top.parse_args(words)
