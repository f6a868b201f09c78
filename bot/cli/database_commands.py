"""The database from a terminal: `backup`, `restore`, `verify` and `move`, `export` and `import`.

Copying and checking it, a server's ledger to a file and back, and moving to another engine.
"""

import argparse
import gzip
import os
import re
import sys
import time
import zlib
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot import verifying
from bot.cli.arguments import discord_id, told, verify_there
from bot.ledger.document import Document, read
from bot.ledger.export import as_json
from bot.ledger.import_ import import_document, joined
from bot.ledger.sheets import entries_csv, hands_csv, tournaments_csv
from bot.settings import Address, Storage, address_of
from bot.store.backup import back_up, free_name, write_whole
from bot.store.engine import Connection, Error
from bot.store.engines import connect_to_read, first_fault, sole_connection
from bot.store.ledger import bookings, seals
from bot.store.moving import copy
from bot.store.schema import StoreError
from bot.store.tournaments import tournaments
from bot.upkeep import bring_back
from bot.verifying import findings, is_fault
from ofc_engine.cli.console import decoded, refuse
from ofc_engine.errors import NotationError, OfcError

_REMEDY: Final = (
    "Look for a backup in which all fits with: ofc-bot verify BACKUP. Then stop the bot and "
    "put it back: ofc-bot restore BACKUP"
)


