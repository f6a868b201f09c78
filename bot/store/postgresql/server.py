"""A database on a PostgreSQL server, as the door to it needs it."""

import logging
import time
from collections.abc import Callable, Collection
from pathlib import Path
from random import uniform
from typing import Any, Final

from bot.settings import Server, Shards
from bot.store import privacy, schema
from bot.store.cache import Memory
from bot.store.engine import Connection, Error, OperationalError
from bot.store.engines import Backend, Door
from bot.store.postgresql.others import OtherProcesses
from bot.store.postgresql.server_connection import ConflictError, ServerConnection, TakenError
from bot.store.postgresql.server_schema import REMEMBERS, is_current, migrate, verify_number
from bot.store.schema import AwayError, InUseError, StoreError

log: Final = logging.getLogger(__name__)

_ID: Final = schema.APPLICATION_ID
_TAKEN: Final = f"""
    SELECT shard FROM unnest(?::bigint[]) AS shard
    WHERE pg_try_advisory_lock({_ID}, (?::bigint << 16 | shard)::integer) = FALSE ORDER BY shard
"""
"""The lock of a shard has its number, and above that how many there are."""
_COUNTED: Final = f"""
    SELECT objid::bigint >> 16 FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE datname = current_database() AND classid = {_ID} AND objid::bigint >> 16 <> ? LIMIT 1
"""
_TRIES: Final = 12
_PAUSE: Final = 0.001
"""Seconds between the first two tries at the most; it doubles."""
_LONGEST_UPGRADE: Final = 60
"""Seconds that another process may take to make the tables or to migrate them."""
_OF_PEOPLE: Final = ("players", "surfaces", "learners", "waiters", "attempts")
"""The tables in which forgetting somebody leaves something behind."""


def connect_to_read(server: Server) -> ServerConnection:
    """A connection that changes nothing; raises SchemaError or StoreError."""

    def prepare(db: ServerConnection) -> None:
        version = verify_number(db)
        if version == 0:
            raise StoreError("There's nothing in the database {url} yet.", url=server)
        schema.verify_up_to_date(version)
        db.execute("SET default_transaction_read_only = on")

    return _opened(server, prepare, to_read=True)


def connect(server: Server) -> ServerConnection:
    """A connection with an up-to-date schema and without a memory, while no bot has one.

    Raises SchemaError, InUseError or StoreError.
    """
    return _opened(server, lambda db: _take_alone(server, db))


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
        reason = str(error).strip(" .")
        says = "The database {url} cannot be opened: {reason}."
        raise kind(says, url=server, reason=reason) from error


def _take_alone(server: Server, db: ServerConnection) -> None:
    """Take a connection, with its schema brought up to date; InUseError if a bot has one."""
    (is_free,) = db.execute(f"SELECT pg_try_advisory_lock({_ID})").fetchall()[0]
    if not is_free:
        raise _in_use(server)
    migrate(db)
    db.execute(REMEMBERS)


def _in_use(server: Server) -> InUseError:
    return InUseError(
        "Another bot is using the database {url}. Stop it first, or set OFC_DATABASE to "
        "another one.",
        url=server,
    )


class OnServer(Backend):
    """The database at `address`, for the process that serves these shards; None: for all.

    `backups` is the folder that tells who was forgotten.
    """

    def __init__(self, address: Server, backups: Path, shards: Shards | None = None) -> None:
        self.address = self._server = address
        self._backups = backups
        self._shards = shards or Shards(0, 0, 1)
        self._others = OtherProcesses(address.url, self._shards)

    def connect(self) -> tuple[ServerConnection, Memory]:
        """The connection, with an up-to-date schema, and what it remembers.

        Raises SchemaError, InUseError or StoreError.
        """
        connection = _opened(self._server, self._take)
        memory = connection.memory = ServerMemory(connection)

        def go_on() -> None:
            memory.forget_everything()  # it may be another server, with other versions
            self._others.left()

        connection.reopened, connection.ours = go_on, self._others.ours
        return connection, memory

    def commit(self, commit: Callable[[tuple[type[Exception], ...]], None]) -> None:
        """Commit something, once more after each error by another process that was in the way."""
        # The second time what is taken is seen to be so, and no longer what two did at once.
        again: tuple[type[Exception], ...] = (ConflictError, TakenError)
        for number in range(_TRIES - 1):
            try:
                return commit(again)
            except again:
                time.sleep(uniform(0, _PAUSE * 2**number))
            again = (ConflictError,)
        return commit(again)

    def leave_no_trace(self, db: Connection) -> None:
        """Free the room of rows in which people stood who were forgotten.

        No backup brings them back then. Raises StoreError or Error.
        """
        privacy.leave_no_trace(db, self._backups, _vacuum)

    def others(self, door: Door, /) -> OtherProcesses:
        """The other processes, and the server, which may go away."""
        self._others.door = door
        return self._others

    def _take(self, db: ServerConnection) -> None:
        """Take a new connection for the bot's; InUseError if its shards are served already."""
        if self._shards.are_all:
            _take_alone(self._server, db)
            return
        for _second in range(_LONGEST_UPGRADE):
            if is_current(db):
                break
            if _has_locked(db, f"pg_advisory_lock({_ID})"):
                migrate(db)
                db.execute(f"SELECT pg_advisory_unlock({_ID})")
                break
            log.info("waiting until another process has brought the database up to date")
        if not _has_locked(db, f"pg_advisory_lock_shared({_ID})"):
            raise _in_use(self._server)
        for (shard,) in db.execute(_TAKEN, (list(self._shards.ids), self._shards.count)):
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
        db.execute(REMEMBERS)


