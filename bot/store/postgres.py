"""Connections to PostgreSQL that behave as those to a file do: statements, rows and errors.

Needs psycopg, the extra `postgres`: nothing else imports this module before an address asks for it.
"""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import count
from typing import Any, Final

import psycopg
from psycopg.adapt import Loader
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from bot.store.cache import Remembering
from bot.store.dialect import Keys, Translator
from bot.store.engine import (
    ConflictError,
    Error,
    IntegrityError,
    OperationalError,
    TakenError,
    Values,
)
from bot.store.schema import StoreError

_UNDER_WAY: Final = (
    TransactionStatus.ACTIVE,
    TransactionStatus.INTRANS,
    TransactionStatus.INERROR,
)
_CONNECTING: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    # A server that is gone without a word is given up after 20 s, and not after hours.
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How long, in seconds and in milliseconds, a server is waited for that does not answer."""
_BEGINNINGS: Final = ("BEGIN", "SET ")
"""What is run before anything that could be lost with the connection."""
_FETCHED: Final = 1_000
"""Rows of a streamed answer that are in memory at once."""
_PAUSE: Final = 1.0
"""Seconds after a vain try to connect in which nobody waits for another one."""
_CONFLICTS: Final = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
)
_SESSION: Final = """
    SET default_transaction_isolation = 'repeatable read';
    SET lock_timeout = '5s';
    SET jit = off
"""
"""As in a file, all of a transaction sees the same; nothing waits for ever; and a plan is not
compiled, which takes longer than nearly all that is asked here."""
_KEYS: Final = """
    SELECT c.relname, a.attname, a.attnum = ANY (i.indkey)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
        AND a.attisdropped = false
    ORDER BY c.relname, a.attnum
"""


class ServerRow(tuple[Any, ...]):
    """A row as `bot.store.engine.Row` has it; each list of columns has a class of its own."""

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


class _Answer:
    """The answer to a statement, all of which is here already."""

    def __init__(self, rows: list[ServerRow], rowcount: int) -> None:
        self._rows = iter(rows)
        self.rowcount = rowcount

    def __iter__(self) -> Iterator[ServerRow]:
        return self._rows

    def fetchone(self) -> ServerRow | None:
        return next(self._rows, None)

    def fetchall(self) -> list[ServerRow]:
        return list(self._rows)


class _Number(Int8Dumper):
    """Numbers and truth values are all of one type, as in a file."""

    def dump(self, obj: Any) -> bytes:  # noqa: ANN401 - as psycopg declares it
        return str(int(obj)).encode()


class _Text(StrDumperUnknown):
    """An enumeration's value is a text."""

    def dump(self, obj: Any) -> bytes:  # noqa: ANN401 - as psycopg declares it
        return str(obj).encode()


class _Sum(Loader):
    """What PostgreSQL adds up and divides comes as a decimal number of any length."""

    def load(self, data: Any) -> int | float:  # noqa: ANN401 - as psycopg declares it
        text = bytes(data)
        return float(text) if b"." in text else int(text)


