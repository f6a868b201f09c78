"""Keeps the write-ahead log beside a database file short, and empties it."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.store.engine import Connection, OperationalError
from bot.store.schema import is_busy

_MOST: Final = 4_000_000
"""Bytes in it after which its pages are put into the file, and the log begins anew."""
_IN_MEMORY: Final = 64
"""Pages of a transaction that SQLite keeps in memory before it writes them to the log."""


def path_of(database: Path) -> Path:
    """Where the log of a database file is."""
    return database.with_name(f"{database.name}-wal")


def limit(db: sqlite3.Connection) -> None:
    """Have the log begin anew after 4 MB, and not stay longer.

    While another program reads it goes on and grows.
    """
    pages = _MOST // db.execute("PRAGMA page_size").fetchone()[0]
    db.execute(f"PRAGMA wal_autocheckpoint = {pages}")
    db.execute(f"PRAGMA journal_size_limit = {_MOST}")


def lay_out(db: sqlite3.Connection, database: Path) -> None:
    """Empty the log and give it its full length in advance.

    A commit that makes the file longer takes a fifth more CPU, as the length has to be synced, too.
    If somebody else uses the database just now, the log stays as it is.
    """
    log = path_of(database)
    (pages,) = db.execute("PRAGMA cache_size").fetchone()
    # With so small a cache SQLite writes pages to the log before the transaction is undone.
    db.execute(f"PRAGMA cache_size = {_IN_MEMORY}")
    with suppress(OperationalError):
        empty(db)
        missing = max(0, _MOST - (log.stat().st_size if log.exists() else 0))
        db.execute("BEGIN IMMEDIATE")
        # What is written of it before it is undone stays in the log as room for what comes.
        db.execute("CREATE TABLE room (bytes BLOB NOT NULL) STRICT")
        db.execute("INSERT INTO room VALUES (zeroblob(?))", (missing,))
    if db.in_transaction:
        db.execute("ROLLBACK")
    db.execute(f"PRAGMA cache_size = {pages}")


def empty(db: Connection) -> bool:
    """Write all that is committed into the database itself, and nothing stays in its log.

    False if somebody reads just then: nobody is waited for, since everything else would wait too.
    """
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    # All writes wait while this does: better a long log than a pause.
    db.execute("PRAGMA busy_timeout = 0")
    try:
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except OperationalError as error:
        if not is_busy(error):
            raise
        return False
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")
