"""`python -m bot move`: everything in the bot's database put into another one."""

import argparse
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.settings import Address, Storage, address_of
from bot.store.engine import Connection, Error
from bot.store.engines import sole_connection
from bot.store.moving import copy
from bot.store.schema import StoreError
from bot.verifying import first_fault
from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError


def configure_move(command: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    command.set_defaults(run=_move)
    command.add_argument(
        "target", help="where to: postgresql://... or a file that is not there yet"
    )
    command.epilog = (
        "Stop the bot first. OFC_DATABASE stays as it is; nothing is in the other database unless "
        "all of it is, and all in it fits, as python -m bot verify would say."
    )


def _move(options: argparse.Namespace) -> int:
    """Move all or nothing; 2 if it cannot be done."""
    try:
        storage, target = Storage.load(), address_of(options.target, "The target")
        with _both(storage, target) as (old, new):
            old.execute("BEGIN")
            new.execute("BEGIN")
            count = copy(old, new)
            _verify(new)
            new.execute("COMMIT")
    except (OfcError, OSError) as error:
        return refuse(str(error))
    except Error as error:
        return refuse(f"It cannot be moved, and nothing was: {error}.")
    print(f"All {count} rows are in {target}, and all in it fits.")
    print("Set OFC_DATABASE to it and start the bot. Nobody may play on in the old one.")
    return 0


@contextmanager
def _both(storage: Storage, target: Address) -> Generator[tuple[Connection, Connection]]:
    """Both databases while no bot works with either; a file that was made for nothing goes."""
    if isinstance(storage.database, Path) and not storage.database.is_file():
        raise StoreError("There's no database {path} yet.", path=storage.database)
    if target == storage.database:
        raise StoreError("{target} is where everything is already.", target=target)
    is_new = isinstance(target, Path) and not target.exists()
    try:
        with (
            sole_connection(storage.database, storage.backups) as old,
            sole_connection(target, storage.backups) as new,
        ):
            yield old, new
    except BaseException:
        if is_new and isinstance(target, Path):
            with suppress(OSError):
                target.unlink(missing_ok=True)
        raise


def _verify(db: Connection) -> None:
    """Raise StoreError unless all fits, as `bot verify` looks through it."""
    fault = first_fault(db)
    if fault is not None:
        raise StoreError("{fault} It is not moved.", fault=fault)
