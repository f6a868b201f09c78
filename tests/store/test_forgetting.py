"""Whoever is forgotten is in no byte of any file, and no backup brings them back."""

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.ledger.audit import every_server
from bot.settings import Storage
from bot.store import backup, hands, players, privacy, seats, tables
from bot.store.connection import connect, connect_to_read
from bot.store.database import Database
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow
from bot.store.players import Person
from bot.store.schema import StoreError
from bot.upkeep import bring_back, keep_forgetting
from bot.values.ledger_records import DAY
from bot.values.options import Destination, TableOptions
from tests.store.rows import add_players
from tests.store.zebulon import DM, MESSAGE, USER, ZEB, ZONE, fill
from tests.waiting import until

NIGHT = 1_800_000_000
SECRETS = [text.encode() for text in (ZEB.name, ZEB.handle, ZONE, ZEB.locale)] + [
    number.to_bytes(8, "big") for number in (USER, DM, MESSAGE)
]


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / "ofc.sqlite3", tmp_path / "backups")


@pytest_asyncio.fixture
async def database(storage: Storage) -> AsyncIterator[Database]:
    """A database in which Zebulon has played first, and others later."""
    database = await Database.open(storage.database, storage.backups)
    zeb = await database.write(fill)
    assert zeb == 3
    await database.write(lambda db: tables.close(db, 1, now=2))
    for n in range(200):
        person = Person(5000 + n, f"Somebody {n}", f"some{n}", "fr")
        await database.write(lambda db, person=person: players.remember(db, person))
    yield database
    await database.close()


def told(*files: Path) -> list[bytes]:
    """What tells who Zebulon is in files that are there."""
    data = b"".join(file.read_bytes() for file in files if file.exists())
    return [secret for secret in SECRETS if secret in data]


def of(path: Path) -> tuple[Path, Path]:
    return path, path.with_name(f"{path.name}-wal")


async def forget(database: Database) -> None:
    await database.write(lambda db: privacy.forget(db, 3))
    await database.leave_no_trace()


async def test_who_is_forgotten_is_in_no_byte_of_database_and_log(
    database: Database, storage: Storage
):
    assert told(*of(storage.database)) == SECRETS
    await forget(database)
    assert told(*of(storage.database)) == []
    await database.close()
    assert told(*of(storage.database)) == []


async def test_nor_after_an_older_backup_is_put_back(database: Database, storage: Storage):
    copy = storage.backups / "copy.sqlite3"
    backup.back_up(storage.database, copy)
    await forget(database)
    await database.close()
    assert told(copy) == SECRETS
    assert told(storage.backups / privacy.FILE) == []
    storage.database.unlink()
    bring_back(copy, storage.database, storage.backups, NIGHT, anyway=True)
    assert told(*of(storage.database)) == []
    with closing(connect(storage.database)) as db:
        assert players.get(db, 3).name == "Player 3"
        assert players.find(db, USER) is None
        assert players.find(db, 5000) is not None


async def test_the_replaced_database_knows_as_well_who_was_forgotten(
    database: Database, storage: Storage, tmp_path: Path
):
    backup.back_up(storage.database, tmp_path / "copy.sqlite3")
    await database.write(lambda db: privacy.forget(db, 3))
    await database.close()
    assert not storage.backups.exists()
    bring_back(tmp_path / "copy.sqlite3", storage.database, storage.backups, NIGHT, anyway=True)
    assert told(*of(storage.database)) == []


def test_nothing_is_put_in_place_of_a_database_that_cannot_say_who_was_forgotten(
    storage: Storage, tmp_path: Path
):
    with closing(connect(tmp_path / "made.sqlite3")):
        backup.back_up(tmp_path / "made.sqlite3", tmp_path / "copy.sqlite3")
    storage.database.mkdir()
    with pytest.raises(StoreError, match=r"who was forgotten and must stay so\. Try again"):
        bring_back(tmp_path / "copy.sqlite3", storage.database, storage.backups, NIGHT)
    assert storage.database.is_dir()


async def test_the_list_travels_with_the_backups(
    database: Database, storage: Storage, tmp_path: Path
):
    copy = storage.backups / "copy.sqlite3"
    backup.back_up(storage.database, copy)
    await forget(database)
    there = tmp_path / "there"
    bring_back(copy, there / "ofc.sqlite3", there / "backups", NIGHT, anyway=True)
    assert told(*of(there / "ofc.sqlite3")) == []


TAGS = [f"{number:016x}" for number in range(3)]


@given(
    st.lists(st.sampled_from(TAGS).map(str.encode) | st.binary(max_size=20), max_size=6),
    st.sampled_from([b"\n", b"\r\n"]),
)
def test_the_list_may_hold_any_bytes(parts: list[bytes], end: bytes):
    """A torn disk leaves what it likes there: what can be read counts, and stays."""
    with tempfile.TemporaryDirectory() as name, closing(connect(Path(name) / "db")) as db:
        folder = Path(name)
        (folder / privacy.FILE).write_bytes(end.join(parts))
        (player_id,) = add_players(db, 1)
        privacy.forget(db, player_id)
        (own,) = db.execute("SELECT tag FROM players").fetchone()
        whole = {part.decode() for part in parts if part in map(str.encode, TAGS)}
        assert whole <= privacy.kept_tags(folder)
        privacy.leave_no_trace(db, folder, lambda _: True)
        assert privacy.kept_tags(folder) >= {own, *whole}
        lines = (folder / privacy.FILE).read_text("ascii").splitlines()
        assert lines == sorted(privacy.kept_tags(folder))


