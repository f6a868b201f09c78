"""`python -m bot import`: make an exported ledger that of a server here."""

import argparse
import gzip
import sys
import zlib
from contextlib import closing
from pathlib import Path

from bot.cli.errors import refuse
from bot.cli.inputs import decoded
from bot.cli.storage import add_database, chosen_storage
from bot.ofc.errors import NotationError, OfcError
from bot.settings import Storage
from bot.store.connection import connect_checked
from bot.store.lock import Lock
from bot.tables.exchange_document import Document, read
from bot.tables.exchange_in import bring_in, joined

_GZIP = b"\x1f\x8b"


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
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


def run(options: argparse.Namespace) -> int:
    """Import all of the files or nothing; 2 if it cannot be."""
    try:
        made = joined([read(_text(file)) for file in options.files])
        guild_id: int = options.guild or made.guild_id
        count = _bring_in(chosen_storage(options), made, guild_id)
    except (OfcError, OSError) as error:
        return refuse(str(error))
    print(f"{count} hands are now the ledger of server {guild_id}.")
    return 0


def _bring_in(storage: Storage, made: Document, guild_id: int) -> int:
    with (
        Lock(storage.database),
        closing(connect_checked(storage.database, storage.backups)) as db,
    ):
        db.execute("BEGIN IMMEDIATE")
        count = bring_in(db, made, guild_id)
        db.execute("COMMIT")
        return count


def _text(file: Path) -> str:
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
