"""Connections to PostgreSQL that behave as those to a file do: statements, rows and errors.

Needs psycopg, the extra `postgres`: nothing else imports this module before an address asks for it.
"""

import logging
import re
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from enum import IntEnum, StrEnum
from functools import lru_cache
from math import inf
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.adapt import Loader
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from bot.store import engine
from bot.store.cache import Remembering
from bot.store.engine import IntegrityError, OperationalError, OtherEngine, Values
from bot.store.schema import StoreError

CONNECTING: Final[dict[str, Any]] = {
    "autocommit": True,
    "connect_timeout": 5,
    # A server that is gone without a word is given up after 20 s, and not after hours.
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "client_encoding": "utf8",
}
"""Times are in seconds, and those of TCP's own in milliseconds."""
TO_WRITE: Final[dict[str, Any]] = CONNECTING | {"target_session_attrs": "read-write"}
"""Of several servers that an address names it takes the one that can be written: none is away."""
GIVES_UP: Final = """
    SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = 20000
"""
"""The server gives up a machine that is gone without a word as soon: it may hold the bot's lock."""
_SESSION: Final = f"""
    SET default_transaction_isolation = 'repeatable read'; SET synchronous_commit = on;
    SET lock_timeout = '5s'; SET jit = off; {GIVES_UP}
"""
"""As in a file, all of a transaction sees the same, and a commit waits for the disk. Nothing waits
for ever; and no plan is compiled, which takes longer than nearly all that is asked here."""
_PAUSE: Final = 1.0
"""Seconds after a vain try to connect in which nobody waits for another one."""
_OVER: Final = (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)

# --- statements and rows ---------------------------------------------------------------------

_MARKS: Final = re.compile(r"'[^']*'|\?\d*|(?<![:\w]):[a-z_]+")
"""Texts, in which nothing stands for a value, and what stands for one."""


def ordered(sql: str, values: Values) -> tuple[bytes, Sequence[Any] | None]:
    """A statement with `$1` and so on for `?`, `?1` or `:name`, and its values in that order.

    None is none.
    """
    text, names = _numbered(sql)
    if isinstance(values, Mapping):
        values = [values[name] for name in names]
    return text, values or None


@lru_cache(maxsize=1024)
def _numbered(sql: str) -> tuple[bytes, tuple[str, ...]]:
    """The statement, and the names of its values if they have some."""
    names: list[str] = []
    last = 0

    def number(found: re.Match[str]) -> str:
        nonlocal last
        mark, name = found[0], found[0][1:]
        if mark[0] == "'":
            return mark
        if mark[0] == ":":
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        at = int(name or last + 1)
        last = max(last, at)
        return f"${at}"

    # There is one way to begin: rows are locked, not the database.
    text = _MARKS.sub(number, sql.replace("BEGIN IMMEDIATE", "BEGIN"))
    return text.encode(), tuple(names)


class ServerRow(tuple[Any, ...]):
    """A row as `bot.store.engine.DbRow` has it; each list of columns has a class of its own."""

    __slots__ = ()
    places: dict[str, int]

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401 - a column has any type
        return super().__getitem__(self.places[key] if isinstance(key, str) else key)

    def keys(self) -> list[str]:
        """The names of the columns."""
        return list(self.places)


@lru_cache(maxsize=512)
def _row_of(names: tuple[str, ...]) -> type[ServerRow]:
    places = {name: place for place, name in enumerate(names)}
    return type("ServerRow", (ServerRow,), {"__slots__": (), "places": places})


def _rows(cursor: psycopg.Cursor[Any]) -> type[ServerRow]:
    """The maker of rows from an answer's values, as psycopg asks for it."""
    return _row_of(tuple(column.name for column in cursor.description or ()))


class _Number(Int8Dumper):
    """Numbers and truth values are all of one type, as in a file."""

    def dump(self, obj: Any) -> bytes:  # noqa: ANN401 - as psycopg declares it
        return str(int(obj)).encode()


class _Sum(Loader):
    """A sum or quotient of PostgreSQL's, which comes as a decimal number of any length."""

    def load(self, data: Any) -> int | float:  # noqa: ANN401 - as psycopg declares it
        text = bytes(data)
        return float(text) if b"." in text else int(text)


# --- errors ----------------------------------------------------------------------------------


class ConflictError(OperationalError):
    """Another process was at the same rows: nothing of it is kept, and it can be tried again."""


class TakenError(IntegrityError):
    """There is such a row already: another process may have added it a moment ago."""


# It warns of what it raises, too, where nobody has asked for a log.
logging.getLogger("psycopg").setLevel(logging.ERROR)
_CONFLICTS: Final = (errors.SerializationFailure, errors.DeadlockDetected, errors.LockNotAvailable)
# The first that fits counts, so kinds of an error come before that error.
_ERRORS: Final[Mapping[Any, type[engine.Error]]] = {
    _CONFLICTS: ConflictError,
    errors.UniqueViolation: TakenError,
    psycopg.IntegrityError: IntegrityError,
    (psycopg.OperationalError, psycopg.InternalError): OperationalError,
    psycopg.DataError: sqlite3.DataError,
    psycopg.Error: sqlite3.ProgrammingError,
}


@contextmanager
def _raising_ours() -> Generator[None]:
    """Errors are raised as a file's connection would raise them.

    Only their first line is kept: the others may quote rows, and so cards.
    """
    try:
        yield
    except psycopg.Error as error:
        says = (error.diag.message_primary or str(error) or type(error).__name__).splitlines()[0]
        raise next(ours for kind, ours in _ERRORS.items() if isinstance(error, kind))(
            says
        ) from None


