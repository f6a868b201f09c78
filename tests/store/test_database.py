"""One door: transactions are whole, and a newer schema is refused."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.store import facts, ledger, migrate
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.migrate import SchemaError


@pytest.fixture
async def database(tmp_path: Path):
    opened = await Database.open(tmp_path / "deep" / "ofc.sqlite3")
    yield opened
    await opened.close()


async def test_work_that_fails_leaves_nothing_behind(database: Database):
    def work(db: sqlite3.Connection) -> None:
        facts.put(db, "half", "done")
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        await database.write(work)
    assert await database.read(lambda db: facts.get(db, "half")) is None


async def test_reading_changes_nothing(database: Database):
    await database.read(lambda db: facts.put(db, "a", "b"))
    assert await database.read(lambda db: facts.get(db, "a")) is None


async def test_a_hundred_writes_at_once_do_not_mix(database: Database):
    def count_up(db: sqlite3.Connection) -> None:
        facts.put(db, "n", str(int(facts.get(db, "n") or 0) + 1))

    await asyncio.gather(*(database.write(count_up) for _ in range(100)))
    assert await database.read(lambda db: facts.get(db, "n")) == "100"


async def test_writes_that_wait_together_fail_each_for_itself(database: Database):
    def work(number: int, db: sqlite3.Connection) -> int:
        facts.put(db, f"n{number}", "kept")
        if number % 3 == 0:
            raise ValueError(number)
        return number

    writes = (database.write(partial(work, number)) for number in range(200))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    for number, outcome in enumerate(outcomes):
        fact = await database.read(lambda db, n=number: facts.get(db, f"n{n}"))
        if number % 3:
            assert (outcome, fact) == (number, "kept")
        else:
            assert (str(outcome), fact) == (str(number), None)


async def test_a_write_is_answered_only_when_it_is_committed(database: Database, tmp_path: Path):
    """Also when it waits together with others, and a fact of each is seen from outside."""
    seen = sqlite3.connect(tmp_path / "deep" / "ofc.sqlite3", isolation_level=None)

    async def write(number: int) -> None:
        await database.write(lambda db: facts.put(db, f"n{number}", "kept"))
        row = seen.execute("SELECT 1 FROM facts WHERE name = ?", (f"n{number}",))
        assert row.fetchone() is not None

    await asyncio.gather(*map(write, range(150)))
    seen.close()


async def test_writes_that_cannot_be_committed_together_have_all_failed(
    database: Database, tmp_path: Path
):
    other = sqlite3.connect(tmp_path / "deep" / "ofc.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writes = (database.write(lambda db, n=n: facts.put(db, f"n{n}", "x")) for n in range(5))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * 5
    other.execute("ROLLBACK")
    other.close()
    assert await database.read(lambda db: facts.get(db, "n0")) is None
    await database.write(lambda db: facts.put(db, "n0", "later"))
    assert await database.read(lambda db: facts.get(db, "n0")) == "later"


async def test_a_write_that_ends_the_transaction_takes_those_beside_it_along(database: Database):
    """As SQLite does by itself when the disk is full: nobody is told that his work was kept."""

    def work(number: int, db: sqlite3.Connection) -> None:
        facts.put(db, f"n{number}", "kept")
        if number == 20:
            db.execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")

    writes = (database.write(partial(work, number)) for number in range(40))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert isinstance(outcomes[20], sqlite3.OperationalError)
    for number, outcome in enumerate(outcomes):
        fact = await database.read(lambda db, n=number: facts.get(db, f"n{n}"))
        assert (fact == "kept") == (outcome is None)


def how_synchronous(db: sqlite3.Connection) -> int:
    return db.execute("PRAGMA synchronous").fetchone()[0]


async def test_only_for_what_is_jotted_down_nobody_waits_for_the_disk(database: Database):
    normal, full = 1, 2
    assert await database.jot(how_synchronous) == normal
    assert await database.write(how_synchronous) == full
    assert await database.jot(how_synchronous) == normal
    together = [database.jot(how_synchronous) for _ in range(5)]
    found = await asyncio.gather(*together, database.write(how_synchronous))
    assert found[-1] == full


async def test_what_is_jotted_down_outlives_the_bot(tmp_path: Path):
    """As it does a SIGKILL: the file is read as it is, with nothing closed."""
    path = tmp_path / "ofc.sqlite3"
    database = await Database.open(path)
    await database.jot(lambda db: facts.put(db, "a", "b"))
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT value FROM facts WHERE name = 'a'").fetchone() == ("b",)
    await database.close()


async def test_a_cancelled_request_is_kept_whole_or_not_at_all(database: Database):
    task = asyncio.create_task(database.write(lambda db: facts.put(db, "a", "b")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await database.read(lambda db: facts.get(db, "a")) in {None, "b"}


def test_what_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path):
    first = connect(tmp_path / "a.sqlite3")
    facts.put(first, "a", "b")
    first.close()
    again = connect(tmp_path / "a.sqlite3")
    assert facts.get(again, "a") == "b"
    again.close()


def test_a_database_of_a_newer_bot_is_refused_with_what_to_do(tmp_path: Path):
    connection = connect(tmp_path / "a.sqlite3")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(SchemaError, match="Update the bot"):
        connect(tmp_path / "a.sqlite3")


def test_migrations_are_numbered_without_gaps():
    """The runner counts files, so that a missing number would be passed over for ever."""
    names = [file.name for file in migrate._FILES]
    assert [name[:4] for name in names] == [f"{n:04d}" for n in range(1, len(names) + 1)]


def from_before(folder: Path, migration: str) -> sqlite3.Connection:
    """An empty database as it was before a migration."""
    number = next(n for n, file in enumerate(migrate._FILES) if file.stem[5:] == migration)
    old = sqlite3.connect(folder / "old.sqlite3")
    old.row_factory = sqlite3.Row
    for file in migrate._FILES[:number]:
        old.executescript(file.read_text())
    old.execute(f"PRAGMA user_version = {number}")
    return old


def test_tables_open_before_closings_were_kept_get_their_whole_time(tmp_path: Path):
    old = from_before(tmp_path, "seats")
    old.execute("INSERT INTO players (id, name, handle, locale) VALUES (1, 'A', 'a', '')")
    for channel, state in enumerate(["lobby", "between", "playing", "closed"]):
        old.execute(
            "INSERT INTO tables (guild_id, channel_id, host_id, locale, rules, seats, stake,"
            " state, opened_at) VALUES (1, ?, 1, '', '', 2, 1, ?, 1)",
            (channel, state),
        )
    old.commit()
    migrate.migrate(old)
    left = "(closes_at - CAST(strftime('%s', 'now') AS INTEGER))"
    days = old.execute(f"SELECT round({left} / 86400.0, 2) FROM tables ORDER BY id").fetchall()
    assert [tuple(each) for each in days] == [(1,), (30,), (None,), (None,)]
    old.close()


def test_the_totals_of_hands_that_were_booked_before_they_were_kept(tmp_path: Path):
    old = from_before(tmp_path, "totals")
    for player in (1, 2):
        old.execute(
            "INSERT INTO players (id, name, handle, locale) VALUES (?, ?, '', '')",
            (player, f"P{player}"),
        )
    old.execute(
        "INSERT INTO tables (guild_id, channel_id, host_id, locale, rules, seats, stake,"
        " state, opened_at) VALUES (1, 1, 1, '', '', 2, 1, 'between', 1)"
    )
    for hand, points in enumerate((6, -2), start=1):
        old.execute(
            "INSERT INTO hands (table_id, number, button, secret, state, started_at)"
            " VALUES (1, ?, 1, x'00', 'finished', 1)",
            (hand,),
        )
        old.execute(
            "INSERT INTO entries (guild_id, hand_id, a, b, points, booked_at)"
            " VALUES (1, ?, 1, 2, ?, 1)",
            (hand, points),
        )
    old.commit()
    migrate.migrate(old)
    assert ledger.totals(old, 1, up_to=2) == {1: 4, 2: -4}
    assert ledger.totals(old, 1, up_to=1) == {1: 6, 2: -6}
    old.close()
