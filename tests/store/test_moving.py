"""`bot move` puts everything into another database, or nothing: files and PostgreSQL servers."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import Address
from bot.store import deal_sets, players, schema
from bot.store.connection import connect
from bot.store.deal_sets import DAY, DealSet
from bot.store.engines import connect_to_read, sole_connection
from bot.store.players import Person
from tests.ledger.played import played_ledger
from tests.servers import PostgreSQL, written
from tests.store.tampering import tamper
from tests.store.zebulon import fill


def everything(address: Address) -> dict[str, set[tuple[object, ...]]]:
    """All rows of a database."""
    with closing(connect_to_read(address)) as db:
        return {
            table: {tuple(row) for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}")}
            for table, columns in schema.columns(db).items()
        }


@pytest.fixture
def move(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Address, Address], int]:
    """Runs the command on a database; returns its exit code."""
    monkeypatch.setenv("OFC_BACKUPS", str(tmp_path / "backups"))

    def run(source: Address, target: Address) -> int:
        monkeypatch.setenv("OFC_DATABASE", written(source))
        return main(["move", written(target)])

    return run


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database with a ledger that fits."""
    path = tmp_path / "old.sqlite3"
    with closing(connect(path)) as db:
        played_ledger(db, 1, 6)
        deal_sets.commit_to(db, DealSet(DAY, 20_000), lambda: bytes(32), now=1)
    return path


def filled(path: Path) -> Path:
    """A database with somebody in every table, whose sums fit nothing."""
    with closing(connect(path)) as db:
        fill(db)
    return path


def test_all_of_a_file_comes_to_another_one(move, old: Path, tmp_path: Path):
    new = tmp_path / "new.sqlite3"
    assert move(old, new) == 0
    assert everything(new) == everything(old)
    assert main(["verify", str(new)]) == 0
    with closing(connect(new)) as db, pytest.raises(Exception, match="nothing is ever deleted"):
        db.execute("DELETE FROM entries")


def test_all_comes_to_a_server_and_back(
    move, old: Path, tmp_path: Path, postgresql: PostgreSQL, capsys: pytest.CaptureFixture[str]
):
    server, back = postgresql.new(), tmp_path / "back.sqlite3"
    assert move(old, server) == 0
    assert f"are in {server}, and all in it fits." in capsys.readouterr().out
    assert everything(server) == everything(old)
    with sole_connection(server, tmp_path) as db:
        with pytest.raises(Exception, match="nothing is ever deleted"):
            db.execute("DELETE FROM entries")
        db.execute("BEGIN")
        known = db.execute("SELECT max(id) FROM players").fetchone()[0]
        newcomer = players.remember(db, Person(5, "New", "new", "de"))
        assert newcomer.id == known + 1, "the server goes on counting"
        db.execute("ROLLBACK")
    assert move(server, back) == 0
    assert everything(back) == everything(old)


def test_all_comes_from_one_server_to_another_in_whatever_order_its_rows_lie(
    move, old: Path, postgresql: PostgreSQL
):
    with closing(connect(old)) as db:
        db.execute("UPDATE tables SET rematch_of = id - 1 WHERE id > 1")
    first, second = postgresql.new(), postgresql.new()
    assert move(old, first) == 0
    with postgresql.plain(first) as db:
        db.execute("UPDATE tables SET locale = locale WHERE id < 3")
        ids = [row[0] for row in db.execute("SELECT id FROM tables")]
    assert ids != sorted(ids)
    assert move(first, second) == 0
    assert everything(second) == everything(old)


def test_a_database_that_cannot_take_every_name_is_left_alone(
    move, old: Path, postgresql: PostgreSQL, capsys: pytest.CaptureFixture[str]
):
    for encoding in ("SQL_ASCII", "LATIN1"):
        assert move(old, postgresql.new_in(encoding)) == 2
        said = capsys.readouterr().err
        assert f"The database is in {encoding}, in which not every name can be written." in said


def test_rows_of_every_table_come_to_a_server(
    move, tmp_path: Path, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.verifying.first_fault", lambda _: None)
    old, server = filled(tmp_path / "old.sqlite3"), postgresql.new()
    assert move(old, server) == 0
    assert everything(server) == everything(old)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET points = points + 1",
        "UPDATE seals SET seal = zeroblob(32) WHERE number = 2",
        "UPDATE fixed_deals SET secret = x'" + "01" * 32 + "'",
    ],
)
def test_what_does_not_fit_is_not_moved(
    move, old: Path, tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
):
    """Sums, seals, and what was committed to; the other database is as it was."""
    new = tmp_path / "new.sqlite3"
    tamper(old, damage)
    assert move(old, new) == 2
    assert "It is not moved." in capsys.readouterr().err
    assert not new.exists()


def test_half_a_move_leaves_a_server_empty(
    move,
    old: Path,
    postgresql: PostgreSQL,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    server = postgresql.new()
    for order in (["players"], ["seats"]):
        with monkeypatch.context() as broken:
            broken.setattr("bot.store.moving.in_order", lambda *_, order=order: iter(order))
            assert move(old, server) == 2
    assert caplog.records == [], "no library adds a line to the sentence"
    with closing(connect_to_read(server)) as db:
        assert db.execute("SELECT COUNT(*) FROM players").fetchone()[0] == 0
    assert move(old, server) == 0, "and can be moved again"


def test_nothing_is_moved_over_something(
    move, old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    other = filled(tmp_path / "other.sqlite3")
    before = everything(other)
    assert move(old, other) == 2
    assert "already something in that database" in capsys.readouterr().err
    assert everything(other) == before
    assert move(old, old) == 2
    assert "is where everything is already" in capsys.readouterr().err
    assert move(tmp_path / "none.sqlite3", tmp_path / "new.sqlite3") == 2
    assert "There's no database" in capsys.readouterr().err
