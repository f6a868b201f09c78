"""One door: transactions are whole, and a newer schema is refused."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from bot.store import facts, proposals, schema
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.schema import SchemaError
from tests.store.rows import GUILD, add_players, add_table
from tests.waiting import HUNG


@pytest.fixture
async def database(tmp_path: Path):
    opened = await Database.open(tmp_path / "deep" / "ofc.sqlite3")
    yield opened
    await opened.close()


async def test_work_that_fails_leaves_nothing_behind(database: Database):
    def work(db: sqlite3.Connection) -> None:
        facts.keep_fact(db, "half", "done")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        await database.write(work)
    assert await database.read(lambda db: facts.fact(db, "half")) is None


async def test_reading_changes_nothing(database: Database):
    await database.read(lambda db: facts.keep_fact(db, "a", "b"))
    assert await database.read(lambda db: facts.fact(db, "a")) is None


async def test_a_hundred_writes_at_once_do_not_mix(database: Database):
    def count_up(db: sqlite3.Connection) -> None:
        facts.keep_fact(db, "n", str(int(facts.fact(db, "n") or 0) + 1))

    await asyncio.gather(*(database.write(count_up) for _ in range(100)))
    assert await database.read(lambda db: facts.fact(db, "n")) == "100"


async def test_writes_that_wait_together_fail_each_for_itself(database: Database):
    def work(number: int, db: sqlite3.Connection) -> int:
        facts.keep_fact(db, f"n{number}", "kept")
        if number % 3 == 0:
            raise ValueError(number)
        return number

    writes = (database.write(partial(work, number)) for number in range(200))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    for number, outcome in enumerate(outcomes):
        fact = await database.read(lambda db, n=number: facts.fact(db, f"n{n}"))
        if number % 3:
            assert (outcome, fact) == (number, "kept")
        else:
            assert (str(outcome), fact) == (str(number), None)


async def test_a_write_is_answered_only_when_it_is_committed(database: Database, tmp_path: Path):
    """Also when it waits together with others, and a fact of each is seen from outside."""
    seen = sqlite3.connect(tmp_path / "deep" / "ofc.sqlite3", isolation_level=None)

    async def write(number: int) -> None:
        await database.write(lambda db: facts.keep_fact(db, f"n{number}", "kept"))
        row = seen.execute("SELECT 1 FROM facts WHERE name = ?", (f"n{number}",))
        assert row.fetchone() is not None

    await asyncio.gather(*map(write, range(150)))
    seen.close()


async def test_writes_that_cannot_be_committed_together_have_all_failed(
    database: Database, tmp_path: Path
):
    other = sqlite3.connect(tmp_path / "deep" / "ofc.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writes = (database.write(lambda db, n=n: facts.keep_fact(db, f"n{n}", "x")) for n in range(5))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * 5
    other.execute("ROLLBACK")
    other.close()
    assert await database.read(lambda db: facts.fact(db, "n0")) is None
    await database.write(lambda db: facts.keep_fact(db, "n0", "later"))
    assert await database.read(lambda db: facts.fact(db, "n0")) == "later"


async def test_a_write_that_ends_the_transaction_takes_those_beside_it_along(database: Database):
    """As SQLite does by itself when the disk is full: nobody is told that their work was kept."""

    def work(number: int, db: sqlite3.Connection) -> None:
        facts.keep_fact(db, f"n{number}", "kept")
        if number == 20:
            db.execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")

    writes = (database.write(partial(work, number)) for number in range(40))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert str(outcomes[20]) == "database or disk is full"
    for number, outcome in enumerate(outcomes):
        fact = await database.read(lambda db, n=number: facts.fact(db, f"n{n}"))
        assert (fact == "kept") == (outcome is None)


@asynccontextmanager
async def held(database: Database) -> AsyncGenerator[None]:
    """What is to be written meanwhile waits together."""
    goes_on = Event()
    waiting = asyncio.create_task(database.read(lambda _db: goes_on.wait(HUNG)))
    await asyncio.sleep(0)
    yield
    await asyncio.sleep(0)
    goes_on.set()
    await waiting


async def test_what_waits_is_committed_together(database: Database):
    before = database.commits
    async with held(database):
        writes = asyncio.gather(
            *(database.write(lambda db, n=n: facts.keep_fact(db, f"n{n}", "x")) for n in range(100))
        )
    await writes
    assert database.commits - before == 2, "64, and the others"


class Conflict(Exception):
    """Another process has changed the same."""


async def test_what_runs_again_after_a_conflict_is_told_as_it_came_out_then(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    def commit(run: Callable[[tuple[type[Exception], ...]], None]) -> None:
        try:
            run((Conflict,))
        except Conflict:
            run((Conflict,))

    def work(troubles: list[Exception], db: sqlite3.Connection) -> str:
        facts.keep_fact(db, "a", "b")
        if troubles:
            raise troubles.pop()
        return "kept"

    monkeypatch.setattr(database._backend, "commit", commit)
    async with held(database):
        both = asyncio.gather(
            *(database.write(partial(work, [each])) for each in (ValueError(), Conflict()))
        )
    assert await both == ["kept", "kept"]


async def test_every_write_waits_for_the_disk(database: Database):
    full = 2
    query = "PRAGMA synchronous"
    assert await database.write(lambda db: db.execute(query).fetchone()[0]) == full


async def test_a_write_outlives_the_bot(tmp_path: Path):
    """As it does a SIGKILL: the file is read as it is, with nothing closed."""
    path = tmp_path / "ofc.sqlite3"
    database = await Database.open(path)
    await database.write(lambda db: facts.keep_fact(db, "a", "b"))
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT value FROM facts WHERE name = 'a'").fetchone() == ("b",)
    await database.close()


async def test_a_cancelled_request_is_kept_whole_or_not_at_all(database: Database):
    task = asyncio.create_task(database.write(lambda db: facts.keep_fact(db, "a", "b")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await database.read(lambda db: facts.fact(db, "a")) in {None, "b"}


def test_what_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path):
    first = connect(tmp_path / "a.sqlite3")
    facts.keep_fact(first, "a", "b")
    first.close()
    again = connect(tmp_path / "a.sqlite3")
    assert facts.fact(again, "a") == "b"
    again.close()


@pytest.mark.parametrize("size", [1024, 4096])
def test_the_log_stays_small_whatever_the_size_of_a_page(tmp_path: Path, size: int):
    path = tmp_path / "ofc.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"PRAGMA page_size = {size}; CREATE TABLE old (x); DROP TABLE old")
    with closing(connect(path)) as db:
        assert tuple(db.execute("PRAGMA page_size").fetchone()) == (size,)
        for number in range(600):
            facts.keep_fact(db, "large", f"{number}".zfill(10_000))
        assert path.with_name("ofc.sqlite3-wal").stat().st_size < 5_000_000


def test_a_database_of_a_newer_bot_is_refused_with_what_to_do(tmp_path: Path):
    connection = connect(tmp_path / "a.sqlite3")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(SchemaError, match="Update the bot"):
        connect(tmp_path / "a.sqlite3")


def test_migrations_are_numbered_without_gaps():
    """The runner counts them, so that a missing number would be passed over for ever."""
    numbers = [{file.name[:4] for file in files} for files in schema._MIGRATIONS]
    assert numbers == [{f"{n:04d}"} for n in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("version", [0, 1, 12])
def test_a_database_from_before_the_first_release_is_refused_in_a_sentence(
    tmp_path: Path, version: int
):
    with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as old:
        old.execute("CREATE TABLE players (id INTEGER PRIMARY KEY)")
        old.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(SchemaError, match=r"before version 0\.1\.0"):
        connect(tmp_path / "a.sqlite3")


def schema_of(db: sqlite3.Connection) -> list[str]:
    return [sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema")]


ANEW = """
    CREATE TABLE anew (
        id INTEGER PRIMARY KEY, guild_id INTEGER, channel_id INTEGER, kind TEXT, hand_id INTEGER,
        body TEXT, player_id INTEGER, made_at INTEGER, state TEXT, outcome TEXT
    ) STRICT;
    INSERT INTO anew SELECT * FROM proposals;
    DROP TABLE proposals;
    ALTER TABLE anew RENAME TO proposals;
