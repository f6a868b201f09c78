"""Which engine an address asks for: SQLite for a file, PostgreSQL for a server, if it is there."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.settings import Address, Shards
from bot.store import connection, schema
from bot.store.backend import Backend
from bot.store.catalog import is_file
from bot.store.engine import Connection
from bot.store.file import File
from bot.store.lock import Lock
from bot.store.schema import StoreError


def backend_of(
    address: Address, backups: Path, *, new: bool = False, shards: Shards | None = None
) -> Backend:
    """The database at an address for a bot; `backups` is the folder for copies.

    `new` makes a file that is missing although there are backups of it. With a part of all
    `shards` other processes, which serve the others, may work with a server's database, too.
    Raises InUseError or StoreError.
    """
    if isinstance(address, Path):
        return File(address, backups, new=new)
    server = _server()
    if shards is None or shards.are_all:
        return server.OnServer(address, backups)
    return server.OnSharedServer(address, backups, shards)


def connect_to_read(address: Address) -> Connection:
    """A connection that changes nothing; raises SchemaError, StoreError or Error.

    The database must be of this version's schema, for nothing brings it up to date here.
    """
    if isinstance(address, Path):
        return connection.connect_to_read(address)
    return _server().connect_to_read(address)


@contextmanager
def sole_connection(address: Address, backups: Path) -> Generator[Connection]:
    """A connection that may write while no bot works with the database, without a memory.

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

    Looked at are the tables, indexes and triggers, and of a file what SQLite can check, too. No
    transaction may be under way.
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
            "A PostgreSQL server needs one package more. Install it with: "
            ".uv/bin/uv sync --no-dev --extra postgres"
        ) from None
    return server
