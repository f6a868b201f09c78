"""The schema: numbered SQL files, applied once; and whether a database file is sound."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from bot.ofc.errors import OfcError
from bot.store.engine import Connection, Error

_FOLDER: Final = Path(__file__).parent / "migrations"
_MIGRATIONS: Final = tuple(
    tuple(files) for _, files in groupby(sorted(_FOLDER.glob("*.sql")), lambda file: file.name[:4])
)
LATEST: Final = len(_MIGRATIONS)
"""The number of the schema that this version of the bot works with."""
APPLICATION_ID: Final = int.from_bytes(b"OFC1")
"""SQLite's mark for whose file it is."""


class StoreError(OfcError):
    """A database or a backup that cannot be used, or cannot be written."""


class DamagedError(StoreError):
    """A file whose contents are no sound database."""


class MissingError(DamagedError):
    """A database of which nothing is left where it should be."""


class InUseError(StoreError):
    """A database that another bot works with."""


class SchemaError(StoreError):
    """A database that this version of the bot cannot use."""


def primary_code(error: BaseException) -> int:
    """SQLite's code for the kind of an error, without details; 0 for what is none of SQLite's."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def is_busy(error: BaseException) -> bool:
    """Whether another program has locked a database."""
    return primary_code(error) == sqlite3.SQLITE_BUSY


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the migrations that are missing, all of them or none; raises SchemaError.

    Foreign keys are off meanwhile, as SQLite advises: a table that is made anew may be dropped.
    They are checked at the end, and on again afterwards.
    """
    version = verify_schema(connection)
    if version == LATEST:
        return
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        connection.executescript(f"BEGIN IMMEDIATE; {script(version)}; {_mark()}")
        _verify_foreign_keys(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def verify_schema(connection: Connection) -> int:
    """The number of a database's schema, 0 if it is empty; SchemaError if it is not known."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not (version or application_id or tables):
        return 0
    if application_id != APPLICATION_ID:
        raise SchemaError(
            "The database is from before version 0.1.0 of the bot, or from another "
            "program. Set OFC_DATABASE to a new file. To bring over its ledgers, export "
            "them with the bot that made it, then use python -m bot import."
        )
    return verify_known(version)


def verify_known(version: int) -> int:
    """The number of a schema; SchemaError if it is from a later version of the bot."""
    if version > LATEST:
        raise SchemaError(
            "The database is from a newer version of the bot (schema {found}, this one knows "
            "{known}). Update the bot.",
            found=version,
            known=LATEST,
        )
    return version


def verify_up_to_date(version: int) -> None:
    """Raise SchemaError for a schema that has to be brought up to date first."""
    if version < LATEST:
        raise SchemaError(
            "The database is from an older version of the bot. Start the bot once, which "
            "brings it up to date."
        )


def script(version: int) -> str:
    """The statements of the migrations that a schema of that number lacks."""
    files = [file for migration in _MIGRATIONS[version:] for file in migration]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _mark() -> str:
    return f"PRAGMA user_version = {LATEST}; PRAGMA application_id = {APPLICATION_ID};"


def _verify_foreign_keys(connection: Connection) -> None:
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise SchemaError(
            "The database cannot be brought up to date: a row of {table} refers to "
            "nothing. Restore a backup, or go back to the previous version.",
            table=broken[0],
        )


# --- soundness -------------------------------------------------------------------------------

_BLANKS: Final = re.compile(r"(--[^\n]*\s|\s)+")
"""Comments and blanks, which SQLite keeps with a table and which say nothing about it."""


def first_fault(db: Connection) -> str | None:
    """The first fault of a database of this version's schema, in a sentence; None if sound.

    Looked at are SQLite's integrity check, the foreign keys, and every table, index and trigger.
    """
    try:
        return _damage(db) or schema_fault(db) or _stray_row(db)
    except Error as error:
        return f"SQLite cannot read it: {error}."
    except UnicodeDecodeError:  # what SQLite says quotes the damaged text
        return "Its schema is damaged."


def schema_fault(db: Connection) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        wanted = _schema(fresh)
    return first_difference(_schema(db), wanted)


Definitions: TypeAlias = Mapping[tuple[str, str], str]
"""Kind and name of a table, an index or a trigger -> how it is defined."""


def first_difference(found: Definitions, wanted: Definitions) -> str | None:
    """The first thing of a schema that is not as it should be, in a sentence."""
    for kind, name in sorted(wanted.keys() | found.keys()):
        what = f"The {kind} {name}"
        if (kind, name) not in found:
            return f"{what} is missing."
        if (kind, name) not in wanted:
            return f"{what} is none of the bot's."
        if found[kind, name] != wanted[kind, name]:
            return f"{what} is not as the bot made it."
    return None


def _schema(db: Connection) -> dict[tuple[str, str], str]:
    """The definitions of everything but what SQLite makes for itself, by kind and name."""
    rows = db.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    return {(kind, name): _BLANKS.sub(" ", sql or "").strip() for kind, name, sql in rows}


def _damage(db: Connection) -> str | None:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    return None if found == "ok" else f"SQLite's integrity check says: {found.strip(' .')}."


def _stray_row(db: Connection) -> str | None:
    stray = db.execute("PRAGMA foreign_key_check").fetchone()
    return None if stray is None else f"A row of {stray[0]} refers to one of {stray[2]} not there."
