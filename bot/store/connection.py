"""Connections to the database file, what can be wrong at a start, and rows as dataclasses."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bot.store import backup, wal
from bot.store.cache import RememberingConnection
from bot.store.schema import (
    LATEST,
    DamagedError,
    MissingError,
    StoreError,
    migrate,
    primary_code,
    unusable,
    verify_number,
    verify_schema,
    verify_up_to_date,
)

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_PATIENCE: Final = 1.0
"""Seconds to wait for another program that writes, such as an SQLite shell; all work waits."""

_PAGE: Final = 1024
"""Bytes of a page of a new file: a commit writes whole pages, and changes little in each."""


def connect(path: Path) -> RememberingConnection:
    """A connection with the project's settings and an up-to-date schema, without a memory."""
    connection = sqlite3.connect(
        path,
        timeout=_PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
        factory=RememberingConnection,
    )
    try:
        connection.row_factory = sqlite3.Row
        # A file that is there already keeps the size of its pages.
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        connection.execute("PRAGMA journal_mode = WAL")
        wal.limit(connection)
        # FULL: what a player was told is done survives a power cut, not only a crash.
        connection.execute("PRAGMA synchronous = FULL")
        # SQLite leaves them off for each new connection.
        connection.execute("PRAGMA foreign_keys = ON")
        # What is deleted, as when somebody is forgotten, is overwritten and not only unlinked.
        connection.execute("PRAGMA secure_delete = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; raises SchemaError, StoreError or sqlite3.Error.

    The database must be of this version's schema, for nothing brings it up to date here.
    """
    if not path.is_file():
        raise StoreError("There's no database {path} yet.", path=path.absolute())
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE, isolation_level=None
    )
    connection.row_factory = sqlite3.Row
    try:
        with backup.reading_schema(path):
            # What is not as it should be in one that is up to date, `first_fault` tells.
            if verify_number(connection) != LATEST:
                verify_up_to_date(verify_schema(connection))
    except BaseException:
        connection.close()
        raise
    return connection


def connect_checked(path: Path, backups: Path, *, new: bool = False) -> RememberingConnection:
    """A connection to a database that is sound; one of an older schema is first copied.

    `backups` is the folder for the copy. Raises SchemaError, StoreError, or DamagedError, which
    names the latest good backup; MissingError if nothing is left of a database of which there are
    backups or the end of a write-ahead log. With `new` it is made anew then, and StoreError raised
    if there is one.
    """
    was_there = path.exists()
    try:
        with backup.reading_schema(path):
            _check(path, backups, new=new)
            return _writable(path)
    except MissingError as error:
        raise MissingError(
            "{what} (or start with an empty one: ofc-bot run --new)",
            what=_damaged(path, backups, str(error)),
        ) from error
    except DamagedError as error:
        raise _damaged(path, backups, str(error)) from error
    except sqlite3.Error as error:
        if primary_code(error) in _DAMAGED:
            raise _damaged(path, backups, f"{path} is damaged: {error}.") from error
        if not was_there:
            _drop_empty(path)
        raise unusable(path, error) from error


def _drop_empty(path: Path) -> None:
    """Leave no empty file where there was none: it would be taken for a lost database."""
    with suppress(OSError):
        if path.stat().st_size == 0:
            path.unlink()


def _check(path: Path, backups: Path, *, new: bool) -> None:
    schema = 0
    if path.exists():
        with closing(sqlite3.connect(path)) as db:
            backup.verify_sound(db, path, "quick_check")
            schema = verify_schema(db)
    if schema == 0 and not new:
        _verify_never_used(path, backups)
    if schema > 0 and new:
        raise StoreError("The database {path} already exists: leave out --new.", path=path)
    if 0 < schema < LATEST:
        backup.back_up_before_update(backups, path, time.time(), schema)


def _verify_never_used(path: Path, backups: Path) -> None:
    """Raise MissingError if a database without contents once had some."""
    real = path.resolve()
    log = wal.path_of(real)
    if path.exists():
        if backup.has_any(backups, path):
            raise MissingError("{path} is empty, but there are backups of it.", path=path)
    elif backup.has_any(backups, path):
        raise MissingError(
            "The database {path} is missing, but there are backups of it.", path=path
        )
    elif log.exists():
        raise MissingError(
            "The database {path} is missing, but a file that belongs to it is there: "
            "{log}. Was it moved?",
            path=path,
            log=log,
        )


def _writable(path: Path) -> RememberingConnection:
    connection = connect(path)
    try:
        # It changes no row, but SQLite does all that comes before. BEGIN alone would tell nothing.
        connection.execute("UPDATE facts SET value = value WHERE FALSE")
    except sqlite3.OperationalError as error:
        if primary_code(error) == sqlite3.SQLITE_READONLY:
            connection.close()
            raise StoreError(
                "The database {path} is read-only. Give the user that runs the bot permission "
                "to write it.",
                path=path,
            ) from error
    return connection


def _damaged(path: Path, backups: Path, what: str) -> DamagedError:
    good = backup.latest_good(backups, path)
    if good is None:
        return DamagedError(
            "{what} There's no good backup in {folder}; if you have one elsewhere, put it back "
            "with: ofc-bot restore FILE",
            what=what,
            folder=backups,
        )
    return DamagedError(
        "{what} The latest good backup is {backup}. Put it back with: ofc-bot restore {backup}",
        what=what,
        backup=good,
    )
