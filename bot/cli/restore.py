"""`python -m bot restore`: a backup in the database's place."""

import argparse
import time
from pathlib import Path

from bot.cli.errors import refuse
from bot.ofc.errors import OfcError
from bot.settings import Storage
from bot.tables.returning import bring_back


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("file", type=Path, help="the backup")
    command.add_argument(
        "--anyway", action="store_true", help="also if hands, sums or seals in it do not fit"
    )
    command.epilog = (
        "The backup is looked through first, as by verify. Whoever was forgotten since stays so."
    )


def run(options: argparse.Namespace) -> int:
    """Check the backup and put it in place; 2, with nothing changed, if that cannot be done."""
    try:
        storage = Storage.load()
        replaced = bring_back(
            options.file,
            storage.database,
            storage.backups,
            time.time(),
            anyway=options.anyway,
        )
    except (OfcError, OSError) as error:
        return refuse(str(error))
    print(f"{storage.database} is as it was in {options.file}. Start the bot again.")
    if replaced is not None:
        print(f"What it replaced is kept as {replaced}.")
    return 0