@pytest.mark.parametrize("what", ["a folder", "below a file"])
async def test_a_list_that_cannot_be_kept_is_named(database: Database, storage: Storage, what: str):
    if what == "a folder":
        (storage.backups / privacy.FILE).mkdir(parents=True)
    else:
        storage.backups.write_text("")
    await database.write(lambda db: privacy.forget(db, 3))
    with pytest.raises(StoreError, match=r"forgotten\.txt can't be read: .*who was forgotten"):
        await database.leave_no_trace()
    copy = storage.database.with_name("copy.sqlite3")
    backup.back_up(storage.database, copy)
    await database.close()
    with pytest.raises(StoreError, match=r"forgotten\.txt can't be read"):
        bring_back(copy, storage.database, storage.backups, NIGHT, anyway=True)


async def test_who_came_back_after_being_forgotten_is_not_forgotten_again(
    database: Database, storage: Storage
):
    await forget(database)
    again = await database.write(lambda db: players.remember(db, ZEB))
    copy = storage.backups / "copy.sqlite3"
    backup.back_up(storage.database, copy)
    await database.close()
    bring_back(copy, storage.database, storage.backups, NIGHT, anyway=True)
    with closing(connect(storage.database)) as db:
        found = players.find(db, USER)
        assert found is not None
        assert found.id == again.id


def test_a_table_at_which_somebody_forgotten_sat_in_the_backup_is_closed(storage: Storage):
    with closing(connect(storage.database)) as db:
        ids = add_players(db, 2)
        table = tables.add(
            db,
            TableOptions(seats=2),
            Destination(5, 7, "de"),
            host_id=ids[0],
            now=DAY,
        )
        hands.commit_deal(db, table, 1, bytes(32), now=DAY)
        for seat, player in enumerate(ids, start=1):
            seats.sit(db, table, seat, player)
        lineup = [LineupRow(n + 1, player, n, 0) for n, player in enumerate(ids)]
        hands.add(db, table, number=1, button=1, lineup=lineup, now=DAY)
        hands.commit_deal(db, table, 2, bytes(32), now=DAY)
        tables.set_state(db, table, tables.State.PLAYING)
        backup.back_up(storage.database, storage.backups / "copy.sqlite3")
        hands.end(db, 1, state=HandState.VOID, now=DAY)
        tables.close(db, table, DAY)
        privacy.forget(db, ids[0])
    bring_back(storage.backups / "copy.sqlite3", storage.database, storage.backups, NIGHT)
    with closing(connect_to_read(storage.database)) as db:
        assert players.get(db, ids[0]).name == f"Player {ids[0]}"
        row = tables.get(db, table)
        assert row is not None
        assert row.state is tables.State.CLOSED
        assert [server.fault for server in every_server(db)] == [None]


async def test_a_reader_is_not_waited_for_and_the_log_is_emptied_within_the_hour(
    database: Database, storage: Storage
):
    with closing(sqlite3.connect(storage.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM players").fetchone()
        await forget(database)
        assert told(of(storage.database)[1]), "the reader still needs it"
    keeping = asyncio.create_task(keep_forgetting(database, storage, lambda: NIGHT, 0.01))
    await until(lambda: not told(*of(storage.database)))
    keeping.cancel()
    await asyncio.wait({keeping})


async def test_who_is_forgotten_while_others_are_wiped_is_wiped_next(
    database: Database, storage: Storage
):
    """Processes that share a server forget people at the same time."""
    wiped: list[int] = []

    def wipe(db: Connection) -> bool:
        if not wiped:
            privacy.forget(db, 4)
        wiped.append(len(wiped))
        return True

    await database.write(lambda db: privacy.forget(db, 3))
    for times in (1, 2, 2):
        await database.write(lambda db: privacy.leave_no_trace(db, storage.backups, wipe))
        assert len(wiped) == times


async def test_while_nobody_is_forgotten_the_log_is_left_alone(
    database: Database, storage: Storage
):
    def expired() -> Path:
        copy = storage.backups / backup.name_of(storage.database, NIGHT - 31 * DAY, schema=1)
        copy.touch()
        return copy

    await forget(database)
    await database.write(lambda db: players.remember(db, Person(9000, "Nora", "nora", "fr")))
    before = of(storage.database)[1].stat().st_size
    first = expired()
    keeping = asyncio.create_task(keep_forgetting(database, storage, lambda: NIGHT, 0.01))
    await until(lambda: not first.exists())
    second = expired()
    await until(lambda: not second.exists())
    keeping.cancel()
    await asyncio.wait({keeping})
    assert of(storage.database)[1].stat().st_size == before


def test_older_schemas_and_replaced_databases_go_after_thirty_days(storage: Storage):
    connect(storage.database).close()
    month, folder = 30 * DAY, storage.backups
    beside = storage.database.parent

    def old(now: int) -> list[Path]:
        replaced = beside / f"replaced-{backup.name_of(storage.database, now)}"
        return [
            folder / backup.name_of(storage.database, now, schema=1),
            replaced,
            replaced.with_name(f"{replaced.name}-wal"),
        ]

    regular = folder / backup.name_of(storage.database, NIGHT - 2 * month)
    others = [beside / "replaced-by-me.sqlite3", beside / "replaced-ofc-notes.sqlite3"]
    folder.mkdir()
    young, gone = old(NIGHT - month + 60), old(NIGHT - month - 60)
    for path in (*young, *gone, regular, *others):
        path.touch()
    backup.drop_expired(folder, storage.database, NIGHT)
    assert not any(path.exists() for path in gone)
    assert all(path.exists() for path in (*young, regular, *others, storage.database))