class ServerConnection(Remembering):
    """A connection to the database at a URL; raises StoreError's causes as `engine.Error`.

    `on_open` gets each connection that is made: one that the server has ended is made anew when
    the next transaction begins.
    """

    def __init__(self, url: str, on_open: "Callable[[ServerConnection], None]") -> None:
        self._url = url
        self.on_open = on_open
        self._next_try = 0.0
        self._numbers = count(1)
        self.heard: Callable[[str], None] = lambda _: None
        """Gets what triggers tell this connection of its own writes."""
        self.others_wrote: Callable[[], None] = lambda: None
        """Called when another connection has written."""
        self._open()

    def _open(self) -> None:
        try:
            self._db: psycopg.Connection[Any] = psycopg.connect(
                self._url,
                autocommit=True,
                **_CONNECTING,
                fallback_application_name="ofc",
            )
        except psycopg.Error as error:
            raise _as_ours(error) from None
        for kind, dumper in ((int, _Number), (bool, _Number), (IntEnum, _Number), (StrEnum, _Text)):
            self._db.adapters.register_dumper(kind, dumper)
        self._db.adapters.register_loader("numeric", _Sum)
        self._db.add_notice_handler(lambda notice: self.heard(notice.message_primary or ""))
        self._db.add_notify_handler(lambda _: self.others_wrote())
        self._cursor = psycopg.RawCursor(self._db)
        self._translator = Translator({})
        try:
            self.script(_SESSION)
            self.on_open(self)
        except BaseException:
            self.close()
            raise
        self.others_wrote()

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun that is not over."""
        return self._db.info.transaction_status in _UNDER_WAY

    def learn_keys(self) -> None:
        """Look at the tables there are: statements that replace rows need their keys."""
        self._translator = Translator(self._keys())

    def _keys(self) -> Keys:
        keys: dict[str, tuple[list[str], list[str]]] = {}
        for table, column, is_key in self.execute(_KEYS):
            key, every = keys.setdefault(table, ([], []))
            every.append(column)
            if is_key:
                key.append(column)
        return keys

    def execute(self, sql: str, parameters: Values = (), /) -> _Answer:
        """Run one statement; raises Error."""
        statement = self._translator.translated(sql)
        begins = statement.text.startswith(_BEGINNINGS) and not self.in_transaction
        try:
            return self._run(statement.text, statement.ordered(parameters))
        except psycopg.Error as error:
            if not begins or not self._db.closed:
                raise _as_ours(error) from None
        # Nothing had begun that could be lost.
        self._reopen()
        return self.execute(sql, parameters)

    def _reopen(self) -> None:
        """Connect anew, but not for everybody who waits: raises OperationalError."""
        if time.monotonic() < self._next_try:
            raise OperationalError("the database's server is not there")
        try:
            self._open()
        except (Error, StoreError) as error:
            self._next_try = time.monotonic() + _PAUSE
            raise OperationalError(str(error)) from error

    def _run(self, text: str, values: Sequence[Any]) -> _Answer:
        cursor = self._cursor
        # psycopg asks for literal strings to keep values out of them: here they are.
        cursor.execute(text.encode(), values or None)
        if cursor.description is None:
            return _Answer([], cursor.rowcount)
        row = _row_of(tuple(column.name for column in cursor.description))
        return _Answer([row(values) for values in cursor.fetchall()], cursor.rowcount)

    def stream(self, sql: str, parameters: Values = (), /) -> Iterator[ServerRow]:
        """The rows of an answer, read as they are asked for; raises Error."""
        statement = self._translator.translated(sql)
        name = f"answer{next(self._numbers)}"
        try:
            with psycopg.RawServerCursor(
                self._db, name, withhold=not self.in_transaction
            ) as cursor:
                cursor.itersize = _FETCHED
                cursor.execute(statement.text.encode(), statement.ordered(parameters) or None)
                row = _row_of(tuple(column.name for column in cursor.description or ()))
                yield from map(row, cursor)
        except psycopg.Error as error:
            raise _as_ours(error) from None

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> _Answer:
        """Run a statement that answers nothing once for each of the values; raises Error."""
        statement = self._translator.translated(sql)
        values = [statement.ordered(each) for each in parameters]
        if not values:
            return _Answer([], 0)
        try:
            self._cursor.executemany(statement.text.encode(), values)
        except psycopg.Error as error:
            raise _as_ours(error) from None
        return _Answer([], self._cursor.rowcount)

    def script(self, text: str) -> None:
        """Run statements of PostgreSQL's as they are; raises Error."""
        try:
            self._cursor.execute(text.encode())
        except psycopg.Error as error:
            raise _as_ours(error) from None

    def copy_in(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add many rows; raises Error."""
        into = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        try:
            with self._cursor.copy(into.encode()) as copy:
                for row in rows:
                    copy.write_row(row)
        except psycopg.Error as error:
            raise _as_ours(error) from None

    def close(self) -> None:
        """End the connection; what was not committed is undone."""
        with suppress(psycopg.Error):
            if not self._db.closed and not self.in_transaction:
                # The server ends the connection a moment later than it is closed here.
                self._cursor.execute(b"SELECT pg_advisory_unlock_all()")
            self._db.close()


def _as_ours(error: psycopg.Error) -> Error:
    """The same error as a file's connection would raise it.

    Only its first line is kept: the others may quote rows, and so cards.
    """
    lines = (error.diag.message_primary or str(error)).splitlines()
    says = lines[0] if lines else type(error).__name__
    if isinstance(error, _CONFLICTS):
        return ConflictError(says)
    if isinstance(error, psycopg.errors.UniqueViolation):
        return TakenError(says)
    if isinstance(error, psycopg.IntegrityError):
        return IntegrityError(says)
    if isinstance(error, psycopg.OperationalError | psycopg.InternalError):
        return OperationalError(says)
    if isinstance(error, psycopg.DataError):
        return sqlite3.DataError(says)
    return sqlite3.ProgrammingError(says)
