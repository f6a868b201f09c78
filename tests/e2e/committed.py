"""A second look at the bot's database, as it is committed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.settings import Address
from bot.store.connection import connect
from bot.store.engine import Connection
from bot.store.postgresql.server_connection import ServerConnection


def opened(address: Address) -> Connection:
    """A connection beside the bot's, as any program has one."""
    if isinstance(address, Path):
        return connect(address)
    return ServerConnection(address.url, lambda _: None)


class Committed:
    """A connection that stays open until it is closed, or another file takes its file's place."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._db: Connection | None = None
        self._file = 0

    @property
    def db(self) -> Connection:
        """The connection; each statement sees what has been committed by then."""
        number = self.address.stat().st_ino if isinstance(self.address, Path) else 0
        if self._db is None or number != self._file:
            self.close()
            self._db = opened(self.address)
            self._file = number
        return self._db

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """The connection; all statements see what has been committed by the first."""
        db = self.db
        db.execute("BEGIN")
        try:
            yield db
        finally:
            db.execute("COMMIT")

    @contextmanager
    def written(self) -> Iterator[Connection]:
        """The connection, to change something behind the back of a bot that does not run."""
        db = self.db
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
        finally:
            db.execute("COMMIT")

    def close(self) -> None:
        """Close it; it opens again when it is used."""
        if self._db is not None:
            self._db.close()
        self._db = None
