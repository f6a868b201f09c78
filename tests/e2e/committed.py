"""A second look at the bot's database, as it is committed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.connection import connect


class Committed:
    """A connection that stays open until it is closed, or another file takes its file's place."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._file = 0

    @property
    def db(self) -> sqlite3.Connection:
        """The connection; each statement sees what has been committed by then."""
        if self._db is None or self.path.stat().st_ino != self._file:
            self.close()
            self._db = connect(self.path)
            self._file = self.path.stat().st_ino
        return self._db

    @contextmanager
    def at_once(self) -> Iterator[sqlite3.Connection]:
        """The connection; all statements see what has been committed by the first."""
        db = self.db
        db.execute("BEGIN")
        try:
            yield db
        finally:
            db.execute("COMMIT")

    def close(self) -> None:
        """Close it; it opens again when it is used."""
        if self._db is not None:
            self._db.close()
        self._db = None
