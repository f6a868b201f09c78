"""A database on a PostgreSQL server: its schema, its lock, what it remembers."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from bot.settings import Server
from bot.store import dialect, privacy, schema
from bot.store.backend import Durability, Watching
from bot.store.cache import ABOUT_TABLES, OF_WHICH, Memory
from bot.store.engine import Connection, Error
from bot.store.postgres import ServerConnection
from bot.store.schema import InUseError, SchemaError, StoreError

_LOCK: Final = f"SELECT pg_try_advisory_lock({schema.APPLICATION_ID})"
_TABLES: Final = """
    SELECT count(*), count(*) FILTER (WHERE relname = 'schema_version') FROM pg_class
    WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = current_schema()::regnamespace
"""
_OF_PEOPLE: Final = ("players", "surfaces", "learners", "waiters", "attempts")
"""The tables in which forgetting somebody leaves something behind."""


def connect_to_read(server: Server) -> ServerConnection:
    """A connection that changes nothing; raises SchemaError or StoreError."""

    def prepare(connection: ServerConnection) -> None:
        version = verify_schema(connection)
        if version == 0:
            raise StoreError("There is nothing in the database {url} yet.", url=server)
        if version < schema.LATEST:
            raise SchemaError(
                "The database is from an older version of the bot. Start the bot once, which "
                "brings it up to date."
            )
        connection.learn_keys()
        connection.script("SET default_transaction_read_only = on")

    return opened(server, prepare)


def connect(server: Server) -> ServerConnection:
    """A connection with an up-to-date schema and without a memory, while no bot has one.

    Raises SchemaError, InUseError or StoreError.
    """
    return _migrated(server, partial(_lock, server))


def _lock(server: Server, db: ServerConnection) -> None:
    row = db.execute(_LOCK).fetchone()
    if row is None or not row[0]:
        raise in_use(server)


def in_use(server: Server) -> InUseError:
    """What says that another bot works with the database at an address."""
    return InUseError(
        "Another bot is using the database {url}. Stop it first, or set OFC_DATABASE to "
        "another one.",
        url=server,
    )


def _migrated(server: Server, prepare: Callable[[ServerConnection], None]) -> ServerConnection:
    connection = opened(server, prepare)
    try:
        migrate(connection)
        connection.learn_keys()
    except Error as error:
        connection.close()
        raise unusable(server, error) from error
    except BaseException:
        connection.close()
        raise
    return connection


def unusable(server: Server, error: Error) -> StoreError:
    """What says that the database at an address cannot be opened, and why."""
    return StoreError(
        "The database {url} cannot be opened: {reason}.",
        url=server,
        reason=str(error).strip(" ."),
    )


def opened(server: Server, prepare: Callable[[ServerConnection], None]) -> ServerConnection:
    """A connection, of which each that is made in its place is prepared, too; raises StoreError."""
    try:
        return ServerConnection(server.url, prepare)
    except Error as error:
        raise unusable(server, error) from error


# --- the schema ------------------------------------------------------------------------------


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


def migrate(db: ServerConnection) -> None:
    """Apply the migrations that are missing, all of them or none; raises SchemaError or Error."""
    version = verify_schema(db)
    if version == schema.LATEST:
        return
    script = dialect.schema(schema.script(version))
    forget_older = "DELETE FROM schema_version" if version else dialect.PRELUDE
    db.execute("BEGIN")
    try:
        db.script(
            f"{forget_older}; {script}; INSERT INTO schema_version VALUES ({schema.LATEST});"
            f"{''.join(_triggers())}"
        )
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def schema_fault(server: Server) -> str | None:
    """The first difference of a database's schema from this version's, in a sentence.

    It is compared with one that is made anew beside it and never committed.
    """
    db = opened(server, lambda _: None)
    try:
        found = _schema(db)
        db.execute("BEGIN")
        db.script("CREATE SCHEMA compared; SET LOCAL search_path = compared")
        db.script(f"{dialect.PRELUDE}; {dialect.schema(schema.script(0))}; {''.join(_triggers())}")
        wanted = _schema(db)
        db.execute("ROLLBACK")
    finally:
        db.close()
    return schema.first_difference(found, wanted)


_SCHEMA: Final = """
    SELECT 'table', relname, (
        SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull,
            attidentity, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attnum)
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = c.oid AND attnum > 0 AND attisdropped = false
    ) FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = {here}
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes
        WHERE schemaname = current_schema()
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname,
        pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = {here}
    UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
        FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
        WHERE tgisinternal = false AND relnamespace = {here}
    UNION ALL SELECT 'function', proname || '/' || pronargs, prosrc FROM pg_proc
        WHERE pronamespace = {here}
            AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