def _has_locked(db: ServerConnection, lock: str) -> bool:
    """True if a lock could be taken, for which it waits a second."""
    db.execute("BEGIN")
    try:
        db.execute("SET LOCAL lock_timeout = '1s'")
        db.execute(f"SELECT {lock}")
    except ConflictError:
        return False
    finally:
        # The lock is the connection's, not the transaction's, and stays.
        db.execute("ROLLBACK")
    return True


def _vacuum(db: Connection) -> bool:
    db.execute(f"VACUUM {', '.join(_OF_PEOPLE)}")
    return True


# --- what stays known of tables ----------------------------------------------------------------

_VERSION: Final = """
    SELECT xmin::text, (
        SELECT string_agg(xmin::text, ' ' ORDER BY id) FROM players WHERE id = ANY (?1)
    ) FROM tables WHERE id = ?2
"""
_LOCKED: Final = f"{_VERSION} FOR NO KEY UPDATE"
"""Waits until no other transaction changes the table; ConflictError if one has meanwhile."""
_TOUCH: Final = """
    UPDATE tables SET locale = locale WHERE id = ANY (?) RETURNING id, xmin::text
"""


class ServerMemory(Memory):
    """The memory of a connection that has its triggers tell it what they have seen."""

    def __init__(self, db: ServerConnection) -> None:
        super().__init__()
        self._db = db
        db.heard = self._hear
        self._writes = False
        self._looked_at: set[int] = set()
        """The tables whose versions the open transaction has compared."""
        self._versions: dict[int, tuple[str, str]] = {}
        """Table -> the transactions of its row and of its people's rows, as it is known."""

    def _hear(self, said: str) -> None:
        mark, kind, *ids = f"{said} ".split(" ")[:4]
        for number in {int(each) for each in ids if mark == "ofc" and each.isdecimal()}:
            if kind == "players":
                self.player_changed(number)
            else:
                self.table_changed(kind, number)

    def begin(self, *, writes: bool) -> None:
        """A transaction has begun."""
        super().begin(writes=writes)
        self._writes = writes
        self._looked_at.clear()

    def recall(self, table_id: int) -> tuple[Any, Collection[str]]:
        """A table as it is known, if that is of the version that the database has."""
        if table_id not in self._looked_at:
            self._look_at(table_id)
        return super().recall(table_id)

    def _look_at(self, table_id: int) -> None:
        known = self._known.get(table_id)
        people = () if known is None else known.people
        found = self._db.execute(
            _LOCKED if self._writes else _VERSION, (list(people), table_id)
        ).fetchone()
        self._looked_at.add(table_id)
        if known is not None and (found is None or self._versions.get(table_id) != tuple(found)):
            del self._known[table_id]

    def keep(self, table_id: int, value: object, people: Collection[int]) -> None:
        """Know a value that was just read, with its version."""
        before = self._known.get(table_id)
        if before is None or set(before.people) != set(people):
            found = self._db.execute(_VERSION, (list(people), table_id)).fetchone()
            assert found is not None, "the table was just read"
            self._versions[table_id] = tuple(found)
        super().keep(table_id, value, people)
        if len(self._versions) > 2 * len(self._known):
            self._versions = {each: self._versions[each] for each in self._known}

    def finish(self) -> None:
        """Give every table that the transaction has changed another version."""
        if self._touched:
            for table_id, version in self._db.execute(_TOUCH, (sorted(self._touched),)):
                if table_id in self._known:
                    self._versions[table_id] = (version, self._versions[table_id][1])

    def undo(self) -> None:
        """Changes were undone, and locks given up with them."""
        super().undo()
        self._looked_at.clear()
