"""Schema migrations: numbered SQL files, each applied once and whole."""

import sqlite3
from pathlib import Path
from typing import Final

from bot.store.errors import StoreError

_FILES: Final = sorted((Path(__file__).parent / "migrations").glob("*.sql"))
LATEST: Final = len(_FILES)
"""The number of the schema that this version of the bot works with."""


class SchemaError(StoreError):
    """A database that this version of the bot cannot use."""


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the migrations that are missing; SchemaError if the file is from a newer bot."""
    version = verify_schema(connection)
    for number, file in enumerate(_FILES[version:], start=version + 1):
        connection.executescript(
            f"BEGIN IMMEDIATE; {file.read_text()}; PRAGMA user_version = {number}; COMMIT;"
        )


def verify_schema(connection: sqlite3.Connection) -> int:
    """The number of a database's schema, 0 if it has none; SchemaError if it is not known."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > LATEST:
        raise SchemaError(
            "The database is from a newer version of the bot (schema {found}, this one knows "
            "{known}). Update the bot.",
            found=version,
            known=LATEST,
        )
    return version
