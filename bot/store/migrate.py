"""Schema migrations: numbered SQL files, each applied once and whole."""

import sqlite3
from pathlib import Path
from typing import Final

from bot.ofc.errors import OfcError

_FOLDER: Final = Path(__file__).parent / "migrations"


class SchemaError(OfcError):
    """A database that this version of the bot cannot use."""


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the migrations that are missing; SchemaError if the file is from a newer bot."""
    files = sorted(_FOLDER.glob("*.sql"))
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(files):
        raise SchemaError(
            "The database is from a newer version of the bot (schema {found}, this one knows "
            "{known}). Update the bot.",
            found=version,
            known=len(files),
        )
    for number, file in enumerate(files[version:], start=version + 1):
        connection.executescript(
            f"BEGIN IMMEDIATE; {file.read_text()}; PRAGMA user_version = {number}; COMMIT;"
        )
