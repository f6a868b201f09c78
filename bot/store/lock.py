"""Sees to it that only one bot works with a database."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.store.schema import InUseError, StoreError, is_busy, unusable


class Lock:
    """The right to work with the database at `path`, until `release` or the process's end.

    It is SQLite's own lock on an empty file beside the database, so it holds on every system,
    between containers that share a folder too, and leaves no stale lock behind. A link to the
    database is followed first. Taking it raises InUseError, or StoreError if the folder cannot be
    written or the file has a second name.
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
        """Let others work with it; nothing happens the second time."""
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
    """Raise StoreError for a hard link: a bot that works with another name cannot be seen."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            "The database {path} has a second name (a hard link), under which another bot could "
            "ruin it. Delete the other name, or set OFC_DATABASE to a copy of it.",
            path=path,
        )


def _verify_unused(path: Path) -> None:
    """Raise InUseError if another program has the database open.

    It may be a bot whose lock was deleted. Where the lock is there, readers are no matter.
    """
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as db:
            # In WAL mode an exclusive transaction alone leaves readers be; with this mode it needs
            # the file for itself.
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN EXCLUSIVE")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if is_busy(error):
            raise InUseError(
                "Another program has the database {path} open, perhaps a bot whose lock was "
                "deleted. Stop it first.",
                path=path,
            ) from error
        # What is wrong with it is told when it is opened.


def _refusal(path: Path, error: sqlite3.Error) -> StoreError:
    if is_busy(error):
        return InUseError(
            "Another bot is using the database {path}. Stop it first, or set OFC_DATABASE "
            "to another file.",
            path=path,
        )
    return unusable(path, error)
