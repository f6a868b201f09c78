"""The argument `--database`, which several commands share."""

import argparse
from dataclasses import replace
from pathlib import Path

from bot.settings import Storage


def add_database(command: argparse.ArgumentParser) -> None:
    """Add the argument."""
    command.add_argument(
        "--database", type=Path, metavar="PATH", help="default: OFC_DATABASE, also from .env"
    )


def chosen_storage(options: argparse.Namespace) -> Storage:
    """Where everything is kept: the database that is named, or the one of the settings.

    Backups of a database that is named are in the folder `backups` beside it. Raises SettingsError.
    """
    storage, named = Storage.load(), options.database
    if named is None or named == storage.database:
        return storage
    return replace(storage, database=named, backups=named.parent / "backups")
