"""The schema of a database on a server: brought up to date, and compared with what it should be.

A new database gets what a file's migrations come to, at once: up to schema 2 they are in words of
SQLite's alone, and there was no server before.
"""

from typing import Final

from bot.store import schema
from bot.store.engine import Connection
from bot.store.postgresql import dialect
from bot.store.postgresql.leases import LEASES
from bot.store.postgresql.server_connection import ServerConnection
from bot.store.postgresql.server_memory import KNOWS, triggers
from bot.store.schema import Definitions, SchemaError

_TABLES: Final = """
    SELECT count(*), count(*) FILTER (WHERE relname = 'schema_version') FROM pg_class
    WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = current_schema()::regnamespace
"""
_DEFINITIONS: Final = """
    SELECT 'table', relname, (
        SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull,
            attidentity, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attnum)
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = c.oid AND attnum > 0 AND attisdropped = false
    ) FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = {here}
    UNION ALL SELECT 'index', relname, pg_get_indexdef(oid, 0, true) FROM pg_class
        WHERE relkind = 'i' AND relnamespace = {here}
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname,
        pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = {here}
    UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(t.oid, true) || ' ' || tgenabled::text
        FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
        WHERE tgisinternal = false AND relnamespace = {here}
    UNION ALL SELECT 'function', proname || '/' || pronargs, prosrc FROM pg_proc
        WHERE pronamespace = {here}
            AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
""".format(here="current_schema()::regnamespace")


_KEYS: Final = """
    SELECT conrelid::bigint, conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
"""
_IDLE_FUNCTIONS: Final = """
    SELECT proname FROM pg_proc f
    WHERE pronamespace = current_schema()::regnamespace AND prorettype = 'trigger'::regtype
        AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgfoid = f.oid)
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = f.oid AND deptype = 'e')
"""
_KNOWING: Final = f"""
    SELECT proname FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND starts_with(proname, '{KNOWS}')
"""
_MADE: Final[dict[tuple[str, str], Definitions]] = {}
"""What a server of a version makes of a script: it is asked once, and not at each connection."""


def verify_schema(db: Connection) -> int:
    """The number that a database has for its schema, 0 if it is empty.

    Raises SchemaError if it is not known, or if the schema is not the one of that number.
    """
    version = verify_number(db)
    if version != 0:
        _identified(db, version)
    return version


def verify_number(db: Connection) -> int:
    """The number that a database has for its schema, 0 if it is empty; SchemaError if unknown."""
    tables, ours = db.execute(_TABLES).fetchall()[0]
    if tables == 0:
        return 0
    if not ours:
        raise SchemaError(
            "The database has tables of another program. Make one for the bot alone: createdb ofc"
        )
    ((version,),) = db.execute("SELECT max(version) FROM schema_version").fetchall()
    return schema.verify_known(version)


def is_current(db: Connection) -> bool:
    """True if nothing has to be brought up to date; raises SchemaError as `verify_schema` does."""
    return verify_schema(db) == schema.LATEST and first_fault(db) is None


def migrate(db: ServerConnection) -> None:
    """Apply the migrations that are missing, all of them or none; raises SchemaError or Error."""
    if is_current(db):
        return
    version = verify_number(db)
    db.execute("BEGIN READ WRITE")
    try:
        if version == 0:
            db.execute(script(schema.LATEST))
        elif version < schema.LATEST:
            found = _identified(db, version)
            _bring_up_to_date(db, found)
            schema.convert(db, found)
        db.execute(
            f"DELETE FROM schema_version; INSERT INTO schema_version VALUES ({schema.LATEST})"
        )
        for (function,) in db.execute(_KNOWING).fetchall():
            db.execute(f"DROP FUNCTION {function}() CASCADE")
        db.execute("\n".join(triggers()))
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def script(version: int) -> str:
    """The statements that make a schema of that number in an empty database."""
    made = schema.made_by(schema.script(0, version)).statements
    table = "CREATE TABLE schema_version (version BIGINT NOT NULL);"
    return "\n".join([table, LEASES, dialect.schema(made)])


def _bring_up_to_date(db: ServerConnection, version: int) -> None:
    """Apply what a schema of that number lacks, without foreign keys meanwhile, as in a file."""
    keys = db.execute(_KEYS).fetchall()
    for _, table, key, _ in keys:
        db.execute(f"ALTER TABLE {table} DROP CONSTRAINT {key}")
    db.execute(dialect.schema(schema.script(version)))
    # A table that was made anew has its own, also if it has the name of another.
    there = {oid for (oid,) in db.execute("SELECT oid::bigint FROM pg_class").fetchall()}
    for oid, table, key, definition in keys:
        if oid in there:
            db.execute(f"ALTER TABLE {table} ADD CONSTRAINT {key} {definition}")
    for (function,) in db.execute(_IDLE_FUNCTIONS).fetchall():
        db.execute(f"DROP FUNCTION {function}()")
    for table, columns in schema.columns(db).items():
        if "id" in columns:
            db.go_on_after(table)


def first_fault(db: Connection) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence."""
    return schema.first_difference(_definitions(db), _made(db, schema.LATEST))


def _identified(db: Connection, version: int) -> int:
    """The number of the schema that is there in truth, in a database that says `version`.

    What tells connections of changes is not of the schema: it is made anew by each version.
    """

    def made(number: int) -> Definitions:
        return _of_schema(_made(db, number))

    # There was no server before schema 2, which was numbered 1 until it was released.
    return schema.identified(2 if version == 1 else version, _of_schema(_definitions(db)), made)


def _of_schema(found: Definitions) -> Definitions:
    return {key: sql for key, sql in found.items() if not key[1].startswith(KNOWS)}


def _made(db: Connection, version: int) -> Definitions:
    """The objects that this version makes for a schema of that number."""
    # The tables that there were before are not all that it knows.
    more = triggers() if version == schema.LATEST else ()
    return _made_by(db, "\n".join([script(version), *more]))


def _made_by(db: Connection, statements: str) -> Definitions:
    """The objects that a script makes beside others, in a transaction that is never committed."""
    query = "SELECT current_setting('server_version'), pg_backend_pid()"
    release, process = db.execute(query).fetchall()[0]
    if (release, statements) not in _MADE:
        db.execute("BEGIN READ WRITE")
        try:
            beside = f"compared_{process}"  # others may be at it, too
            db.execute(f"CREATE SCHEMA {beside}; SET LOCAL search_path = {beside}")
            db.execute(statements)
            _MADE[release, statements] = _definitions(db)
        finally:
            db.execute("ROLLBACK")
    return _MADE[release, statements]


def _definitions(db: Connection) -> Definitions:
    """The definitions of everything, by kind and name."""
    return {(kind, name): sql or "" for kind, name, sql in db.execute(_DEFINITIONS)}
