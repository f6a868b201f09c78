"""A database on a PostgreSQL server keeps the promises that one in a file keeps."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import psycopg
import pytest

from bot.game import play
from bot.game.changes import changed, close_now
from bot.game.loading import loaded
from bot.ledger.audit import every_server
from bot.settings import Server, Storage
from bot.store import engines, facts, hands, privacy, schema, surfaces
from bot.store.database import Database
from bot.store.engine import Connection, Error, IntegrityError, OperationalError
from bot.store.hands import HandRow
from bot.store.postgresql import others
from bot.store.schema import AwayError, InUseError, SchemaError, StoreError
from bot.store.surfaces import ShownAt
from bot.store.tables import State
from bot.upkeep import go_on_from_backup, keep_forgetting
from tests import machines
from tests.servers import PostgreSQL
from tests.store.rows import add_players, add_table
from tests.store.turmoil import Turmoil, open_tables

ROOT = Path(__file__).parents[2]
LOST = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


@pytest.fixture
def server(postgresql: PostgreSQL) -> Server:
    return postgresql.new()


@pytest.fixture
async def database(server: Server, tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(server, tmp_path)
    await opened.write(open_tables)
    yield opened
    await opened.close()


@pytest.fixture
def kept(server: Server, tmp_path: Path) -> None:
    """Tables in the database, with which no bot works."""
    with engines.sole_connection(server, tmp_path) as db:
        db.execute("BEGIN")
        open_tables(db)
        db.execute("COMMIT")


def host(db: Connection) -> str:
    return loaded(db, 1).host.name


def names(db: Connection) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM players ORDER BY id")]


def rename(db: Connection) -> None:
    db.execute("UPDATE players SET name = 'Ann' WHERE id = ?", (loaded(db, 1).host.id,))


@machines.shrinks
def test_what_is_known_is_what_is_kept(postgresql: PostgreSQL, tmp_path: Path):
    """Also what was undone, or was one of several in a commit."""
    machines.run(lambda: Turmoil(lambda: Database.open(postgresql.new(), tmp_path)), 3, 10)


async def test_a_table_that_is_known_is_not_read_again(database: Database):
    first = await database.read(lambda db: loaded(db, 1))
    assert await database.read(lambda db: loaded(db, 1)) is first
    await database.write(rename)
    assert await database.read(host) == "Ann"


async def test_what_another_program_writes_is_seen(
    database: Database, server: Server, postgresql: PostgreSQL
):
    assert await database.read(host) == "P0"
    with postgresql.plain(server) as other:
        other.execute("UPDATE players SET name = 'Ann' WHERE name = 'P0'")
    assert await database.read(host) == "Ann"


async def test_work_that_fails_leaves_nothing_and_holds_up_nobody(database: Database):
    """One of several that are committed together, too: others are kept."""

    def fail(db: Connection) -> None:
        rename(db)
        add_table(db, 1, channel=70)

    outcomes = await asyncio.gather(
        *(database.write(each) for each in (host, fail, rename)), return_exceptions=True
    )
    assert outcomes[0::2] == ["P0", None]
    assert isinstance(outcomes[1], IntegrityError)
    assert await database.read(host) == "Ann"


async def test_a_connection_that_the_server_ends_is_made_anew(
    database: Database, server: Server, postgresql: PostgreSQL
):
    """Between two transactions nobody notices; what was under way fails as a whole."""
    with postgresql.plain(server) as other:
        other.execute(LOST)
        await database.write(rename)
        assert await database.read(host) == "Ann"

        def lose(db: Connection) -> None:
            add_players(db, 9)
            other.execute(LOST)
            add_players(db, 10)

        with pytest.raises(OperationalError):
            await database.write(lose)
    assert await database.read(lambda db: len(db.execute("SELECT * FROM players").fetchall())) == 5


def test_a_connection_is_closed_although_its_locks_cannot_be_given_up(
    postgresql: PostgreSQL, server: Server, monkeypatch: pytest.MonkeyPatch
):
    """As after a time limit of the server's: else it would keep them."""
    with postgresql.plain(server) as db:
        monkeypatch.setattr(db._db, "execute", Mock(side_effect=psycopg.errors.QueryCanceled))
    assert db._db.closed