""".format(here="current_schema()::regnamespace")


def _schema(db: Connection) -> dict[tuple[str, str], str]:
    """The definitions of everything, by kind and name, without the name of the schema it is in."""
    here: str = db.execute("SELECT quote_ident(current_schema()) || '.'").fetchall()[0][0]
    rows = db.execute(_SCHEMA)
    return {
        (kind, name.replace(here, "")): (sql or "").replace(here, "") for kind, name, sql in rows
    }


# --- what changes are told of ----------------------------------------------------------------

REMEMBERS: Final = "SET ofc.remembers = 'on'; LISTEN ofc_changes"
"""Has the triggers tell this connection of its own writes, and of others' that there are some."""


def _triggers() -> Iterator[str]:
    """The statements that have every change noticed."""
    for name, of in {**ABOUT_TABLES, "players": "{row}.id"}.items():
        old, new = of.format(row="OLD"), of.format(row="NEW")
        update = OF_WHICH.get(name, {}).get("UPDATE", "UPDATE")
        # Whoever is new is at no table yet.
        events = f"{update} OR DELETE" if name == "players" else f"INSERT OR {update} OR DELETE"
        yield f"""
CREATE FUNCTION know_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('ofc.remembers', true) IS DISTINCT FROM 'on' THEN
        PERFORM pg_notify('ofc_changes', ''); RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN RAISE NOTICE 'ofc {name} %', {old}; END IF;
    IF TG_OP <> 'DELETE' THEN RAISE NOTICE 'ofc {name} %', {new}; END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER know_{name} AFTER {events} ON {name}
    FOR EACH ROW EXECUTE FUNCTION know_{name}();"""


class ServerMemory(Memory):
    """The memory of a connection to a server: its triggers say what they have seen."""

    def __init__(self, db: ServerConnection) -> None:
        super().__init__()
        db.heard = self._hear
        db.others_wrote = self.forget_everything

    def _hear(self, said: str) -> None:
        words = said.split()
        if len(words) != 3 or words[0] != "ofc" or not words[2].isdecimal():
            return
        if words[1] == "players":
            self.player_changed(int(words[2]))
        else:
            self.table_changed(words[1], int(words[2]))


# --- the door's --------------------------------------------------------------------------------


class OnServer:
    """The database at `address`; `backups` is the folder that tells who was forgotten."""

    is_near: bool = False
    is_shared: bool = False

    def __init__(self, address: Server, backups: Path) -> None:
        self.address: Final = address
        self._backups = backups
        self._durability = Durability.DISK

    def connect(self) -> tuple[ServerConnection, Memory]:
        """The connection, with an up-to-date schema, and what it remembers.

        Raises SchemaError, InUseError or StoreError.
        """
        connection = _migrated(self.address, self._take)
        memory = connection.memory = ServerMemory(connection)
        return connection, memory

    def _take(self, db: ServerConnection) -> None:
        """Take a new connection for the bot's, if no other bot has one."""
        _lock(self.address, db)
        db.learn_keys()
        db.script(REMEMBERS)
        self._await(db, self._durability)

    def wait_for(self, db: Connection, _before: Durability, durability: Durability) -> None:
        """Have commits wait for the server's disk from now on, or not.

        What is not waited for is on its disk within a second, and lost only with the server.
        """
        self._durability = durability
        self._await(db, durability)

    def _await(self, db: Connection, durability: Durability) -> None:
        level = "on" if durability is Durability.DISK else "off"
        db.execute(f"SET synchronous_commit = {level}")

    def is_in_place(self, _db: Connection) -> bool:
        """Whether the connection works with what is at the address: a server's always does."""
        return True

    def session(self, db: Connection) -> object:
        """The process of the server's that serves the connection."""
        return db.execute("SELECT pg_backend_pid(), pg_postmaster_start_time()::text").fetchone()

    def leave_no_trace(self, db: Connection) -> None:
        """Free the room of the rows in which a forgotten person stood; raises OSError or Error."""
        privacy.keep_tags(db, self._backups)
        db.execute(f"VACUUM {', '.join(_OF_PEOPLE)}")

    def watch(self) -> Watching:
        """Nothing: this process is alone with it."""
        raise NotImplementedError

    def release(self) -> None:
        """Nothing more: the lock is the connection's and goes with it."""
