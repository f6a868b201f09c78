"""A database on a PostgreSQL server, as the door to it needs it."""

import time
from collections.abc import Callable
from pathlib import Path
from random import uniform
from typing import Final

from bot.settings import Server, Shards
from bot.store import privacy, schema
from bot.store.cache import Memory
from bot.store.engine import Connection, Error, OperationalError
from bot.store.engines import Backend, Door
from bot.store.postgresql.leases import Leases
from bot.store.postgresql.others import OtherProcesses, ServerAlone
from bot.store.postgresql.server_connection import ConflictError, ServerConnection, TakenError
from bot.store.postgresql.server_memory import REMEMBERS, ServerMemory, SharedMemory
from bot.store.postgresql.server_schema import is_current, migrate, verify_number, verify_schema
from bot.store.schema import AwayError, InUseError, StoreError

_ID: Final = schema.APPLICATION_ID
_LOCK: Final = f"SELECT pg_try_advisory_lock({_ID})"
_TAKEN: Final = f"""
    SELECT shard FROM unnest(?::bigint[]) AS shard
    WHERE pg_try_advisory_lock({_ID}, shard::integer) = FALSE ORDER BY shard
"""
_COUNTED: Final = "SELECT shards FROM leases WHERE until > now() AND shards <> ? LIMIT 1"
_TRIES: Final[tuple[tuple[type[Exception], ...], ...]] = (
    (ConflictError, TakenError),
    # Now what is taken is seen to be so, and no longer what two did at once.
    *((ConflictError,) for _ in range(11)),
)
"""For each try the errors that say that another process was in the way."""
_PAUSE: Final = 0.001
"""Seconds between the first two tries at the most; it doubles."""
_OF_PEOPLE: Final = ("players", "surfaces", "learners", "waiters", "attempts")
"""The tables in which forgetting somebody leaves something behind."""


def connect_to_read(server: Server) -> ServerConnection:
    """A connection that changes nothing; raises SchemaError or StoreError."""

    def prepare(db: ServerConnection) -> None:
        version = verify_number(db)
        if version == 0:
            raise StoreError("There's nothing in the database {url} yet.", url=server)
        # What is not as it should be in one that is up to date, `first_fault` tells.
        if version != schema.LATEST:
            schema.verify_up_to_date(verify_schema(db))
        db.execute("SET default_transaction_read_only = on")

    return _opened(server, prepare, to_read=True)


def connect(server: Server) -> ServerConnection:
    """A connection with an up-to-date schema and without a memory, while no bot has one.

    Raises SchemaError, InUseError or StoreError.
    """
    return _opened(server, lambda db: _lock_alone(server, db))


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


def _lock_alone(server: Server, db: ServerConnection) -> None:
    """Bring the schema up to date, where no other bot is; InUseError if one is."""
    (is_free,) = db.execute(_LOCK).fetchall()[0]
    if not is_free:
        raise _in_use(server)
    migrate(db)


def _in_use(server: Server) -> InUseError:
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
        _lock_alone(self._server, db)

    def others(self, door: Door, /) -> ServerAlone:
        """The server, which may go away."""
        return ServerAlone(door)

    def leave_no_trace(self, db: Connection) -> None:
        """Free the room of rows in which people stood who were forgotten.

        No backup brings them back then. Raises StoreError or Error.
        """
        privacy.leave_no_trace(db, self._backups, _vacuum)


def _vacuum(db: Connection) -> bool:
    db.execute(f"VACUUM {', '.join(_OF_PEOPLE)}")
    return True


class OnSharedServer(OnServer):
    """The database at `address`, for the process that serves these shards."""

    def __init__(self, address: Server, backups: Path, shards: Shards) -> None:
        super().__init__(address, backups)
        self._shards = shards
        self._leases = Leases(address.url, shards)

    def _memory_of(self, db: ServerConnection) -> Memory:
        db.shared = self._leases.ours
        return SharedMemory(db)

    def commit(self, commit: Callable[[tuple[type[Exception], ...]], None]) -> None:
        """Commit something, once more after each error by another process that was in the way."""
        *tries, last = _TRIES
        for number, again in enumerate(tries):
            try:
                return commit(again)
            except again:
                time.sleep(uniform(0, _PAUSE * 2**number))
        return commit(last)

    def others(self, door: Door, /) -> OtherProcesses:
        """The other processes."""
        return OtherProcesses(door, self._leases, self._shards)

    def _lock_out_others(self, db: ServerConnection) -> None:
        """Bring the schema up to date, alone with it; InUseError if these shards are served."""
        if not is_current(db):
            self._lock(db, f"pg_advisory_lock({_ID})")
            migrate(db)
            db.execute(f"SELECT pg_advisory_unlock({_ID})")
        self._lock(db, f"pg_advisory_lock_shared({_ID})")
        for (shard,) in db.execute(_TAKEN, (list(self._shards.ids),)):
            raise InUseError(
                "Another process serves shard {shard} already. Give each process shards of its "
                "own in OFC_SHARDS.",
                shard=shard,
            )
        for (count,) in db.execute(_COUNTED, (self._shards.count,)):
            raise InUseError(
                "Another process counts {count} shards, this one {shards}. OFC_SHARDS has to say "
                "the same everywhere after the slash.",
                count=count,
                shards=self._shards.count,
            )

    def _lock(self, db: ServerConnection, lock: str) -> None:
        """Wait a moment for a lock, in which another process makes the tables; or InUseError."""
        db.execute("BEGIN")
        try:
            db.execute("SET LOCAL lock_timeout = '1s'")
            db.execute(f"SELECT {lock}")
        except ConflictError:
            raise _in_use(self._server) from None
        finally:
            # The lock is the connection's, not the transaction's, and stays.
            db.execute("ROLLBACK")
