"""`ofc-bot join`: what one person played with two accounts is theirs, or nothing changes."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.ledger.export import document
from bot.ledger.import_ import import_document
from bot.settings import Address
from bot.store import judgements, players, privacy, seats
from bot.store.connection import connect
from bot.store.engine import Connection
from bot.store.engines import connect_to_read, sole_connection
from bot.store.joining import join
from bot.store.judgements import Exercise
from bot.store.ledger import journal, seals, seasons, tallies
from bot.store.players import Person
from bot.values.ledger_records import DAY, EVERYTHING
from bot.verifying import first_fault
from tests.ledger.played import GUILD, OTHER, book_played, typed
from tests.ledger.two_accounts import BOB, MIA, NEW, OLD, hand_numbered, play_with_two_accounts
from tests.servers import PostgreSQL, written
from tests.store.rows import add_table
from tests.store.zebulon import USER, fill

Run = Callable[..., tuple[int, str]]


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    """A database in which somebody has played with two accounts."""
    if request.param == "sqlite":
        found: Address = tmp_path / "ofc.sqlite3"
    else:
        server: PostgreSQL = request.getfixturevalue("postgresql")
        found = server.new()
    with sole_connection(found, tmp_path) as db:
        db.execute("BEGIN IMMEDIATE")
        play_with_two_accounts(db)
        db.execute("COMMIT")
    return found


@pytest.fixture
def run(
    address: Address, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    monkeypatch.setenv("OFC_DATABASE", written(address))

    def run(*arguments: object) -> tuple[int, str]:
        code = main(list(map(str, arguments)))
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def points(db: Connection) -> dict[int, tuple[int, int]]:
    """Discord id -> hands and points of everybody in the ledger."""
    found: dict[int, tuple[int, int]] = {}
    for user in (MIA, OLD, BOB, NEW):
        player = players.find(db, user)
        assert player is not None
        record = tallies.record(db, GUILD, player.id, EVERYTHING, now=30 * DAY)
        found[user] = (0, 0) if record is None else (record.hands, record.points)
    return found


def test_points_hands_and_seasons_of_the_second_are_the_firsts(run: Run, address: Address):
    with closing(connect_to_read(address)) as db:
        before, sealed = points(db), seals.latest(db, GUILD)
        assert first_fault(db) is None
    assert sealed is not None
    said = f"5 hands of P{OLD} (@p{OLD}) are P{NEW} (@p{NEW})'s now, and all in it fits.\n"
    assert run("join", NEW, OLD) == (0, said)
    with closing(connect_to_read(address)) as db:
        after = points(db)
        assert after[NEW] == tuple(map(sum, zip(before[NEW], before[OLD], strict=True)))
        assert after[OLD] == (0, 0)
        assert all(after[user] == before[user] for user in (MIA, BOB))
        for season in seasons.every(db, GUILD):
            names = [line.name for line in seasons.final(db, season.id)]
            assert names.count(f"P{NEW}") == 1
            assert f"P{OLD}" not in names
    assert run("verify", "--seal", sealed.written)[0] == 0


def test_what_is_played_and_corrected_afterwards_fits_and_they_can_be_joined_again(
    run: Run, address: Address, tmp_path: Path
):
    assert run("join", OLD, NEW)[0] == 0
    with sole_connection(address, tmp_path) as db:
        db.execute("BEGIN IMMEDIATE")
        mia, old, new = (players.find(db, user) for user in (MIA, OLD, NEW))
        assert mia is not None
        assert old is not None
        assert new is not None
        for number, one in enumerate((old, new), start=20):
            book_played(db, "us2012", [mia.id, one.id], Random(number), number)
        journal.correct(db, hand_numbered(db, 2), is_void=True, reason="misdeal", now=30 * DAY)
        db.execute("COMMIT")
    assert run("join", NEW, OLD)[0] == 0
    with closing(connect_to_read(address)) as db:
        assert points(db)[OLD] == (0, 0)
    assert run("verify")[0] == 0


def test_a_joined_ledger_is_exported_and_imported(run: Run, address: Address, tmp_path: Path):
    assert run("join", NEW, OLD)[0] == 0
    with closing(connect_to_read(address)) as db:
        made, before = document(db, GUILD), points(db)
    with closing(connect(tmp_path / "there.sqlite3")) as other:
        other.execute("BEGIN")
        import_document(other, typed(made), OTHER)
        assert first_fault(other) is None
        found = players.find(other, NEW)
        assert found is not None
        record = tallies.record(other, OTHER, found.id, EVERYTHING, now=30 * DAY)
        assert record is not None
        assert (record.hands, record.points) == before[NEW]


@pytest.mark.parametrize("seed", range(2, 12))
def test_whatever_was_played_all_fits(tmp_path: Path, seed: int):
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        db.execute("BEGIN")
        play_with_two_accounts(db, seed)
        pair = [players.find(db, user) for user in (OLD, NEW)]
        Random(seed).shuffle(pair)
        first, second = pair
        assert first is not None
        assert second is not None
        join(db, first, second)
        assert first_fault(db) is None


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (NEW, NEW, "Name two different accounts."),
        (NEW, 999, "The bot knows nobody with the Discord id 999."),
        (NEW, MIA, "Both were in one hand, and nobody is there twice."),
    ],
)
def test_who_cannot_be_one_person_is_refused(
    run: Run, address: Address, first: int, second: int, why: str
):
    with closing(connect_to_read(address)) as db:
        before = points(db)
    assert run("join", first, second) == (2, f"{why}\n")
    with closing(connect_to_read(address)) as db:
        assert points(db) == before


def test_who_sits_at_a_table_is_refused(run: Run, address: Address, tmp_path: Path):
    with sole_connection(address, tmp_path) as db:
        db.execute("BEGIN IMMEDIATE")
        old = players.find(db, OLD)
        assert old is not None
        seats.sit(db, add_table(db, old.id), 1, old.id)
        db.execute("COMMIT")
    code, said = run("join", NEW, OLD)
    assert code == 2
    assert said.startswith(f"P{OLD} is playing right now.")


def test_nothing_names_the_second_any_more_but_what_was_sealed(tmp_path: Path):
    """Whatever a new table says of a player, it is the first's."""
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        db.execute("BEGIN")
        zeb = fill(db)
        first = players.remember(db, Person(999, "New", "new", "de"))
        second = players.find(db, USER)
        assert second is not None
        db.execute("UPDATE tables SET state = 'closed'")
        named = {
            (table, name)
            for table, names in privacy.personal_columns(db).items()
            for name in names
            if db.execute(f"SELECT 1 FROM {table} WHERE {name} = ?", (zeb,)).fetchone()
        }
        join(db, first, second)
        for table, name in named:
            assert not db.execute(f"SELECT 1 FROM {table} WHERE {name} = ?", (zeb,)).fetchone()
        rows = db.execute("SELECT DISTINCT former_id FROM former_players").fetchall()
        assert [tuple(row) for row in rows] == [(zeb,)]


def test_the_answer_of_the_first_to_an_exercise_of_both_counts(tmp_path: Path):
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        db.execute("BEGIN")
        first, second = (
            players.remember(db, Person(user, "Two", "two", "de")) for user in (998, 999)
        )
        same, other = Exercise(16, 1, 500, 1, 10), Exercise(17, 1, 0, 1, 20)
        judgements.keep_answer(db, first.id, same)
        for each in (replace(same, cost=0), other):
            judgements.keep_answer(db, second.id, each)
        join(db, first, second)
        assert judgements.answered(db, first.id) == (same, other)
