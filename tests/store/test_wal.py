"""The write-ahead log has its length from the start, and nothing else comes of that."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import catalog, facts, wal
from bot.store.connection import connect
from bot.store.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ofc.sqlite3"


@pytest.fixture
def db(path: Path) -> Iterator[sqlite3.Connection]:
    """A new database, of which nothing is in the log."""
    with closing(connect(path)) as connection:
        assert wal.empty(connection)
        yield connection


def length(path: Path) -> int:
    return wal.path_of(path).stat().st_size


async def test_a_commit_does_not_make_the_log_longer(path: Path):
    database = await Database.open(path)
    before = length(path)
    assert before >= 4_000_000
    await database.write(lambda db: facts.keep_fact(db, "it", "kept"))
    assert length(path) == before
    await database.close()


def test_room_in_the_log_is_all_that_is_left(db: sqlite3.Connection, path: Path):
    size, known = path.stat().st_size, set(catalog.columns(db))
    wal.lay_out(db, path)
    assert not db.in_transaction
    assert (path.stat().st_size, set(catalog.columns(db))) == (size, known)
    assert db.execute("PRAGMA cache_size").fetchone()[0] < 0, "as it was: in kilobytes"
    before = length(path)
    wal.lay_out(db, path)
    assert length(path) == before, "it is long enough"


def test_what_a_kill_left_in_the_log_is_kept(db: sqlite3.Connection, path: Path, tmp_path: Path):
    wal.lay_out(db, path)
    facts.keep_fact(db, "it", "kept")
    left = tmp_path / "left.sqlite3"
    shutil.copy(path, left)
    shutil.copy(wal.path_of(path), wal.path_of(left))
    with closing(connect(left)) as again:
        wal.lay_out(again, left)
        assert facts.fact(again, "it") == "kept"
        assert again.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


@pytest.mark.parametrize("wrong", ["full", "locked"])
def test_without_room_or_while_somebody_writes_it_stays_short(
    db: sqlite3.Connection, path: Path, wrong: str
):
    with closing(connect(path)) as other:
        if wrong == "full":
            db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
        else:
            db.execute("PRAGMA busy_timeout = 0")
            other.execute("BEGIN IMMEDIATE")
        wal.lay_out(db, path)
        assert length(path) < 1_000_000
        if wrong == "locked":
            other.execute("ROLLBACK")
    facts.keep_fact(db, "it", "kept")
    assert facts.fact(db, "it") == "kept"
