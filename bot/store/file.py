"""A database in a file of SQLite's, as the door to it needs it."""

from pathlib import Path

from bot.store import privacy, wal
from bot.store.backend import Backend
from bot.store.cache import FileMemory, RememberingConnection
from bot.store.connection import connect_checked
from bot.store.engine import Connection, OperationalError
from bot.store.lock import Lock


class File(Backend):
    """The file at `address`, locked against other bots; `backups` is the folder for copies.

    `new` makes one that is missing although there are backups of it. Raises InUseError, or
    StoreError if the folder cannot be written.
    """

    def __init__(self, address: Path, backups: Path, *, new: bool) -> None:
        self._lock = Lock(address)
        self.address = self._path = address
        self._backups = backups
        self._new = new
        self._identity: tuple[int, int] | None = None

    def connect(self) -> tuple[RememberingConnection, FileMemory]:
        """The connection, with an up-to-date schema, and what it remembers.

        Raises DamagedError, SchemaError or StoreError.
        """
        connection = connect_checked(self._path, self._backups, new=self._new)
        try:
            wal.lay_out(connection, self._path)
            memory = connection.memory = FileMemory(connection)
        except BaseException:
            # It may be in a transaction, for whose end everybody else would wait.
            connection.close()
            raise
        self._identity = _identity(self._path)
        return connection, memory

    def verify_in_place(self) -> None:
        """Raise OperationalError if the file it works with is not the one at its address.

        What is written to a file that was deleted or replaced is lost when the bot ends. Where
        files have no number nobody can tell, and it is taken to be.
        """
        if _identity(self._path) != self._identity:
            raise OperationalError(
                f"the database {self._path} was deleted or replaced while the bot runs. Put the "
                "file back, or stop the bot and restore a backup: python -m bot restore FILE"
            )

    def leave_no_trace(self, db: Connection) -> None:
        """Wipe what people who were forgotten leave behind; raises OSError or Error.

        Who they were is then neither in the file nor in its log, unless another program reads just
        now, and no backup brings them back.
        """
        privacy.leave_no_trace(db, self._backups, wal.empty)

    def release(self) -> None:
        """Let other bots work with it."""
        self._lock.release()


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and number of a file; zeros where files have none, None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else (0, 0)
