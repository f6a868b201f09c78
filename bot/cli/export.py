"""`python -m bot export`: a server's ledger as JSON or CSV."""

import argparse
import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.cli.errors import refuse
from bot.cli.storage import add_database, chosen_storage
from bot.ofc.errors import OfcError
from bot.store.connection import connect_to_read
from bot.tables.exchange import as_json, entries_csv, hands_csv

_WRITERS = {"json": as_json, "entries": entries_csv, "hands": hands_csv}


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
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


def run(options: argparse.Namespace) -> int:
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