@pytest.mark.usefixtures("kept")
def test_a_connection_that_is_lost_in_an_audit_is_no_fault_of_a_ledger(
    server: Server, tmp_path: Path, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
):
    numbered = hands.numbered
    with engines.sole_connection(server, tmp_path) as db, postgresql.plain(server) as other:
        db.execute("BEGIN")
        play.deal(db, loaded(db, 1), bytes(32), 2)
        db.execute("COMMIT")
        assert [each.fault for each in every_server(db)] == [None]

        def lose(db: Connection, table_id: int, number: int) -> HandRow | None:
            other.execute(LOST)
            return numbered(db, table_id, number)

        monkeypatch.setattr(hands, "numbered", lose)
        db.execute("BEGIN")
        with pytest.raises(OperationalError):
            list(every_server(db))


async def test_a_machine_that_is_gone_without_a_word_keeps_no_lock_for_long(
    server: Server, tmp_path: Path, postgresql: PostgreSQL
):
    """The server asks after 5 s without a word, and every 5 s then, three times."""
    address = postgresql.on_the_network(server)

    def kept(db: Connection) -> tuple[str, ...]:
        names = ("keepalives_idle", "keepalives_interval", "keepalives_count", "user_timeout")
        return tuple(db.execute(f"SHOW tcp_{name}").fetchone()[0] for name in names)

    database = await Database.open(address, tmp_path)
    assert await database.read(kept) == ("5", "5", "3", "20000")
    with psycopg.connect(address.url) as db:
        db.execute(others._SESSION.encode())
        assert kept(db) == ("5", "5", "3", "20000")
    await database.close()


