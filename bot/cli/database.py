"""`python -m bot backup`, `restore` and `verify`: copies of the database, and whether all fits."""

import argparse
import os
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bot.cli.console import refuse
from bot.ledger.audit import every_server, share_of
from bot.ofc.errors import OfcError
from bot.settings import Storage
from bot.store import schema
from bot.store.backup import back_up, free_name
from bot.store.connection import connect_to_read
from bot.store.errors import StoreError
from bot.store.ledger.seals import WHOLE
from bot.upkeep import bring_back

_REMEDY: Final = (
    "Look for a backup in which all fits with: python -m bot verify BACKUP. Then stop the bot and "
    "put it back: python -m bot restore BACKUP"
)


def configure_backup(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `backup`."""
    command.set_defaults(run=_make_backup)
    command.add_argument(
        "file", nargs="?", type=Path, help="the copy (default: a new one in OFC_BACKUPS)"
    )


def _make_backup(options: argparse.Namespace) -> int:
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


def configure_restore(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `restore`."""
    command.set_defaults(run=_restore)
    command.add_argument("file", type=Path, help="the backup")
    command.add_argument(
        "--anyway", action="store_true", help="also if hands, sums or seals in it do not fit"
    )
    command.epilog = (
        "The backup is looked through first, as by verify. Whoever was forgotten since stays so."
    )


def _restore(options: argparse.Namespace) -> int:
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


def configure_verify(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    command.set_defaults(run=_verify)
    command.description = (
        "Look through a database or a backup: SQLite's own checks, the schema, every server's "
        "seals, and every hand, which is dealt, played and scored anew. Nothing is changed, and "
        "the bot may run. Exit code 1 means that something does not fit."
    )
    command.add_argument("file", nargs="?", type=Path, help="default: the database OFC_DATABASE")
    command.add_argument(
        "--night",
        type=int,
        metavar="DAY",
        help="look at the newest hands and one share of the others, another each DAY (a number)",
    )
    command.add_argument(
        "--quiet",
        action="store_true",
        help="print only what does not fit, and let other programs go first",
    )


def _verify(options: argparse.Namespace) -> int:
    """Print a line for each server; 0 all fits, 1 something does not, 2 it cannot be read."""
    if options.quiet and sys.platform != "win32":
        # Some containers forbid it; then all programs are equal.
        with suppress(OSError):
            os.nice(10)
    file: Path = Storage.database
    try:
        file = options.file or Storage.load().database
        with closing(connect_to_read(file)) as db:
            db.execute("BEGIN")
            fits = _look_through(db, file, options)
    except OfcError as error:
        return refuse(str(error))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return refuse(f"{file} cannot be read: {error}.")
    if not fits and not options.quiet:
        print(_REMEDY)
    return 0 if fits else 1


def _look_through(db: sqlite3.Connection, file: Path, options: argparse.Namespace) -> bool:
    fault = schema.first_fault(db)
    if fault is not None:
        print(f"{file} is damaged. {fault}")
        return False
    share = WHOLE if options.night is None else share_of(db, options.night)
    servers = list(every_server(db, share))
    for server in servers:
        if server.fault is not None or not options.quiet:
            print(server)
    if not servers and not options.quiet:
        print(f"{file} is sound, and nothing is in it yet.")
    return all(server.fault is None for server in servers)
