"""Puts a backup in the database's place.

A kill between any two steps leaves the database as it was, or the backup in its place.
"""

import filecmp
import glob
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store import backup, facts, schema
from bot.store.connection import Lock, connect, path_of_log
from bot.store.deal_renewal import RenewedDeals, renew_deals
from bot.store.engine import Connection, OtherEngine
from bot.store.schema import DamagedError, InUseError, StoreError, is_busy, verify_schema

_BESIDE: Final = ("-wal", "-shm")
"""Endings of the files that SQLite may have beside a database in use."""
_REPAINT: Final = (
    """
    UPDATE surfaces SET painted_version = 'restored', posts = posts + 1000
    WHERE key <> '' AND table_id IN (SELECT id FROM tables WHERE state <> 'closed')
    """,
    """
    UPDATE messages SET shown = 'restored', posts = posts + 1000, changes = changes + 1
    WHERE message_id IS NOT NULL AND kind <> 'hand' AND NOT (
        kind = 'announcement' AND about IN (SELECT id FROM tournaments WHERE state = 'over')
    )
    """,
)
"""Messages may show what happened after the backup: all are painted again. The higher `posts`
changes their nonces, so that Discord takes no new post for one of those made then."""
_PLACE: Final = "where the database is"


def resume_after_restore(db: Connection, now: int) -> RenewedDeals | None:
    """Repaint messages and replace deals to come if the database was restored by other means.

    That is a restored dump, a point-in-time recovery, a replica that has become the server, or a
    backup that was copied or moved into place by hand. None if nothing of the kind happened.
    """
    return put_back(db, now) if backup.is_copy(db) or _is_elsewhere(db) else None


def _is_elsewhere(db: Connection) -> bool:
    """True if a server's database is at another place than last time; remembers the place."""
    if not isinstance(db, OtherEngine):
        return False
    before, (place,) = facts.fact(db, _PLACE), db.execute(db.place).fetchall()[0]
    if place != before:
        facts.keep_fact(db, _PLACE, place)
    return before is not None and place != before


def put_back(db: Connection, now: int) -> RenewedDeals:
    """Repaint all messages, and give all deals to come new secrets."""
    backup.forget_marks(db)
    for statement in _REPAINT:
        db.execute(statement)
    return renew_deals(db, now)


@dataclass(frozen=True)
class Restored:
    """A backup put in place: where the replaced database is, if any, and the renewed deals."""

    replaced: Path | None
    renewed: RenewedDeals


def restore(
    source: Path,
    database: Path,
    now: float,
    prepare: Callable[[sqlite3.Connection], None] = lambda _: None,
) -> Restored:
    """Put a backup in the place of a database, with new secrets for deals to come.

    `prepare` gets the copy that is put in place, in a transaction, and may refuse it with a
    StoreError. Raises that, InUseError while a bot works with the database, DamagedError or
    SchemaError for a backup that cannot be used; then everything is as it was.
    """
    if not source.is_file():
        raise StoreError("There's no file {path}.", path=source)
    database = database.resolve()
    with Lock(database):
        draft = backup.draft_of(database)
        try:
            backup.drop_draft(draft)
            renewed = _make_ready(source, draft, int(now), prepare)
            replaced = _set_aside(database, now)
            draft.replace(database)
        except sqlite3.Error as error:
            raise StoreError(
                "{path} isn't a backup of this bot: {reason}.", path=source, reason=error
            ) from error
        except OSError as error:
            raise StoreError(
                "{path} couldn't be put in place: {reason}.", path=source, reason=error
            ) from error
        finally:
            with suppress(OSError):
                backup.drop_draft(draft)
    return Restored(replaced, renewed)


def _make_ready(
    source: Path, draft: Path, now: int, prepare: Callable[[sqlite3.Connection], None]
) -> RenewedDeals:
    backup.copy(source, draft)
    with closing(sqlite3.connect(draft)) as db:
        if verify_schema(db) == 0:
            raise StoreError("{path} isn't a backup of this bot.", path=source)
    with closing(connect(draft)) as db:
        fault = schema.first_fault(db)
        if fault is not None:
            raise DamagedError("{path} isn't a sound backup. {fault}", path=source, fault=fault)
        db.execute("BEGIN")
        prepare(db)
        renewed = put_back(db, now)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")
    return renewed


def _set_aside(database: Path, now: float) -> Path | None:
    """Copy the database, with all that is committed, beside it, and leave no log with it.

    SQLite would take a log beside it for the backup's. The copy is not a hard link: a bot does not
    start with a database that has two names.
    """
    aside = database.with_name(f"replaced-{backup.name_of(database, now)}")
    if aside.exists():
        raise StoreError("{path} already exists. Try again in a moment.", path=aside)
    if not database.exists():
        _move_beside(database, aside)
        return None
    if _is_one_file(database):
        left = _left_by_a_try(database)
        if left is None:
            _copy(database, aside)
        return left or aside
    # Too damaged for SQLite to take its log in: keep both, and delete the database before the log.
    for end in (*_BESIDE, ""):
        part = database.with_name(database.name + end)
        if part.exists():
            _copy(part, aside.with_name(aside.name + end))
    database.unlink()
    for end in _BESIDE:
        database.with_name(database.name + end).unlink(missing_ok=True)
    return aside


def _left_by_a_try(database: Path) -> Path | None:
    """The identical copy that an interrupted restore left beside a database, if there is one."""
    copies = database.parent.glob(f"replaced-{glob.escape(database.stem)}-*.sqlite3")
    return next((each for each in copies if filecmp.cmp(database, each, shallow=False)), None)


def _copy(source: Path, target: Path) -> None:
    """Copy a file; the copy gets its name once all of it is on the disk, or nothing is left."""
    draft = backup.draft_of(target)
    try:
        shutil.copyfile(source, draft)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _move_beside(database: Path, aside: Path) -> None:
    for end in _BESIDE:
        left = database.with_name(database.name + end)
        if left.exists():
            left.replace(aside.with_name(aside.name + end))


def _is_one_file(database: Path) -> bool:
    """Write a database's log into it; False if it is too damaged for that."""
    if database.stat().st_size == 0:
        # SQLite would delete the log of an empty file.
        return not path_of_log(database).exists()
    try:
        with backup.reading_schema(database), closing(sqlite3.connect(database)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, DamagedError) as error:
        if is_busy(error):
            raise InUseError(
                "Another program is using {path}. Close it first.", path=database
            ) from error
        return False
    return not any(database.with_name(database.name + end).exists() for end in _BESIDE)