"""


def test_a_migration_makes_a_table_anew_that_others_refer_to(tmp_path: Path, later):
    path = tmp_path / "a.sqlite3"
    with closing(connect(path)) as db:
        ann, bob = add_players(db, 2)
        draft = proposals.NewProposal(GUILD, 77, proposals.ProposalKind.STAKE, None, "{}", ann)
        proposals.add(db, draft, [ann, bob], now=1)
    later(ANEW)
    with closing(connect(path)) as db:
        kept = proposals.get(db, 1)
        assert kept is not None
        assert [voice.player_id for voice in kept.missing] == [bob]
        assert db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


@pytest.mark.parametrize(
    "fault",
    ["CREATE TABLE more (id INTEGER); SELECT nonsense;", "DELETE FROM players;"],
    ids=["an error", "a row that refers to nothing"],
)
def test_all_missing_migrations_are_applied_or_none(tmp_path: Path, later, fault: str):
    path = tmp_path / "a.sqlite3"
    with closing(connect(path)) as db:
        add_table(db, add_players(db, 1)[0])
        before = schema_of(db)
    later("CREATE TABLE first (id INTEGER);", fault)
    with pytest.raises((sqlite3.Error, SchemaError)):
        connect(path)
    with closing(sqlite3.connect(path)) as db:
        assert schema_of(db) == before
        assert db.execute("SELECT count(*) FROM players").fetchone() == (1,)
        assert db.execute("PRAGMA user_version").fetchone() == (schema.LATEST - 2,)
