"""The database file: its connections, its lock and its log, and its checks at the start."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from bot.store import backup
from bot.store.cache import RememberingConnection
from bot.store.engine import Connection, OperationalError
from bot.store.schema import (
    LATEST,
    DamagedError,
    InUseError,
    MissingError,
    StoreError,
    is_busy,
    migrate,
    primary_code,
    unusable,
    verify_number,
    verify_schema,
    verify_up_to_date,
)

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_PATIENCE: Final = 1.0
"""Seconds to wait while another program writes, such as an SQLite shell; all work waits."""

_PAGE: Final = 1024
"""Bytes per page of a new file: a commit writes whole pages, and changes little in each."""


def connect(path: Path) -> RememberingConnection:
    """A connection with the project's settings and an up-to-date schema; it has no cache yet."""
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
        # An existing file keeps its page size.
        connection.execute(f"PRAGMA page_size = {_PAGE}")
        connection.execute("PRAGMA journal_mode = WAL")
        limit_log(connection)
        # FULL: what a player was told survives a power cut, not only a crash.
        connection.execute("PRAGMA synchronous = FULL")
        # SQLite leaves them off for each new connection.
        connection.execute("PRAGMA foreign_keys = ON")
        # Deleted data, such as that of somebody forgotten, is overwritten and not only unlinked.
        connection.execute("PRAGMA secure_delete = ON")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _text(value: bytes) -> str:
    """A stored text. SQLite's own error would quote one that is none, with its cards."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise OperationalError("a text in it is not UTF-8") from None


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A read-only connection; raises SchemaError, StoreError or sqlite3.Error.

    The database must have this version's schema: nothing brings it up to date here.
    """
    verify_there(path)
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE, isolation_level=None
    )
    connection.row_factory, connection.text_factory = sqlite3.Row, _text
    try:
        with backup.reading_schema(path):
            # In one that is up to date, `first_fault` finds what is wrong with the schema.
            if verify_number(connection) != LATEST:
                verify_up_to_date(verify_schema(connection))
    except BaseException:
        connection.close()
        raise
    return connection


def verify_there(path: Path) -> None:
    """Raise StoreError for a file that does not exist or is empty."""
    if not path.is_file():
        raise StoreError("There's no database {path} yet.", path=path.absolute())
    if not path.stat().st_size:
        raise StoreError("There's nothing in the database {url} yet.", url=path.absolute())


def connect_checked(path: Path, backups: Path, *, new: bool = False) -> RememberingConnection:
    """A connection to a database after checking it; one of an older schema is copied first.

    `backups` is the folder for the copy. Raises SchemaError, StoreError, or DamagedError, which
    names the latest good backup; MissingError if the database is gone but has backups or a
    write-ahead log. With `new` an empty one is made instead, and StoreError raised if there is one.
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
    """Delete an empty file that was not there before: it would look like a lost database."""
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
    """Raise MissingError if an empty or missing database once had contents."""
    real = path.resolve()
    log = path_of_log(real)
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
        # It changes no row, but fails if the file is read-only, which BEGIN does not.
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


# --- one bot at a time -----------------------------------------------------------------------


class Lock:
    """The right to work with the database at `path`, until `release` or the process's end.

    It is SQLite's own lock on an empty file beside the database: it works on every system and
    between containers that share a folder, and never goes stale. Symbolic links are followed.
    Taking it raises InUseError, or StoreError if the folder cannot be written or the file has a
    hard link.
    """

    def __init__(self, path: Path) -> None:
        real = path.resolve()
        beside = real.with_name(f"{real.name}.lock")
        _verify_one_name(path)
        if not beside.exists():
            _verify_unused(path)
        try:
            beside.parent.mkdir(parents=True, exist_ok=True)
            self._holder = sqlite3.connect(beside, timeout=0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                "Can't write to {folder}: {reason}.", folder=path.parent, reason=error
            ) from error
        try:
            self._holder.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._holder.close()
            raise _refusal(path, error) from error

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        self._holder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.release()


def _verify_one_name(path: Path) -> None:
    """Raise StoreError for a hard link: a bot that uses the other name would not be noticed."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            "The database {path} has a second name (a hard link), under which another bot could "
            "ruin it. Delete the other name, or set OFC_DATABASE to a copy of it.",
            path=path,
        )


def _verify_unused(path: Path) -> None:
    """Raise InUseError if another program has the database open.

    It may be a bot whose lock was deleted. While the lock file exists, readers do not matter.
    """
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as db:
            # In WAL mode an exclusive transaction alone tolerates readers; in this locking mode it
            # needs the file for itself.
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN EXCLUSIVE")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_busy(error):
            raise InUseError(
                "Another program has the database {path} open, perhaps a bot whose lock was "
                "deleted. Stop it first.",
                path=path,
            ) from error
        # Any other fault is reported when it is opened.


def _refusal(path: Path, error: sqlite3.Error) -> StoreError:
    if is_busy(error):
        return InUseError(
            "Another bot is using the database {path}. Stop it first, or set OFC_DATABASE "
            "to another file.",
            path=path,
        )
    return unusable(path, error)


# --- the write-ahead log ---------------------------------------------------------------------

_MOST: Final = 4_000_000
"""Bytes in it after which its pages are written into the file, and the log starts over."""


def path_of_log(database: Path) -> Path:
    """The path of a database file's log."""
    return database.with_name(f"{database.name}-wal")


def limit_log(db: sqlite3.Connection) -> None:
    """Make the log start over after 4 MB, and cut it back to that.

    It can grow longer while another program reads.
    """
    pages = _MOST // db.execute("PRAGMA page_size").fetchone()[0]
    db.execute(f"PRAGMA wal_autocheckpoint = {pages}")
    db.execute(f"PRAGMA journal_size_limit = {_MOST}")


def empty_log(db: Connection) -> bool:
    """Write all that is committed into the database itself, and empty its log.

    False if another program reads at that moment: waiting for it would hold up everything else.
    """
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    # All writes would wait with this one: better a long log than a pause.
    db.execute("PRAGMA busy_timeout = 0")
    try:
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except OperationalError as error:
        if not is_busy(error):
            raise
        return False
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")
