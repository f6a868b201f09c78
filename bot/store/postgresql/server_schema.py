"""The schema of a database on a server: brought up to date, and compared with what it should be.

A new database gets what a file's migrations come to, at once: up to schema 2 they are in words of
SQLite's alone, and there was no server before.
"""

import re
from collections.abc import Iterator
from typing import Final

from bot.store import schema
from bot.store.cache import ABOUT_TABLES, OF_WHICH
from bot.store.engine import Connection, Error, OperationalError
from bot.store.postgresql.others import LEASES
from bot.store.postgresql.server_connection import ServerConnection
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
    UNION ALL SELECT 'trigger', tgname,
        concat_ws(' ', pg_get_triggerdef(t.oid, true), tgenabled::text, prosrc)
        FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc f ON f.oid = tgfoid
        WHERE tgisinternal = false AND relnamespace = {here}
""".format(here="current_schema()::regnamespace")
_KEYS: Final = """
    SELECT conrelid::bigint, conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
"""
REMEMBERS: Final = "SET ofc.remembers = 'on'"
"""Has the triggers tell this connection of its writes; for any other they write the table's row."""
KNOWS: Final = "know_"
"""How the names of these triggers and their functions begin."""
_MADE: Final[dict[tuple[str, str], Definitions]] = {}
"""What a server of a version makes of a script: it is asked once, and not at each connection."""


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
    """True if nothing has to be brought up to date; raises SchemaError."""
    return verify_number(db) == schema.LATEST and first_fault(db) is None


def migrate(db: ServerConnection) -> None:
    """Apply the migrations that are missing, all of them or none; raises SchemaError or Error."""
    if is_current(db):
        return
    version, wanted = verify_number(db), _made(db)
    db.execute("BEGIN READ WRITE")
    try:
        if version == 0:
            db.execute(script(schema.LATEST))
        elif version < schema.LATEST:
            _bring_up_to_date(db, version)
            schema.convert(db, version)
        db.execute(
            f"DELETE FROM schema_version; INSERT INTO schema_version VALUES ({schema.LATEST})"
        )
        for kind, name in _definitions(db):
            if kind == "trigger" and name.startswith(KNOWS):
                db.execute(f"DROP FUNCTION {name}() CASCADE")
        db.execute("\n".join(triggers()))
        schema.verify_released(schema.first_difference(_definitions(db), wanted))
        db.execute("COMMIT")
    except BaseException as error:
        db.execute("ROLLBACK")
        if isinstance(error, Error) and not isinstance(error, OperationalError):
            schema.verify_released(f"It cannot be brought up to date: {error}.")
        raise


def script(version: int) -> str:
    """The statements that make a schema of that number in an empty database."""
    made = schema.made_by(schema.script(0, version)).statements
    table = "CREATE TABLE schema_version (version BIGINT NOT NULL);"
    return "\n".join([table, LEASES, translated(made)])


def _bring_up_to_date(db: ServerConnection, version: int) -> None:
    """Apply what a schema of that number lacks, without foreign keys meanwhile, as in a file."""
    keys = db.execute(_KEYS).fetchall()
    for _, table, key, _ in keys:
        db.execute(f"ALTER TABLE {table} DROP CONSTRAINT {key}")
    # There was no server before schema 2, which was numbered 1 until it was released.
    db.execute(translated(schema.script(max(version, 2))))
    # A table that was made anew has its own, also if it has the name of another.
    there = {oid for (oid,) in db.execute("SELECT oid::bigint FROM pg_class").fetchall()}
    for oid, table, key, definition in keys:
        if oid in there:
            db.execute(f"ALTER TABLE {table} ADD CONSTRAINT {key} {definition}")
    for table, columns in schema.columns(db).items():
        if "id" in columns:
            db.go_on_after(table)


def triggers() -> Iterator[str]:
    """SQL for triggers that tell this connection which tables and players change."""
    for name, of in {**ABOUT_TABLES, "players": "{row}.id"}.items():
        ids = ", ".join(of.format(row=row) for row in ("OLD", "NEW"))
        update = OF_WHICH.get(name, {}).get("UPDATE", "UPDATE")
        # Whoever is new is at no table yet; people are a part of a table's version themselves.
        events, touch = f"INSERT OR {update} OR DELETE", _touch_of(ids)
        if name == "players":
            events, touch = f"{update} OR DELETE", ""
        yield f"""
CREATE OR REPLACE FUNCTION {KNOWS}{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
    IF current_setting('ofc.remembers', true) = 'on' THEN
        RAISE NOTICE 'ofc {name} % %', {ids};{touch}
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER {KNOWS}{name} AFTER {events} ON {name}
    FOR EACH ROW EXECUTE FUNCTION {KNOWS}{name}();"""


def _touch_of(ids: str) -> str:
    return f"\n    ELSE UPDATE tables SET locale = locale WHERE id IN ({ids});"


def first_fault(db: Connection) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence."""
    return schema.first_difference(_definitions(db), _made(db))


def _made(db: Connection) -> Definitions:
    """The objects that this version makes: beside others, and that is never committed."""
    statements = "\n".join([script(schema.LATEST), *triggers()])
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


# --- in other words --------------------------------------------------------------------------

# By patterns and not by a parser: what is written in the migrations has to be understood.
_TYPES: Final = (
    (r"\bid(\s+)INTEGER PRIMARY KEY", r"id\1BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (r"\bINTEGER\b", "BIGINT"),
    # By code points, as SQLite orders, whatever the language of the server.
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),
    (r"\bBLOB\b", "BYTEA"),
    (r"\) STRICT(, WITHOUT ROWID)?;", ");"),
    # Its function has its name.
    (r"\bDROP TRIGGER (\w+);", r"DROP FUNCTION \1() CASCADE;"),
    (r"lower\(hex\(randomblob\(8\)\)\)", "right(replace(gen_random_uuid()::text, '-', ''), 16)"),
)
_TRIGGER: Final = re.compile(
    r"CREATE TRIGGER (?P<name>\w+)\s+(?P<event>(?:BEFORE|AFTER) [^;]*?)\s+ON (?P<table>\w+)"
    r"(?:\s+WHEN (?P<when>[^;]*?))?\s+BEGIN(?P<body>.*?;)\s*END;",
    re.DOTALL,
)
_RAISE: Final = re.compile(r"SELECT RAISE\(ABORT, ('[^']*')\);")


def translated(script: str) -> str:
    """A migration of SQLite's as PostgreSQL takes it: types and triggers in other words."""
    for pattern, words in _TYPES:
        script = re.sub(pattern, words, script)
    return _TRIGGER.sub(_trigger, script)


def _trigger(found: re.Match[str]) -> str:
    """A trigger with a function of its name: PostgreSQL's have their statements there."""
    name, event, table = found["name"], found["event"], found["table"]
    body = _RAISE.sub(r"RAISE integrity_constraint_violation USING MESSAGE = \1;", found["body"])
    if found["when"] is not None:
        body = f"IF {found['when']} THEN {body} END IF;"
    row = "OLD" if "DELETE" in event else "NEW"
    return f"""
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN {body} RETURN {row}; END $$;
CREATE TRIGGER {name} {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}();"""
