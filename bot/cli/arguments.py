"""Shared by several commands: ids of Discord, databases, and errors of the disk in words."""

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
    """Raise StoreError for a file that is missing or empty: opening it to write would create it."""
    if isinstance(database, Path):
        connection.verify_there(database)


def told(error: Exception) -> str:
    """An error as a sentence, which begins with the file's name if the disk raised it."""
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error)
    file = "" if error.filename is None else f"{error.filename}: "
    return f"{file}{error.strerror}."