async def test_of_several_servers_the_bot_takes_the_one_that_can_be_written(
    server: Server, tmp_path: Path, postgresql: PostgreSQL
):
    name = str(server).rpartition("/")[2]
    both = Server(f"{server.url}".replace("host=", "host=/nowhere,").replace("port=", "port=1,"))
    database = await Database.open(both, tmp_path)
    await database.close()
    postgresql.tell(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(AwayError, match="session is read-only"):
        await Database.open(both, tmp_path)
    with closing(engines.connect_to_read(both)) as reader:
        assert engines.first_fault(reader) is None, "what only reads takes it"


async def test_whom_a_restored_dump_brings_back_is_forgotten_again_at_the_start(
    server: Server, tmp_path: Path, postgresql: PostgreSQL
):
    database = await Database.open(server, tmp_path)
    await database.write(open_tables)
    dump = postgresql.dump(server)
    await database.write(lambda db: close_now(db, 1, 2))
    await database.write(lambda db: privacy.forget(db, 1))
    await database.leave_no_trace()
    await database.close()
    brought_back = postgresql.new()
    postgresql.restore(dump, brought_back)
    restored = await Database.open(brought_back, tmp_path)
    assert await restored.read(names) == ["P0", "P1", "P2", "P3", "P4"]
    await go_on_from_backup(restored, tmp_path, 3)
    assert await restored.read(names) == ["Player 1", "P1", "P2", "P3", "P4"]
    assert await restored.read(lambda db: loaded(db, 1).state) is State.CLOSED, "they sat there"
    await restored.close()
    with closing(engines.connect_to_read(brought_back)) as db:
        assert engines.first_fault(db) is None, "the dump has brought all else"


async def test_who_was_forgotten_is_wiped_within_the_hour_if_not_at_once(
    database: Database, server: Server, tmp_path: Path
):
    await database.write(lambda db: close_now(db, 1, 2))
    await database.write(lambda db: privacy.forget(db, 1))
    storage = Storage(server, tmp_path)
    keeping = asyncio.create_task(keep_forgetting(database, storage, lambda: 3.0, 0.01))
    while await database.read(lambda db: facts.fact(db, privacy.TRACES)):
        assert not keeping.done()
    keeping.cancel()
    await asyncio.wait({keeping})
    assert len(privacy.kept_tags(tmp_path)) == 1


async def test_what_a_restored_dump_does_not_know_of_is_painted_over_at_the_start(
    database: Database, server: Server, tmp_path: Path, postgresql: PostgreSQL
):
    """Messages may show what came after it; another start on the same database paints nothing."""

    def paint(db: Connection) -> None:
        for table_id in surfaces.tables_to_paint(db):
            for each in surfaces.unpainted(db, table_id):
                surfaces.painted_at(db, each, ShownAt(1, 1, 1))

    await database.write(lambda db: [changed(db, table_id, 2) for table_id in (1, 2, 3)])
    assert set(await database.read(surfaces.tables_to_paint)) == {1, 2, 3}
    for _ in range(2):
        await go_on_from_backup(database, tmp_path, 3)
        await database.write(paint)
        assert await database.read(surfaces.tables_to_paint) == ()
    brought_back = postgresql.new()
    postgresql.restore(postgresql.dump(server), brought_back)
    restored = await Database.open(brought_back, tmp_path)
    await go_on_from_backup(restored, tmp_path, 3)
    assert set(await restored.read(surfaces.tables_to_paint)) == {1, 2, 3}
    await restored.close()


@pytest.mark.usefixtures("database")
async def test_one_bot_at_a_time(server: Server, tmp_path: Path):
    with pytest.raises(InUseError, match=r"Another bot is using the database postgresql:///ofc"):
        await Database.open(server, tmp_path)
    with closing(engines.connect_to_read(server)) as reader:
        assert host(reader) == "P0"
        with pytest.raises(Error, match="read-only"):
            rename(reader)


async def test_what_was_kept_is_there_at_the_next_start(server: Server, tmp_path: Path):
    for number in (1, 2):
        database = await Database.open(server, tmp_path)
        await database.write(partial(facts.keep_fact, name=f"start {number}", value="kept"))
        await database.close()
    with closing(engines.connect_to_read(server)) as reader:
        assert [facts.fact(reader, f"start {number}") for number in (1, 2)] == ["kept"] * 2


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    "damage",
    [
        "DROP TRIGGER entries_stay ON entries",
        "ALTER TABLE operations DISABLE TRIGGER operations_remain",
        "DROP INDEX one_entry_per_pair_and_hand",
        "ALTER TABLE seats DROP COLUMN ready",
        "ALTER TRIGGER seals_stay ON seals RENAME TO seals_go",
    ],
)
def test_a_schema_that_was_changed_is_noticed(postgresql: PostgreSQL, server: Server, damage: str):
    with closing(engines.connect_to_read(server)) as db:
        assert engines.first_fault(db) is None
        with postgresql.plain(server) as other:
            other.execute(damage)
        fault = engines.first_fault(db)
    assert fault is not None
    assert fault.endswith((" is missing.", " is none of the bot's.", " is not as the bot made it."))


def test_a_database_of_something_else_is_left_alone(postgresql: PostgreSQL, server: Server):
    with postgresql.plain(server) as other:
        other.execute("CREATE TABLE pets (name text)")
    with (
        pytest.raises(SchemaError, match="tables of another program"),
        engines.sole_connection(server, Path()),
    ):
        pass


@pytest.mark.usefixtures("database")
def test_a_database_of_a_later_version_is_left_alone(postgresql: PostgreSQL, server: Server):
    with postgresql.plain(server) as other:
        other.execute(f"UPDATE schema_version SET version = {schema.LATEST + 1}")
    with pytest.raises(SchemaError, match="newer version"):
        engines.connect_to_read(server)


