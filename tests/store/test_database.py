"""One door: transactions are whole, and a newer schema is refused."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store import facts, migrate
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


def test_tables_open_before_closings_were_kept_get_their_whole_time(tmp_path: Path):
    number = next(n for n, file in enumerate(migrate._FILES) if file.stem.endswith("_seats"))
    old = sqlite3.connect(tmp_path / "old.sqlite3")
    for file in migrate._FILES[:number]:
        old.executescript(file.read_text())
    old.execute(f"PRAGMA user_version = {number}")
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
    assert days == [(1,), (30,), (None,), (None,)]
    old.close()
