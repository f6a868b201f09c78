"""The schema: tables and columns; numbered SQL files, applied once; how two schemas differ."""

import re
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from graphlib import TopologicalSorter
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from bot.store.engine import Connection, Error, OperationalError, OtherEngine
from bot.store.ledger.seals import seal_hands
from ofc_engine.errors import OfcError

T = TypeVar("T")
_COLUMNS: Final = """
    SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
"""
_TEXTS: Final = """
    SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'
    ORDER BY t.name, c.cid
"""
_REFERENCES: Final = """
    SELECT t.name, f."from", f."table"
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main'
"""


def is_file(db: Connection) -> bool:
    """True if a connection is to an SQLite file."""
    return not isinstance(db, OtherEngine)


def columns(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its columns in their order, for every table of the bot."""
    return _by_table(db.execute(db.columns if isinstance(db, OtherEngine) else _COLUMNS))


def texts(db: Connection) -> dict[str, tuple[str, ...]]:
    """Table -> its text columns, for every table of a file that has any."""
    return _by_table(db.execute(_TEXTS))


def _by_table(rows: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for table, column in rows:
        found.setdefault(table, []).append(column)
    return {table: tuple(names) for table, names in found.items()}


def references(db: Connection) -> set[tuple[str, str, str]]:
    """The foreign keys: a table, a column of it, and the table that it refers to."""
    rows = db.execute(db.references if isinstance(db, OtherEngine) else _REFERENCES)
    return {(table, column, other) for table, column, other in rows}


def in_order(db: Connection) -> tuple[str, ...]:
    """The tables, each after those that it refers to."""
    after: dict[str, set[str]] = {table: set() for table in columns(db)}
    for table, _, other in references(db):
        if table != other:
            after[table].add(other)
    return tuple(TopologicalSorter(after).static_order())


@contextmanager
def without_triggers(db: Connection) -> Generator[None]:
    """Write rows as they are: no trigger forbids it or does anything else."""
    if isinstance(db, OtherEngine):
        with db.without_triggers():
            yield
        return
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        db.execute(sql)


# --- numbered files ---------------------------------------------------------------------------

_FOLDER: Final = Path(__file__).parent / "migrations"
_MIGRATIONS: Final = tuple(
    tuple(files) for _, files in groupby(sorted(_FOLDER.glob("*.sql")), lambda file: file.name[:4])
)
LATEST: Final = len(_MIGRATIONS)
"""The number of the schema that this version of the bot works with."""
_HANDS_ARE_SEALED: Final = 3
APPLICATION_ID: Final = int.from_bytes(b"OFC1")
"""SQLite's mark of the program that a file belongs to."""


class StoreError(OfcError):
    """A database or a backup that cannot be used, or cannot be written."""


class DamagedError(StoreError):
    """A file that is not a sound database."""


class MissingError(DamagedError):
    """A database that is not where it should be, or has nothing in it any more."""


class InUseError(StoreError):
    """A database that another bot works with."""


class AwayError(StoreError):
    """A database whose server cannot be reached or accepts no connection for now."""


class SchemaError(StoreError):
    """A database that this version of the bot cannot use."""


def primary_code(error: BaseException) -> int:
    """SQLite's primary code of an error; 0 if the error is not SQLite's."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


class UnreadableError(Exception):
    """Rows that cannot be read as what they should be; the text says nothing of what is in them."""


def unless_damaged(db: Connection, look: Callable[[], T], damaged: T) -> T:
    """The value of `look`, or `damaged` where rows cannot be read as what they should be.

    They may raise anything, with cards in its text, so that it is not told. Raises the errors of a
    database that could not be read at all, which says nothing about its contents.
    """
    try:
        return look()
    except Exception as error:
        is_lost = isinstance(error, OperationalError) and not is_file(db)
        # A file's connection raises the same classes for damaged values, but then without a code.
        if is_lost or primary_code(error):
            raise
        return damaged


def is_busy(error: BaseException) -> bool:
    """True if another program has locked a database."""
    return primary_code(error) == sqlite3.SQLITE_BUSY


_OF_THE_DISK: Final = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL)
"""Errors of a failing disk, or of one over the network that lacks locks or shared memory."""


def unusable(path: Path, error: sqlite3.Error) -> StoreError:
    """The error for a file that cannot be opened or locked, with what may be done about it."""
    if primary_code(error) in _OF_THE_DISK:
        return StoreError(
            "The database {path} can't be opened: {reason}. Look at the disk; if it's a "
            "network drive, put the database on a disk of this machine.",
            path=path,
            reason=error,
        )
    return StoreError("The database {path} can't be opened: {reason}.", path=path, reason=error)


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the migrations that are missing, all of them or none; raises SchemaError.

    Foreign keys are off meanwhile, as SQLite advises, so that a table can be dropped and rebuilt.
    They are checked at the end, and on again afterwards.
    """
    version = verify_schema(connection)
    if version == LATEST:
        return
    found = 0 if version == 0 else _identified(version, of_file(connection))
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        connection.executescript(f"BEGIN IMMEDIATE; {script(found)}; {_mark()}")
        convert(connection, found)
        _verify_foreign_keys(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def convert(db: Connection, version: int) -> None:
    """Do the part of a migration from schema `version` that SQL cannot."""
    if version < _HANDS_ARE_SEALED:
        seal_hands(db)


def verify_schema(connection: Connection) -> int:
    """The number of a database's schema, 0 if it is empty.

    Raises SchemaError if the number is unknown, or the schema is not the one of that number.
    """
    version = verify_number(connection)
    if version != 0:
        _identified(version, of_file(connection))
    return version


def verify_number(connection: Connection) -> int:
    """The number that a database gives for its schema, 0 if it is empty; SchemaError if unknown."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not (version or application_id or tables):
        return 0
    if application_id != APPLICATION_ID:
        raise SchemaError(
            "The database is from before version 0.1.0 of the bot, or from another "
            "program. Set OFC_DATABASE to a new file. To bring over its ledgers, export "
            "them with the bot that made it, then use ofc-bot import."
        )
    return verify_known(version)


# --- definitions -------------------------------------------------------------------------------

_BLANKS: Final = re.compile(r"(--[^\n]*\s|\s)+")
"""Comments and blanks, which SQLite stores with a definition and which do not matter."""
_DEFINED: Final = (
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
)

Definitions: TypeAlias = Mapping[tuple[str, str], str]
"""Kind and name of a table, an index or a trigger -> its definition in SQL."""


class MadeSchema(NamedTuple):
    """The schema that a script makes of an empty file, and the shortest statements for the same.

    Each table comes after those that it refers to, and nothing is made that is dropped again.
    """

    definitions: Definitions
    statements: str


def of_file(db: Connection) -> Definitions:
    """The definitions of everything in a file except SQLite's own."""
    return {(kind, name): _words(sql) for kind, name, _, sql in db.execute(_DEFINED)}


@lru_cache(maxsize=16)
def made_by(script: str) -> MadeSchema:
    """The schema that a script makes of an empty SQLite file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        fresh.executescript(script)
        return MadeSchema(of_file(fresh), _statements(fresh))


def _statements(db: sqlite3.Connection) -> str:
    order = {table: place for place, table in enumerate(in_order(db))}
    rows = db.execute(f"{_DEFINED} AND sql IS NOT NULL ORDER BY rowid").fetchall()
    rows.sort(key=lambda row: (row[0] != "table", row[0] == "trigger", order[row[2]]))
    return "\n".join(f"{sql};" for *_, sql in rows)


def first_difference(found: Definitions, wanted: Definitions) -> str | None:
    """The first difference between two schemas, in a sentence; None if they are the same."""
    for kind, name in sorted(key for key, _ in wanted.items() ^ found.items()):
        what = f"The {kind} {name}"
        if (kind, name) not in found:
            return f"{what} is missing."
        if (kind, name) not in wanted:
            return f"{what} is none of the bot's."
        return f"{what} is not as the bot made it."
    return None


def _words(sql: str | None) -> str:
    return _BLANKS.sub(" ", sql or "").strip()


def _identified(version: int, found: Definitions) -> int:
    """The number of the schema with these definitions, in a database that says `version`.

    SchemaError if no release has made this one.
    """
    fault = first_difference(found, _made(version))
    if fault is None:
        return version
    # Databases made with schema 2 before its release say 1.
    if version == 1 and found == _made(2):
        return 2
    raise _unreleased(fault)


def verify_released(fault: str | None) -> None:
    """Raise SchemaError for a schema with a fault: no release has made it."""
    if fault is not None:
        raise _unreleased(fault)


def _unreleased(fault: str) -> SchemaError:
    return SchemaError(
        "No release of the bot has made this database's schema. {fault} If a version between "
        "two releases made it, export its ledgers with that version and import them into a new "
        "file: ofc-bot import. If not, put a backup back.",
        fault=fault,
    )


def verify_known(version: int | None) -> int:
    """The number of a schema; SchemaError if there is none, or the bot is too old for it."""
    if version is None or version < 1:
        raise _unreleased("It has no number.")
    if version > LATEST:
        raise SchemaError(
            "The database is from a newer version of the bot (schema {found}, this one knows "
            "{known}). Update the bot.",
            found=version,
            known=LATEST,
        )
    return version


def verify_up_to_date(version: int) -> None:
    """Raise SchemaError for a schema that has to be brought up to date first."""
    if version < LATEST:
        raise SchemaError(
            "The database is from an older version of the bot. Start the bot once, which "
            "brings it up to date."
        )


def script(version: int, until: int | None = None) -> str:
    """The statements of the migrations from schema `version` to `until`, or to the latest."""
    missing = [file for migration in _MIGRATIONS[version:until] for file in migration]
    return "\n".join(file.read_text(encoding="utf-8") for file in missing)


def files(version: int) -> tuple[Path, ...]:
    """The files of the migration to schema `version`, in their order."""
    return _MIGRATIONS[version - 1]


def _made(version: int) -> Definitions:
    return made_by(script(0, version)).definitions


def _mark() -> str:
    return f"PRAGMA user_version = {LATEST}; PRAGMA application_id = {APPLICATION_ID};"


def _verify_foreign_keys(connection: Connection) -> None:
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise SchemaError(
            "The database can't be brought up to date: an entry of {table} refers to nothing. "
            "Restore a backup, or go back to the previous version.",
            table=broken[0],
        )


# --- soundness -------------------------------------------------------------------------------


def first_fault(db: Connection) -> str | None:
    """The first fault of a database of this version's schema, in a sentence; None if sound.

    Looks at SQLite's integrity check, every table, index and trigger, and the rows' foreign keys.
    """
    try:
        return _damage(db) or schema_fault(db) or _dangling_row(db)
    except Error as error:
        return f"SQLite cannot read it: {error}."
    except UnicodeDecodeError:  # SQLite's message quotes the damaged text
        return "Its schema is damaged."


def schema_fault(db: Connection) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence."""
    return first_difference(of_file(db), _made(LATEST))


def _damage(db: Connection) -> str | None:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    return None if found == "ok" else f"SQLite's integrity check says: {found.strip(' .')}."


def _dangling_row(db: Connection) -> str | None:
    stray = db.execute("PRAGMA foreign_key_check").fetchone()
    return None if stray is None else f"A row of {stray[0]} refers to one of {stray[2]} not there."
