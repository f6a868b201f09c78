"""The write-ahead log gets short again, and a start that fails holds up nobody."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import engines, facts
from bot.store.connection import connect, empty_log, path_of_log
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


async def test_a_start_that_fails_in_a_transaction_keeps_nobody_from_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(engines, "FileMemory", fail)
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error") as raised:
        await Database.open(path)
    with closing(sqlite3.connect(path, timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")
    # Until now the error has held what was open where it was raised.
    del raised