def configure_backup(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `backup`."""
    command.set_defaults(run=_make_backup)
    command.add_argument(
        "file", nargs="?", type=Path, help="where to write it (default: a new file in OFC_BACKUPS)"
    )


def _make_backup(options: argparse.Namespace) -> int:
    """Write the copy and check it; 2 if that cannot be done."""
    try:
        storage = Storage.load()
        folder, database = storage.backups, storage.file
        target: Path = options.file or free_name(folder, database, time.time())
        verify_there(database)
        back_up(database, target, time.time())
    except OfcError as error:
        return refuse(str(error))
    print(f"{target} is written and checked.")
    return 0


def configure_restore(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `restore`."""
    command.set_defaults(run=_restore)
    command.add_argument("file", type=Path, help="the backup to restore")
    command.add_argument(
        "--anyway", action="store_true", help="restore it even if hands, sums or seals do not match"
    )
    command.epilog = (
        "The backup is checked first, as verify does. People who were forgotten since stay "
        "forgotten."
    )


def _restore(options: argparse.Namespace) -> int:
    """Check the backup and put it in place; 2, with nothing changed, if that cannot be done."""
    try:
        storage = Storage.load()
        made = bring_back(
            options.file,
            storage.file,
            storage.backups,
            time.time(),
            anyway=options.anyway,
        )
    except (OfcError, OSError) as error:
        return refuse(told(error))
    print(f"{storage.database} is as it was in {options.file}. Start the bot again.")
    if made.replaced is not None:
        print(f"What it replaced is kept as {made.replaced}.")
    print(f"{made.renewed} People are told so where they play.")
    return 0


def configure_verify(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    command.set_defaults(run=_verify)
    command.description = (
        "Look through a database or a backup: SQLite's own checks, the schema, every server's "
        "seals, and every hand, which is dealt, played and scored anew. Nothing is changed, and "
        "the bot may run. Exit code 1 means that it found a problem."
    )
    command.add_argument(
        "file", nargs="?", type=Path, help="the file to check (default: OFC_DATABASE)"
    )
    command.add_argument(
        "--night",
        type=int,
        metavar="DAY",
        help="check the newest hands and a part of the rest, another part for each DAY (a number)",
    )
    command.add_argument(
        "--seal",
        action="append",
        default=[],
        type=_written_seal,
        metavar="NUMBER:HEX",
        help="a seal that you have noted down: it has to be there still (may be given repeatedly)",
    )
    command.add_argument(
        "--quiet",
        action="store_true",
        help="print only problems, and let other programs go first",
    )


def _written_seal(text: str) -> str:
    if not re.fullmatch(r"\d{1,18}:[0-9A-Fa-f]{64}", text, re.ASCII):
        raise argparse.ArgumentTypeError(
            "a seal is its number, a colon and 64 digits, as 15:5e21..."
        )
    return text


def _verify(options: argparse.Namespace) -> int:
    """Print a line for each server; 0 all fits, 1 something does not, 2 it cannot be read."""
    if options.quiet and sys.platform != "win32":
        # Some containers forbid it; then it runs at normal priority.
        with suppress(OSError):
            os.nice(10)
    file: Address = Storage.database
    try:
        file = options.file or Storage.load().database
        with closing(connect_to_read(file)) as db:
            fits = _look_through(db, file, options)
    except OfcError as error:
        return refuse(str(error))
    except (Error, UnicodeDecodeError) as error:
        return refuse(f"{file} cannot be read: {error}.")
    if not fits and not options.quiet:
        print(_REMEDY)
    return 0 if fits else 1


def _look_through(db: Connection, file: Address, options: argparse.Namespace) -> bool:
    fault = first_fault(db)
    if fault is not None:
        print(f"{file} is damaged. {fault}")
        return False
    db.execute("BEGIN")
    found = list(findings(db, options.night))
    for each in found:
        if is_fault(each) or not options.quiet:
            print(each)
    if not found and not options.quiet:
        print(f"{file} is sound, and nothing is in it yet.")
    changed = [each for each in options.seal if not seals.is_kept(db, each)]
    for each in changed:
        print(f"No ledger has the seal {each}: what it was over was changed, or is not in {file}.")
    return not changed and not any(map(is_fault, found))


# --- a server's ledger as a file -------------------------------------------------------------

_WRITERS = {
    "json": as_json,
    "entries": entries_csv,
    "hands": hands_csv,
    "tournaments": tournaments_csv,
}
_GZIP = b"\x1f\x8b"


def configure_export(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `export`."""
    command.set_defaults(run=_export)
    command.epilog = "docs/export.md describes the format. The bot may keep running."
    command.add_argument("guild", type=discord_id, metavar="GUILD", help="the server's id")
    command.add_argument(
        "file",
        type=Path,
        help="where to write it, - for standard output; a name ending in .gz is compressed",
    )
    command.add_argument(
        "--what",
        choices=list(_WRITERS),
        default="json",
        help="json: everything, can be imported again; the others: tables as CSV",
    )
    add_database(command)


def _export(options: argparse.Namespace) -> int:
    """Write the file; 2 if that cannot be done."""
    try:
        database = chosen_storage(options).database
        with closing(connect_to_read(database)) as db:
            db.execute("BEGIN")
            _verify_played(db, options.guild)
            text = _WRITERS[options.what](db, options.guild)
        data = text.encode()
        is_packed = options.file.suffix == ".gz"
        _write(options.file, gzip.compress(data) if is_packed else data)
    except (OfcError, OSError) as error:
        return refuse(told(error))
    except Error as error:
        return refuse(f"The database cannot be read: {error}.")
    if options.file.is_file():  # a pipe gets the ledger alone
        print(f"The ledger of server {options.guild} is in {options.file}.")
    return 0


def _verify_played(db: Connection, guild_id: int) -> None:
    """Raise StoreError if a server has nothing to export: its id may be wrong."""
    if bookings.last_number(db, guild_id) or tournaments.past_in_guild(db, guild_id):
        return
    with_hands = ", ".join(map(str, bookings.guilds(db))) or "none"
    raise StoreError(
        "Nothing of server {guild} counts in this database. Servers with a ledger: {guilds}.",
        guild=guild_id,
        guilds=with_hands,
    )


def _write(file: Path, data: bytes) -> None:
    """Write to a file, a pipe, or standard output for `-`; raises OSError naming it."""
    try:
        if str(file) == "-":
            sys.stdout.buffer.write(data)
        elif file.exists() and not file.is_file():
            file.write_bytes(data)
        else:
            write_whole(file, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def configure_import(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `import`."""
    command.set_defaults(run=_import)
    command.epilog = "docs/export.md describes the format. Stop the bot before you import."
    command.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="all parts of what /ledger export gave you; - for standard input",
    )
    command.add_argument(
        "--guild",
        type=discord_id,
        metavar="ID",
        help="the server to load it into (default: the one it came from)",
    )
    add_database(command)


def _import(options: argparse.Namespace) -> int:
    """Import all of the files or nothing; 2 if that cannot be done."""
    try:
        made = joined([_document(file) for file in options.files])
        guild_id: int = options.guild or made.guild_id
        storage = chosen_storage(options)
        with sole_connection(storage.database, storage.backups) as db:
            db.execute("BEGIN IMMEDIATE")
            count = import_document(db, made, guild_id)
            db.execute("COMMIT")
    except (OfcError, OSError) as error:
        return refuse(told(error))
    except Error as error:
        return refuse(f"It cannot be imported, and nothing was: {error}.")
    hands = "1 hand is" if count == 1 else f"{count} hands are"
    print(f"{hands} now the ledger of server {guild_id}.")
    return 0


def _document(file: Path) -> Document:
    """The ledger in a file; raises NotationError, which names it, or OSError."""
    name = "Standard input" if str(file) == "-" else str(file)
    text = _document_text(file, name)
    try:
        return read(text)
    except OfcError as error:
        raise NotationError("{name}: {error}", name=name, error=error) from None


def _document_text(file: Path, name: str) -> str:
    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (EOFError, OSError, zlib.error) as error:
            raise NotationError(
                "{name} is cut off or damaged: {error}.", name=name, error=error
            ) from None
    return decoded(data, name)


def add_database(command: argparse.ArgumentParser) -> None:
    """Add the argument `--database`."""
    command.add_argument(
        "--database",
        metavar="PATH",
        help="the database, a file or postgresql://... (default: OFC_DATABASE, also from .env)",
    )


def chosen_storage(options: argparse.Namespace) -> Storage:
    """The storage with the database named on the command line, else that of the settings.

    Backups of a named file are in the folder `backups` beside it. Raises SettingsError.
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


def configure_move(command: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    command.set_defaults(run=_move)
    command.add_argument(
        "target", help="where to: postgresql://... or a file that is not there yet"
    )
    command.epilog = (
        "Stop the bot first. OFC_DATABASE stays as it is; nothing is in the other database unless "
        "all of it is, and all in it fits, as ofc-bot verify would say."
    )


def _move(options: argparse.Namespace) -> int:
    """Move all or nothing; 2 if it cannot be done."""
    try:
        storage, target = Storage.load(), address_of(options.target, "The target")
        with _both(storage, target) as (old, new):
            old.execute("BEGIN")
            new.execute("BEGIN")
            count = copy(old, new)
            _verify_new(new)
            new.execute("COMMIT")
    except (OfcError, OSError) as error:
        return refuse(told(error))
    except Error as error:
        return refuse(f"It cannot be moved, and nothing was: {error}.")
    print(f"All {count} rows are in {target}, and all in it fits.")
    print("Set OFC_DATABASE to it and start the bot. Nobody may play on in the old one.")
    return 0


@contextmanager
def _both(storage: Storage, target: Address) -> Generator[tuple[Connection, Connection]]:
    """Both databases while no bot works with either; a failed move deletes the file it made."""
    verify_there(storage.database)
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


def _verify_new(db: Connection) -> None:
    """Raise StoreError if `ofc-bot verify` would find a fault."""
    fault = verifying.first_fault(db)
    if fault is not None:
        raise StoreError("{fault} It is not moved.", fault=fault)
