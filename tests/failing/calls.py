"""Calls of SQLite and of the file system, counted as they come, one of which fails."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

import pytest

_PROJECT: Final = Path(__file__).parents[2]
_real_connect: Final = sqlite3.connect


class Killed(BaseException):
    """The process is no more: raised wherever it would have gone on."""


class Way(Enum):
    """How a call fails, with the code and the words that SQLite has for it."""

    BROKEN = (sqlite3.SQLITE_IOERR, "disk I/O error")
    FULL = (sqlite3.SQLITE_FULL, "database or disk is full")
    """SQLite gives up the whole transaction."""
    LOCKED = (sqlite3.SQLITE_BUSY, "database is locked")
    KILLED = (0, "")
    """Neither this call nor any after it is made."""

    def error(self) -> BaseException:
        """What a call of SQLite raises."""
        code, words = self.value
        if self is Way.KILLED:
            return Killed()
        error = sqlite3.OperationalError(words)
        error.sqlite_errorcode = code
        return error


@dataclass
class Choice:
    """Every `each` of all calls fails, from the one with the number `first`, in ways by turns."""

    each: int = 1
    first: int = 0
    steps: int | None = None
    """After so many steps it is enough."""
    ways: tuple[Way, ...] = (Way.BROKEN, Way.FULL, Way.LOCKED)
    _seen: int = 0
    _chosen: int = 0

    def among(self, calls: int) -> Iterator[tuple[int, Way]]:
        """The numbers of those that fail among so many more calls, counted from 1, and how."""
        for number in range(1, calls + 1):
            if (self._seen + number) % self.each == self.first % self.each:
                yield number, self.ways[self._chosen % len(self.ways)]
                self._chosen += 1
        self._seen += calls


class Calls:
    """Counts calls while `counting`; of those the one with a number, from 1, fails in a way.

    What is done in a folder of `thoughts` is none of the bot's.
    """

    def __init__(self, thoughts: Path | None = None) -> None:
        self._others = {_PROJECT, thoughts or _PROJECT}
        self.count = 0
        self.failed = ""
        """What has failed."""
        self.is_dead = False
        self._is_counting = False
        self._number = 0
        self._way = Way.BROKEN

    @contextmanager
    def counting(self, number: int = 0, way: Way = Way.BROKEN) -> Generator[None]:
        """While calls are counted; none fails without a number."""
        self.count, self.failed = 0, ""
        self._number, self._way = number, way
        self._is_counting = True
        try:
            yield
        finally:
            self._is_counting = self.is_dead = False

    def fails(self, what: str) -> bool:
        """Count a call; whether it is the one that fails."""
        if self.is_dead:
            raise Killed
        if not self._is_counting:
            return False
        self.count += 1
        if self.count != self._number:
            return False
        self.failed = what
        self.is_dead = self._way is Way.KILLED
        return True

    def of_sqlite(self, what: str, db: sqlite3.Connection | None = None) -> None:
        """Count a call of SQLite, and raise what it fails with."""
        if self.fails(what):
            if db is not None and self._way is Way.FULL and db.in_transaction:
                sqlite3.Connection.execute(db, "ROLLBACK")
            raise self._way.error()

    def of_files(self, what: str, about: object) -> None:
        """Count a call of the file system, and raise what it fails with; not for the bot's own."""
        if isinstance(about, Path) and any(map(about.is_relative_to, self._others)):
            return
        if self.fails(f"{what} {about}"):
            if self._way is Way.KILLED:
                raise Killed
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(about))

    # --- where they are made ------------------------------------------------------------------

    def connect(self, *args: Any, **options: Any) -> sqlite3.Connection:
        """Stands where `sqlite3.connect` is."""
        self.of_sqlite(f"connect {args[0]}")
        kind = options.pop("factory", sqlite3.Connection)
        counted = type("Counted", (_Counted, kind), {"calls": self})
        return _real_connect(*args, factory=counted, **options)

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Count the calls of SQLite and of the file system from now on."""
        patch.setattr(sqlite3, "connect", self.connect)
        for name in ("mkdir", "replace", "rename", "unlink", "touch", "open", "read_bytes"):
            patch.setattr(Path, name, self._counted(getattr(Path, name)))
        patch.setattr(os, "fsync", self._counted(os.fsync))
        patch.setattr(shutil, "copyfile", self._counted(shutil.copyfile, _half_copied))
        patch.setattr(Path, "write_bytes", self._counted(Path.write_bytes, _half_written))

    def _counted(
        self, call: Callable[..., Any], partly: Callable[..., object] | None = None
    ) -> Callable[..., Any]:
        """A call that is counted; failing, it is done `partly`."""

        def counted(*args: Any, **options: Any) -> Any:
            try:
                self.of_files(call.__name__, args[0])
            except BaseException:
                if partly is not None and self.failed:
                    partly(*args)
                raise
            return call(*args, **options)

        return counted


def _half_written(path: Path, data: bytes) -> None:
    with open(path, "wb") as file:  # noqa: PTH123 - `Path.open` is counted
        file.write(data[: len(data) // 2])


def _half_copied(source: Path, target: Path) -> None:
    with open(source, "rb") as file:  # noqa: PTH123 - as above
        _half_written(target, file.read())


class _Counted(sqlite3.Connection):
    """A connection whose calls are counted."""

    calls: Calls

    def execute(self, sql: str, *parameters: Any) -> Any:
        self.calls.of_sqlite(sql, self)
        return super().execute(sql, *parameters)

    def executemany(self, sql: str, *parameters: Any) -> Any:
        self.calls.of_sqlite(sql, self)
        return super().executemany(sql, *parameters)

    def executescript(self, sql: str) -> Any:
        self.calls.of_sqlite(sql[:60], self)
        return super().executescript(sql)

    def backup(self, target: sqlite3.Connection, **options: Any) -> None:
        self.calls.of_sqlite("backup", self)
        super().backup(target, **options)

    def __exit__(self, *error: Any) -> Any:  # noqa: PYI036 - as SQLite's own takes them
        self.calls.of_sqlite("end of a transaction", self)
        return super().__exit__(*error)
