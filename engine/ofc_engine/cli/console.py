"""The parts that commands share: refusals, reading of texts, rules as arguments."""

import argparse
import codecs
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from ofc_engine.errors import NotationError
from ofc_engine.rulesets import PRESETS, Ruleset, parse_changes

_MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Byte order marks, which Windows programs write before a text, with their encodings."""

_WRITE_ERRORS: Final = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO}
"""The errors of output that cannot be written."""


def refuse(sentence: str) -> int:
    """Print one sentence on standard error; returns exit code 2."""
    print(sentence, file=sys.stderr)
    return 2


def while_read(run: Callable[[], int]) -> int:
    """Run a command and return its exit code; 2 if its output cannot be written.

    Its reader, such as `head`, may have gone, or the disk may be full.
    """
    try:
        code = run()
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in _WRITE_ERRORS or error.filename is not None:
            raise
        # Output that is left would be written at exit, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 2
        return refuse(f"The output can't be written: {error.strerror}.")
    return code


def text_of(file: Path | None) -> str:
    """The text of a file, or of standard input for None.

    It must be UTF-8, or UTF-16 with a byte order mark. Raises NotationError for anything else,
    OSError if the file cannot be read.
    """
    data = sys.stdin.buffer.read() if file is None else file.read_bytes()
    return decoded(data, "Standard input" if file is None else str(file))


def decoded(data: bytes, name: str) -> str:
    """Bytes as text; raises NotationError with the file's `name` if they are none."""
    encoding = next((_MARKS[mark] for mark in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise NotationError("{name} is not a text in UTF-8.", name=name) from None


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the arguments `--rules` and `--set`."""
    command.add_argument(
        "--rules", default="standard", metavar="PRESET", help=f"one of: {', '.join(PRESETS)}"
    )
    command.add_argument(
        "--set",
        action="append",
        default=[],
        dest="changes",
        metavar="OPTION=VALUE",
        help="change an option of the preset, such as scoring=2-4; can be repeated",
    )


def chosen_rules(options: argparse.Namespace) -> Ruleset:
    """The ruleset that `--rules` and `--set` name; raises RulesetError."""
    return Ruleset.of(options.rules, parse_changes(options.changes))