def _verify_encoding(db: psycopg.Connection[Any]) -> None:
    """Raise StoreError for a database that cannot take every name."""
    encoding = db.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            "The database is in {encoding}, in which not every name can be written. Make one in "
            "UTF8: createdb -E UTF8 -T template0 ofc",
            encoding=encoding,
        )


# --- the connection --------------------------------------------------------------------------


class ServerConnection(Remembering, OtherEngine):
    """A connection to the database at a URL; raises StoreError's causes as `engine.Error`.

    `prepare` gets each connection that is made: one that the server has ended is made anew when
    the next transaction begins. What is only to read may be to a standby.
    """

    columns = """
        SELECT relname, attname
        FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
            AND attisdropped = false AND relname NOT IN ('schema_version', 'leases')
        ORDER BY relname, attnum
    """
    references = """
        SELECT c.relname, attname, r.relname FROM pg_constraint k
            JOIN pg_class c ON c.oid = conrelid JOIN pg_class r ON r.oid = confrelid
            JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    """
    # The server, which of its histories it goes on with, and the table.
    place = """
        SELECT concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
            'surfaces'::regclass::oid) FROM pg_control_system()
    """

    def __init__(
        self,
        url: str,
        prepare: "Callable[[ServerConnection], object]",
        *,
        to_read: bool = False,
    ) -> None:
        self._url = url
        self._prepare = prepare
        self._options = CONNECTING if to_read else TO_WRITE
        self._next_try = inf
        """When it may be tried to connect anew: not while a connection is made."""
        self.heard: Callable[[str], None] = lambda _: None
        """Gets what triggers tell this connection of its own writes."""
        self.reopened: Callable[[], object] = lambda: None
        """Called when it was lost and is there again."""
        self.ours = lambda _guild_id, _seconds: ""
        self._open()

    def _open(self) -> None:
        with _raising_ours():
            self._db = psycopg.Connection[ServerRow].connect(
                self._url, row_factory=_rows, fallback_application_name="ofc", **self._options
            )
        self._db.prepared_max = 500  # about all statements there are
        for kind in (int, bool, IntEnum):
            self._db.adapters.register_dumper(kind, _Number)
        self._db.adapters.register_dumper(StrEnum, StrDumperUnknown)
        self._db.adapters.register_loader("numeric", _Sum)
        self._db.add_notice_handler(lambda notice: self.heard(notice.message_primary or ""))
        try:
            _verify_encoding(self._db)
            self.execute(_SESSION)
            self._prepare(self)
        except BaseException:
            self.close()
            raise
        self._next_try = 0.0

    @property
    def in_transaction(self) -> bool:
        """True if a transaction has begun that is not over."""
        return self._db.pgconn.transaction_status not in _OVER

    def execute(self, sql: str, parameters: Values = (), /) -> psycopg.RawCursor[ServerRow]:
        """Run one statement, or without parameters several as one; raises Error.

        All of the answer is here then; only a statement that has one is asked for rows.
        """
        text, values = ordered(sql, parameters)
        begins = sql.startswith(("BEGIN", "SET ")) and not self.in_transaction
        try:
            with _raising_ours():
                return psycopg.RawCursor(self._db).execute(text, values)
        except OperationalError:
            if not begins or not self._db.closed:
                raise
        # Nothing had begun that could be lost.
        self._reopen()
        return self.execute(sql, parameters)

    def _reopen(self) -> None:
        """Connect anew, but not for everybody who waits: raises OperationalError."""
        if time.monotonic() < self._next_try:
            raise OperationalError("the database's server is not there")
        self._next_try = inf
        try:
            self._open()
        except (engine.Error, StoreError) as error:
            raise OperationalError(str(error)) from error
        finally:
            if self._next_try == inf:
                self._next_try = time.monotonic() + _PAUSE
        self.reopened()

    def executemany(
        self, sql: str, parameters: Iterable[Values], /
    ) -> psycopg.RawCursor[ServerRow]:
        """Run a statement that answers nothing once for each of the values; raises Error."""
        cursor = psycopg.RawCursor(self._db)
        if values := [ordered(sql, each)[1] or () for each in parameters]:
            with _raising_ours():
                cursor.executemany(ordered(sql, ())[0], values)
        return cursor

    def stream(self, sql: str, parameters: Values = (), /) -> Iterator[ServerRow]:
        """The rows of an answer, read as they are asked for; raises Error."""
        text, values = ordered(sql, parameters)
        name, is_alone = f"answer{time.monotonic_ns()}", not self.in_transaction
        with (
            _raising_ours(),
            psycopg.RawServerCursor(self._db, name, withhold=is_alone) as cursor,
        ):
            cursor.execute(text, values)
            yield from cursor

    def close(self) -> None:
        """End the connection; what was not committed is undone."""
        with suppress(psycopg.Error), closing(self._db):
            if not self._db.closed and not self.in_transaction:
                # The server ends the connection a moment later than it is closed here.
                self._db.execute("SELECT pg_advisory_unlock_all()")

    @contextmanager
    def without_triggers(self) -> Generator[None]:
        """Rows are written as they are, whatever triggers would forbid or do beside."""
        tables = {table for table, _ in self.execute(self.columns)}
        for table in tables:
            self.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in tables:
            self.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

    def go_on_after(self, table: str) -> None:
        """Number new rows of a table after those there are."""
        self.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), latest)"
            f" FROM (SELECT max(id) AS latest FROM {table}) AS known WHERE latest > 0"
        ).fetchall()
