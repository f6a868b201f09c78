"""The schema of a database on a server: brought up to date, and compared with what it should be."""

from typing import Final

from bot.store import dialect, schema
from bot.store.engine import Connection
from bot.store.schema import SchemaError
from bot.store.server_memory import triggers
from bot.store.watch import LEASES

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


def verify_schema(db: Connection) -> int:
    """The number of a database's schema, 0 if it is empty; SchemaError if it is not known."""
    tables, ours = db.execute(_TABLES).fetchall()[0]
    if tables == 0:
        return 0
    if not ours:
        raise SchemaError(
            "The database has tables of another program. Make one for the bot alone: createdb ofc"
        )
    return schema.verify_known(db.execute("SELECT max(version) FROM schema_version").fetchone()[0])


def migrate(db: Connection) -> None:
    """Apply the migrations that are missing, all of them or none; raises SchemaError or Error."""
    version = verify_schema(db)
    if version < schema.LATEST:
        # Several statements in one are one transaction.
        db.execute(_script(version))


def _script(version: int) -> str:
    """The statements that a schema of that number lacks."""
    begin = (
        "DELETE FROM schema_version;"
        if version
        else f"CREATE TABLE schema_version (version BIGINT NOT NULL);{LEASES}"
    )
    more = dialect.schema(schema.script(version))
    mark = f"INSERT INTO schema_version VALUES ({schema.LATEST});"
    return "\n".join([begin, more, mark, *triggers()])


def first_fault(db: Connection) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence.

    It is compared with one that is made anew beside it and never committed.
    """
    db.execute("BEGIN READ WRITE")
    try:
        found = _definitions(db)
        db.execute("CREATE SCHEMA compared; SET LOCAL search_path = compared")
        db.execute(_script(0))
        return schema.first_difference(found, _definitions(db))
    finally:
        db.execute("ROLLBACK")


def _definitions(db: Connection) -> dict[tuple[str, str], str]:
    """The definitions of everything, by kind and name."""
    return {(kind, name): sql or "" for kind, name, sql in db.execute(_DEFINITIONS)}
