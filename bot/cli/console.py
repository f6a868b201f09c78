"""The database, as an argument of commands."""

import argparse
from dataclasses import replace
from pathlib import Path

from bot.settings import Storage, address_of


def add_database(command: argparse.ArgumentParser) -> None:
    """Add the argument `--database`."""
    command.add_argument(
        "--database",
        metavar="PATH",
        help="the database, a file or postgresql://... (default: OFC_DATABASE, also from .env)",
    )


def chosen_storage(options: argparse.Namespace) -> Storage:
    """Where everything is kept: the database that is named, or the one of the settings.

    Backups of a database that is named are in the folder `backups` beside it. Raises SettingsError.
    """
    storage = Storage.load()
    if options.database is None:
        return storage
    named = address_of(options.database, "--database")
    if named == storage.database:
        return storage
    if not isinstance(named, Path):
        return replace(storage, database=named)
    return replace(storage, database=named, backups=named.parent / "backups")
