"""The write-ahead log has its length from the start, and nothing else comes of that."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import engines, facts, schema
from bot.store.connection import connect, empty_log, lay_out_log, path_of_log
from bot.store.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ofc.sqlite3"


@pytest.fixture
def db(path: Path) -> Iterator[sqlite3.Connection]:
    """A new database, of which nothing is in the log."""
    with closing(connect(path)) as connection:
        assert empty_log(connection)
        yield connection


def length(path: Path) -> int:
    return path_of_log(path).stat().st_size


async def test_a_commit_does_not_make_the_log_longer(path: Path):
    database = await Database.open(path)
    assert length(path) >= 4_000_000
    for number in range(3):
        await database.write(lambda db, number=number: facts.keep_fact(db, "it", str(number)))
        assert length(path) == 4_000_000
    await database.close()


def test_room_in_the_log_is_all_that_is_left(db: sqlite3.Connection, path: Path):
    size, known = path.stat().st_size, set(schema.columns(db))
    lay_out_log(db, path)
    assert not db.in_transaction
    assert (path.stat().st_size, set(schema.columns(db))) == (size, known)
    assert db.execute("PRAGMA cache_size").fetchone()[0] < 0, "as it was: in kilobytes"
    lay_out_log(db, path)
    assert 4_000_000 <= length(path) < 5_000_000, "it is laid out anew"


def test_a_log_that_grew_while_somebody_read_gets_short_again(db: sqlite3.Connection, path: Path):
    many = "x" * 9_000_000
    with closing(connect(path)) as reader:
        reader.execute("BEGIN")
        facts.fact(reader, "it")
        facts.keep_fact(db, "it", many)
        facts.keep_fact(db, "it", "kept")
        assert length(path) > 9_000_000
    db.execute("PRAGMA wal_checkpoint")
    facts.keep_fact(db, "it", "anew")
    assert length(path) == 4_000_000


def test_what_a_kill_left_in_the_log_is_kept(db: sqlite3.Connection, path: Path, tmp_path: Path):
    lay_out_log(db, path)
    facts.keep_fact(db, "it", "kept")
    left = tmp_path / "left.sqlite3"
    shutil.copy(path, left)
    shutil.copy(path_of_log(path), path_of_log(left))
    with closing(connect(left)) as again:
        lay_out_log(again, left)
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
        lay_out_log(db, path)
        assert length(path) < 1_000_000
        if wrong == "locked":
            other.execute("ROLLBACK")
    facts.keep_fact(db, "it", "kept")
    assert facts.fact(db, "it") == "kept"


async def test_a_start_that_fails_while_it_is_laid_out_keeps_nobody_from_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(db: sqlite3.Connection, _path: Path) -> None:
        db.execute("BEGIN IMMEDIATE")
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(engines, "lay_out_log", fail)
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error") as raised:
        await Database.open(path)
    with closing(sqlite3.connect(path, timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")
    # Until now the error has held what was open where it was raised.
    del raised
