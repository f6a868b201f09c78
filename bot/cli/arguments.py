"""Ids of Discord and databases that several commands are given, and the disk's errors in words."""

import argparse
from pathlib import Path

from bot.screens.press import is_id
from bot.settings import Address
from bot.store import connection


def discord_id(text: str) -> int:
    """An id of a server, a channel or a person; raises ArgumentTypeError for anything else."""
    if not is_id(text) or not int(text):
        raise argparse.ArgumentTypeError(
            f"{text} isn't an id of Discord, which is a long number such as 81384788765712384"
        )
    return int(text)


def verify_there(database: Address) -> None:
    """Raise StoreError for a file with nothing in it: opened to be written, it would be made."""
    if isinstance(database, Path):
        connection.verify_there(database)


def told(error: Exception) -> str:
    """An error in a sentence: what the disk has against a file begins with the file's name."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    file = "" if error.filename is None else f"{error.filename}: "
    return f"{file}{error.strerror}."
