"""`python -m bot restore`: a backup in the database's place."""

import argparse
import time
from pathlib import Path

from bot.cli.errors import refuse
from bot.ofc.errors import OfcError
from bot.settings import Storage
from bot.store.restore import restore


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("file", type=Path, help="the backup")


def run(options: argparse.Namespace) -> int:
    """Check the backup and put it in place; 2, with nothing changed, if that cannot be done."""
    try:
        storage = Storage.load()
        replaced = restore(options.file, storage.database, time.time())
    except OfcError as error:
        return refuse(str(error))
    print(f"{storage.database} is as it was in {options.file}. Start the bot again.")
    if replaced is not None:
        print(f"What it replaced is kept as {replaced}.")
    return 0
