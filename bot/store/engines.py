"""The engines and their interface: SQLite for a file, PostgreSQL for a server, if installed."""

from collections.abc import Callable, Collection, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from bot.settings import Address, Shards
from bot.store import connection, privacy, schema
from bot.store.cache import FileMemory, Memory, RememberingConnection
from bot.store.connection import Lock, connect_checked, empty_log
from bot.store.engine import Connection, OperationalError
from bot.store.schema import StoreError, is_file

T = TypeVar("T")


class Door(Protocol):
    """An engine's view of `bot.store.database.Database`."""

    async def read(self, work: Callable[[Connection], T], /) -> T:
        """Run `work`, which only reads."""
        ...

    async def write(self, work: Callable[[Connection], T], /) -> T:
        """Run `work` as one transaction."""
        ...


class Turns(Protocol):
    """Divides Discord's limits for the bot among its processes."""

    def share(self) -> float:
        """This process's part of all requests, from 0 to 1."""
        ...

    async def to_identify(self, alike: int) -> None:
        """Wait until a shard may identify; shards with the same `alike` have one limit together."""
        ...


class Others:
    """The other processes that use the same database, and its server; this class is for none."""

    turns: Turns | None = None
    """Discord's limits as divided among the processes; None without others."""
    is_first: bool = True
    """False if another process was running when this one began."""

    @property
    def looked_after(self) -> int | None:
        """The number of shards that this process looks after; None if it looks after all."""
        return None

    async def begin(
        self, left: Callable[[], object], changed: Callable[[Collection[int]], object]
    ) -> None:
        """Begin to look after this process's shards.

        `left` is called when work may have been left undone: another process has ended, or the
        database was away. `changed` is called with the ids of tables that another one has changed.
        """

    async def end(self) -> None:
        """Leave everything to the other processes."""

    async def tell(self, table_ids: Collection[int]) -> None:
        """Tell the processes that look after these tables that they have changed."""


class Backend(Protocol):
    """A database that this process uses until `release`.

    Methods with a body are defaults that an engine may override. All but `release` are called in
    the connection's own thread, or while nobody else uses it.
    """

    address: Address
    """Where it is."""

    def connect(self) -> tuple[Connection, Memory]:
        """A connection, after an upgrade of its schema, and its cache.

        Raises DamagedError, SchemaError, InUseError or StoreError.
        """
        ...

    def verify_in_place(self) -> None:
        """Raise OperationalError if another database has taken the place of the open one."""

    def commit(self, commit: Callable[[tuple[type[Exception], ...]], None]) -> None:
        """Call `commit` with the errors after which nothing of the transaction is kept."""
        commit(())

    def leave_no_trace(self, db: Connection) -> None:
        """Wipe the remains of deleted personal data; raises StoreError or Error."""
        ...

    def others(self, _door: Door, /) -> Others:
        """The other processes that use it."""
        return Others()

    def release(self) -> None:
        """Let other bots use it, by giving up the lock."""


# --- SQLite ---------------------------------------------------------------------------------


class File(Backend):
    """The file at `address`, locked against other bots; `backups` is the folder for copies.

    `new` creates a missing file even if there are backups of it. Raises InUseError, or
    StoreError if the folder cannot be written.
    """

    def __init__(self, address: Path, backups: Path, *, new: bool) -> None:
        self._lock = Lock(address)
        self.address = self._path = address
        self._backups = backups
        self._new = new
        self._identity: tuple[int, int] | None = None

    def connect(self) -> tuple[RememberingConnection, FileMemory]:
        """The connection, with an up-to-date schema, and its cache.

        Raises DamagedError, SchemaError or StoreError.
        """
        connection = connect_checked(self._path, self._backups, new=self._new)
        try:
            memory = connection.memory = FileMemory(connection)
        except BaseException:
            # It may be in a transaction, which everybody else would wait for.
            connection.close()
            raise
        self._identity = _identity(self._path)
        return connection, memory

    def verify_in_place(self) -> None:
        """Raise OperationalError if the open file is no longer the one at its address.

        Anything written to a file that was deleted or replaced is lost when the bot ends. On file
        systems without file numbers only a deleted file is noticed.
        """
        if _identity(self._path) != self._identity:
            raise OperationalError(
                f"the database {self._path} was deleted or replaced while the bot runs. Put the "
                "file back, or stop the bot and restore a backup: ofc-bot restore FILE"
            )

    def leave_no_trace(self, db: Connection) -> None:
        """Wipe the remains of people who were forgotten; raises OSError or Error.

        Neither the file nor its log tells who they were after that, unless another program is just
        reading, and no backup brings them back.
        """
        privacy.leave_no_trace(db, self._backups, empty_log)

    def release(self) -> None:
        """Let other bots use it."""
        self._lock.release()


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and number of a file; zeros where files have none, None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else (0, 0)


# --- which one -------------------------------------------------------------------------------


def folder_of_backups(address: Address, backups: Path | None) -> Path:
    """The folder for backups: the one given, or `backups` beside the file."""
    if backups is not None:
        return backups
    return (address.parent if isinstance(address, Path) else Path("data")) / "backups"


def backend_of(
    address: Address, backups: Path, *, new: bool = False, shards: Shards | None = None
) -> Backend:
    """The database at an address for a bot; `backups` is the folder for copies.

    `new` creates a missing file even if there are backups of it. If `shards` are not all of them,
    other processes, which serve the rest, may use a server's database, too. Raises InUseError or
    StoreError.
    """
    if isinstance(address, Path):
        return File(address, backups, new=new)
    return _server().OnServer(address, backups, shards)


def connect_to_read(address: Address) -> Connection:
    """A read-only connection; raises SchemaError, StoreError or Error.

    The database must have this version's schema: it is not upgraded here.
    """
    if isinstance(address, Path):
        return connection.connect_to_read(address)
    return _server().connect_to_read(address)


@contextmanager
def sole_connection(address: Address, backups: Path) -> Generator[Connection]:
    """A connection that may write while no bot uses the database, without a cache.

    Raises InUseError, DamagedError, SchemaError or StoreError.
    """
    if isinstance(address, Path):
        with Lock(address), closing(connection.connect_checked(address, backups)) as db:
            yield db
    else:
        with closing(_server().connect(address)) as db:
            yield db


def first_fault(db: Connection) -> str | None:
    """The first fault of a database, in a sentence; None if it is sound.

    Checks the tables, indexes and triggers, and in a file all that SQLite can check. No transaction
    may be open.
    """
    if is_file(db):
        return schema.first_fault(db)
    from bot.store.postgresql import server_schema  # noqa: PLC0415 - as for the server

    return server_schema.first_fault(db)


def _server():  # noqa: ANN202 - a module's own names cannot be told by a type
    try:
        from bot.store.postgresql import server  # noqa: PLC0415 - only who asks for it has psycopg
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise StoreError(
            "A PostgreSQL server needs the package psycopg, which isn't installed here: "
            "install ofc-bot[postgres], or .uv/bin/uv sync --inexact --no-dev --extra postgres"
        ) from None
    return server
