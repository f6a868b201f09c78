"""What is known of a table without reading it is what the database says, whatever happens."""

import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.game import play
from bot.game.loading import loaded, read
from bot.store import hands
from bot.store.cache import Memory, memory_of
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.hands import HandState
from tests import machines
from tests.store.turmoil import Turmoil, open_tables

WATCHED = {"INSERT", "UPDATE", "DELETE"}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "ofc.sqlite3")
    await opened.write(open_tables)
    yield opened
    await opened.close()


@machines.shrinks
@pytest.mark.parametrize("count", [8, pytest.param(2000, marks=pytest.mark.exhaustive)])
def test_what_is_known_is_what_is_kept(tmp_path: Path, count: int):
    """After every transaction, whether it was kept, undone, or was one of several in a commit."""
    files = (tmp_path / f"{number}.sqlite3" for number in itertools.count())
    machines.run(lambda: Turmoil(lambda: Database.open(next(files))), count, 20)


async def test_every_row_that_a_table_is_read_from_is_watched(database: Database):
    """Also one that is only read from next year on: SQLite says what it reads."""
    found: set[str] = set()

    def note(action: int, name: str | None, *_others: str | None) -> int:
        if action == sqlite3.SQLITE_READ and name is not None:
            found.add(name)
        return sqlite3.SQLITE_OK

    def watched(db: sqlite3.Connection) -> dict[str, set[str]]:
        triggers: dict[str, set[str]] = {}
        for name, of in db.execute("SELECT name, tbl_name FROM sqlite_temp_schema"):
            triggers.setdefault(of, set()).add(name.rpartition("_")[2])
        return triggers

    def note_reads(db: sqlite3.Connection) -> None:
        db.set_authorizer(note)
        read(db, 1)
        db.set_authorizer(None)

    with closing(connect(database.address)) as db:
        play.deal(db, loaded(db, 1), bytes(32), 1)
        note_reads(db)
        hands.end(db, 1, state=HandState.FINISHED, now=2)
        note_reads(db)
        with_real_cards = hands.add(db, 1, number=2, button=1, lineup=[], now=1)
        hands.end(db, with_real_cards, state=HandState.FINISHED, now=2)
        note_reads(db)
    assert {"tables", "seats", "operations", "players", "results"} <= found
    triggers = await database.read(watched)
    # Whoever is new is at no table yet.
    triggers["players"].add("INSERT")
    assert {name: triggers[name] for name in found} == dict.fromkeys(found, WATCHED)


async def test_what_another_program_writes_is_seen(database: Database):
    def name(db: sqlite3.Connection) -> str:
        return loaded(db, 1).host.name

    assert await database.read(name) == "P0"
    with closing(sqlite3.connect(database.address)) as other, other:
        other.execute("UPDATE players SET name = 'Ann' WHERE id = 1")
    assert await database.read(name) == "Ann"


async def test_a_table_that_is_known_is_not_read_again(database: Database):
    first = await database.read(lambda db: loaded(db, 1))
    assert await database.read(lambda db: loaded(db, 1)) is first


def test_only_so_much_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.store.cache._MOST", 2)
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        assert memory_of(db) is None
        memory = db.memory = Memory()
        for table_id in (1, 2):
            memory.keep(table_id, f"table {table_id}", ())
        memory.recall(1)
        memory.keep(3, "table 3", ())
        assert [memory.recall(n)[0] for n in (1, 2, 3)] == ["table 1", None, "table 3"]
