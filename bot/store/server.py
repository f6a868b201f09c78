"""A database on a PostgreSQL server, as the door to it needs it."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.settings import Server
from bot.store import privacy, schema
from bot.store.backend import Backend
from bot.store.cache import Memory
from bot.store.engine import Connection, Error, OperationalError
from bot.store.postgres import ServerConnection
from bot.store.schema import AwayError, InUseError, StoreError
from bot.store.server_memory import REMEMBERS, ServerMemory
from bot.store.server_schema import migrate, verify_number, verify_schema

_LOCK: Final = f"SELECT pg_try_advisory_lock({schema.APPLICATION_ID})"
_OF_PEOPLE: Final = ("players", "surfaces", "learners", "waiters", "attempts")
"""The tables in which forgetting somebody leaves something behind."""


def connect_to_read(server: Server) -> ServerConnection:
    """A connection that changes nothing; raises SchemaError or StoreError."""

    def prepare(db: ServerConnection) -> None:
        version = verify_number(db)
        if version == 0:
            raise StoreError("There is nothing in the database {url} yet.", url=server)
        # What is not as it should be in one that is up to date, `first_fault` tells.
        if version != schema.LATEST:
            schema.verify_up_to_date(verify_schema(db))
        db.execute("SET default_transaction_read_only = on")

    return _opened(server, prepare, to_read=True)


def connect(server: Server) -> ServerConnection:
    """A connection with an up-to-date schema and without a memory, while no bot has one.

    Raises SchemaError, InUseError or StoreError.
    """

    def prepare(db: ServerConnection) -> None:
        _lock(server, db)
        migrate(db)

    return _opened(server, prepare)


def _opened(
    server: Server, prepare: Callable[[ServerConnection], None], *, to_read: bool = False
) -> ServerConnection:
    """A connection, of which each that is made in its place is prepared, too.

    Raises AwayError for what may go away by itself, and StoreError.
    """
    try:
        return ServerConnection(server.url, prepare, to_read=to_read)
    except Error as error:
        kind = AwayError if isinstance(error, OperationalError) else StoreError
        raise kind(
            "The database {url} cannot be opened: {reason}.",
            url=server,
            reason=str(error).strip(" ."),
        ) from error


def _lock(server: Server, db: ServerConnection) -> None:
    row = db.execute(_LOCK).fetchone()
    if row is None or not row[0]:
        raise in_use(server)


def in_use(server: Server) -> InUseError:
    """What says that another bot works with the database at an address."""
    return InUseError(
        "Another bot is using the database {url}. Stop it first, or set OFC_DATABASE to "
        "another one.",
        url=server,
    )


class OnServer(Backend):
    """The database at `address`; `backups` is the folder that tells who was forgotten."""

    def __init__(self, address: Server, backups: Path) -> None:
        self.address = self._server = address
        self._backups = backups

    def connect(self) -> tuple[ServerConnection, Memory]:
        """The connection, with an up-to-date schema, and what it remembers.

        Raises SchemaError, InUseError or StoreError.
        """
        connection = _opened(self._server, self._take)
        memory = connection.memory = self._memory_of(connection)
        return connection, memory

    def _memory_of(self, db: ServerConnection) -> Memory:
        return ServerMemory(db)

    def _take(self, db: ServerConnection) -> None:
        """Take a new connection for the bot's, if no other bot has one."""
        self._lock_out_others(db)
        db.execute(REMEMBERS)
        # Whatever a server is set up to do, a commit waits for its disk.
        db.execute("SET synchronous_commit = on")

    def _lock_out_others(self, db: ServerConnection) -> None:
        """Bring the schema up to date, where no other bot is; InUseError if one is."""
        _lock(self._server, db)
        migrate(db)

    def session(self, db: Connection) -> object:
        """The process of the server's that serves the connection."""
        return db.execute("SELECT pg_backend_pid(), pg_postmaster_start_time()::text").fetchone()

    def leave_no_trace(self, db: Connection) -> None:
        """Free the room of rows in which people stood who were forgotten.

        No backup brings them back then. Raises StoreError or Error.
        """
        privacy.leave_no_trace(db, self._backups, _vacuum)


def _vacuum(db: Connection) -> bool:
    db.execute(f"VACUUM {', '.join(_OF_PEOPLE)}")
    return True
