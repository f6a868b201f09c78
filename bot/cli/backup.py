"""`python -m bot backup`: a copy of the database, also while the bot runs."""

import argparse
import time
from pathlib import Path

from bot.cli.errors import refuse
from bot.ofc.errors import OfcError
from bot.settings import Storage
from bot.store.backup import back_up, free_name
from bot.store.errors import StoreError


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument(
        "file", nargs="?", type=Path, help="the copy (default: a new one in OFC_BACKUPS)"
    )


def run(options: argparse.Namespace) -> int:
    """Write the copy and check it; 2 if that cannot be done."""
    try:
        storage = Storage.load()
        folder, database = storage.backups, storage.database
        target: Path = options.file or free_name(folder, database, time.time())
        if not database.is_file():
            raise StoreError("There is no database {path} yet.", path=database)
        back_up(database, target)
    except OfcError as error:
        return refuse(str(error))
    print(f"{target} is written and checked.")
    return 0
