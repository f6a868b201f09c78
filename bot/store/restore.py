"""Puts a backup in the database's place."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store import backup
from bot.store.connection import connect
from bot.store.errors import StoreError
from bot.store.lock import Lock
from bot.store.migrate import verify_schema

_BESIDE: Final = ("-wal", "-shm", "")
"""What SQLite may have beside a database, and last the database itself."""
_REPAINT: Final = """
    UPDATE surfaces SET painted_version = 'restored', posts = posts + 1000
    WHERE key <> '' AND table_id IN (SELECT id FROM tables WHERE state <> 'closed')
"""
"""The messages may show what came after the backup: all of them are painted again, and what is
posted now is another message than any posted then."""


def restore(source: Path, database: Path, now: float) -> Path | None:
    """Put a backup in the place of a database; returns where the replaced one is, if any.

    Raises StoreError, InUseError while a bot works with the database, DamagedError or SchemaError
    for a backup that cannot be used; then everything is as it was.
    """
    if not source.is_file():
        raise StoreError("There is no file {path}.", path=source)
    with Lock(database):
        draft = database.with_name(f"{database.name}.part")
        try:
            draft.unlink(missing_ok=True)
            _make_ready(source, draft)
            replaced = _set_aside(database, now)
            draft.replace(database)
        except sqlite3.Error as error:
            raise StoreError(
                "{path} is no backup of this bot: {reason}.", path=source, reason=error
            ) from error
        except OSError as error:
            raise StoreError(
                "{path} could not be put in place: {reason}.", path=source, reason=error
            ) from error
        finally:
            draft.unlink(missing_ok=True)
    return replaced


def _make_ready(source: Path, draft: Path) -> None:
    backup.copy(source, draft)
    with closing(sqlite3.connect(draft)) as db:
        if verify_schema(db) == 0:
            raise StoreError("{path} is no backup of this bot.", path=source)
    with closing(connect(draft)) as db:
        db.execute(_REPAINT)
        db.execute("PRAGMA journal_mode = DELETE")


def _set_aside(database: Path, now: float) -> Path | None:
    """Move the database, with what belongs to it, to a name of its own in the same folder."""
    if not database.exists():
        return None
    aside = database.with_name(f"replaced-{backup.name_of(database, now)}")
    if aside.exists():
        raise StoreError("{path} is there already. Try again in a moment.", path=aside)
    for end in _BESIDE:
        belonging = database.with_name(database.name + end)
        if belonging.exists():
            belonging.rename(aside.with_name(aside.name + end))
    return aside
