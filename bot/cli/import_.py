"""`python -m bot import`: make an exported ledger that of a server here."""

import argparse
import gzip
import sys
from pathlib import Path

from bot.cli.errors import refuse
from bot.ofc.errors import OfcError
from bot.settings import Storage
from bot.store.connection import connect
from bot.tables.exchange_in import bring_in, joined, read

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
    command.add_argument(
        "--database", type=Path, default=Storage.database, help="default: %(default)s"
    )


def run(options: argparse.Namespace) -> int:
    """Import all of the files or nothing; 2 if it cannot be."""
    try:
        made = joined([read(_text(file)) for file in options.files])
        guild_id = options.guild or int(made["guild_id"])
        options.database.parent.mkdir(parents=True, exist_ok=True)
        db = connect(options.database)
        try:
            db.execute("BEGIN IMMEDIATE")
            count = bring_in(db, made, guild_id)
            db.execute("COMMIT")
        finally:
            db.close()
    except (OfcError, OSError, EOFError, UnicodeDecodeError) as error:
        return refuse(str(error))
    print(f"{count} hands are now the ledger of server {guild_id}.")
    return 0


def _text(file: Path) -> str:
    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    return (gzip.decompress(data) if data.startswith(_GZIP) else data).decode()
