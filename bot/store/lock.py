"""Sees to it that only one bot works with a database."""

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.store.errors import InUseError, StoreError


class Lock:
    """The right to work with the database at `path`, until `release` or the process's end.

    It is SQLite's own lock on an empty file beside the database, so it holds on every system,
    between containers that share a folder too, and leaves no stale lock behind. Taking it raises
    InUseError, or StoreError if the folder cannot be written.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._holder = sqlite3.connect(beside, timeout=0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                "{folder} cannot be written: {reason}.", folder=path.parent, reason=error
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


def _refusal(path: Path, error: sqlite3.Error) -> StoreError:
    if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
        return InUseError(
            "Another bot works with the database {path}. Stop it first, or set OFC_DATABASE to "
            "another file.",
            path=path,
        )
    return StoreError("The database {path} cannot be locked: {reason}.", path=path, reason=error)