async def test_a_database_of_an_earlier_version_is_brought_up_to_date(
    server: Server, tmp_path: Path, later: Callable[..., None]
):
    """With all that is in it, and its changes are noticed as before."""
    earlier = await Database.open(server, tmp_path)
    await earlier.write(open_tables)
    await earlier.close()
    later("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;")
    with pytest.raises(SchemaError, match="older version"):
        engines.connect_to_read(server)
    brought = await Database.open(server, tmp_path)
    assert await brought.read(host) == "P0"
    await brought.write(rename)
    assert await brought.read(host) == "Ann"
    await brought.close()
    with closing(engines.connect_to_read(server)) as db:
        assert engines.first_fault(db) is None


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE pets (name text)",
        "DROP TRIGGER entries_stay ON entries",
        "UPDATE schema_version SET version = 2",
        "UPDATE schema_version SET version = 0",
    ],
)
def test_a_schema_that_no_release_has_made_is_refused_at_the_start(
    postgresql: PostgreSQL, server: Server, change: str
):
    with postgresql.plain(server) as other:
        other.execute(change)
    with (
        pytest.raises(SchemaError, match="No release of the bot"),
        engines.sole_connection(server, Path()),
    ):
        pass


ANEW = """
    CREATE TABLE kept AS SELECT * FROM players;
    DROP TABLE players;
    CREATE TABLE players (
        id INTEGER PRIMARY KEY, tag TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))),
        user_id INTEGER UNIQUE, name TEXT NOT NULL, shoes TEXT NOT NULL CHECK (shoes <> '')
    ) STRICT;
    INSERT INTO players (id, tag, user_id, name, shoes)
    SELECT id, tag, user_id, name, 'red' FROM kept;
    DROP TABLE kept;
    DROP TRIGGER seals_stay;
    CREATE TRIGGER players_wear_shoes BEFORE UPDATE ON players WHEN NEW.shoes = 'none'
    BEGIN SELECT RAISE(ABORT, 'they would be cold'); END;
"""


@pytest.mark.usefixtures("kept")
def test_a_migration_makes_a_table_anew_that_others_refer_to(
    server: Server, tmp_path: Path, later: Callable[..., None]
):
    """As it does in a file: rows that refer to others still do, and new ones have new numbers."""
    later(ANEW)
    with engines.sole_connection(server, tmp_path) as db:
        assert engines.first_fault(db) is None
        (last,) = db.execute("SELECT max(id) FROM players").fetchone()
        new = db.execute("INSERT INTO players (name, shoes) VALUES ('New', 'blue') RETURNING id")
        assert new.fetchone()[0] == last + 1
        with pytest.raises(IntegrityError, match="foreign key"):
            db.execute("DELETE FROM players WHERE id = (SELECT min(host_id) FROM tables)")
        with pytest.raises(IntegrityError, match="cold"):
            db.execute("UPDATE players SET shoes = 'none'")


@pytest.mark.usefixtures("kept")
def test_all_missing_migrations_are_applied_or_none(
    server: Server, tmp_path: Path, later: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as more:
        more.setattr(schema, "LATEST", schema.LATEST)
        more.setattr(schema, "_MIGRATIONS", schema._MIGRATIONS)
        later("CREATE TABLE first (id INTEGER);", "SELECT nonsense;")
        with pytest.raises(StoreError), engines.sole_connection(server, tmp_path):
            pass
    with engines.sole_connection(server, tmp_path) as db:
        assert engines.first_fault(db) is None


@pytest.mark.usefixtures("database")
def test_an_error_quotes_no_row(server: Server):
    """A row may have cards in it."""
    with closing(engines.connect_to_read(server)) as db, pytest.raises(Error) as raised:
        db.execute("SELECT CAST(name AS BIGINT) FROM players\n WHERE 'AsKs' <> ''")
    assert "AsKs" not in str(raised.value)
    assert raised.value.__suppress_context__
