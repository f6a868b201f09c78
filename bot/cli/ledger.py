"""`python -m bot export` and `import`: a server's ledger as a file, and back."""

import argparse
import gzip
import sqlite3
import sys
import zlib
from contextlib import closing
from pathlib import Path

from bot.cli.console import add_database, chosen_storage, decoded, refuse
from bot.ledger.document import Document, read
from bot.ledger.export import as_json, entries_csv, hands_csv
from bot.ledger.import_ import import_document, joined
from bot.ofc.errors import NotationError, OfcError
from bot.settings import Storage
from bot.store.connection import Lock, connect_checked, connect_to_read

_WRITERS = {"json": as_json, "entries": entries_csv, "hands": hands_csv}
_GZIP = b"\x1f\x8b"


def configure_export(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `export`."""
    command.set_defaults(run=_export)
    command.epilog = "The format is described in docs/export.md. The bot may run."
    command.add_argument("guild", type=int, metavar="GUILD", help="the server's id")
    command.add_argument("file", type=Path, help="where to write it; compressed if it ends in .gz")
    command.add_argument(
        "--what",
        choices=list(_WRITERS),
        default="json",
        help="everything as json (which can be imported), or entries or hands as CSV",
    )
    add_database(command)


def _export(options: argparse.Namespace) -> int:
    """Write the file; 2 if it cannot be."""
    try:
        database = chosen_storage(options).database
        with closing(connect_to_read(database)) as db:
            db.execute("BEGIN")
            text = _WRITERS[options.what](db, options.guild)
        data = text.encode()
        is_packed = options.file.suffix == ".gz"
        options.file.write_bytes(gzip.compress(data) if is_packed else data)
    except (OfcError, OSError) as error:
        return refuse(str(error))
    except sqlite3.Error as error:
        return refuse(f"The database cannot be read: {error}.")
    print(f"The ledger of server {options.guild} is in {options.file}.")
    return 0


def configure_import(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `import`."""
    command.set_defaults(run=_import)
    command.epilog = "The format is described in docs/export.md. Stop the bot while it imports."
    command.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="what /ledger export gave, all its parts; - is standard input",
    )
    command.add_argument(
        "--guild",
        type=int,
        metavar="ID",
        help="the server it is for; the one it came from if left out",
    )
    add_database(command)


def _import(options: argparse.Namespace) -> int:
    """Import all of the files or nothing; 2 if it cannot be."""
    try:
        made = joined([read(_document_text(file)) for file in options.files])
        guild_id: int = options.guild or made.guild_id
        count = _import_document(chosen_storage(options), made, guild_id)
    except (OfcError, OSError) as error:
        return refuse(str(error))
    print(f"{count} hands are now the ledger of server {guild_id}.")
    return 0


def _import_document(storage: Storage, made: Document, guild_id: int) -> int:
    with (
        Lock(storage.database),
        closing(connect_checked(storage.database, storage.backups)) as db,
    ):
        db.execute("BEGIN IMMEDIATE")
        count = import_document(db, made, guild_id)
        db.execute("COMMIT")
        return count


def _document_text(file: Path) -> str:
    name = "Standard input" if str(file) == "-" else str(file)
    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    if data.startswith(_GZIP):
        try:
            data = gzip.decompress(data)
        except (EOFError, OSError, zlib.error) as error:
            raise NotationError(
                "{name} is cut off or damaged: {error}.", name=name, error=error
            ) from None
    return decoded(data, name)
