"""Backups are whole and checked, and what replaces a database leaves the old one beside it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from bot.settings import Storage
from bot.store import backup, facts
from bot.store.connection import Lock, connect
from bot.store.database import Database
from bot.store.restore import restore
from bot.store.schema import LATEST, DamagedError, InUseError, SchemaError, StoreError
from bot.upkeep import keep_backups, seconds_to_backup
from tests.waiting import until

NIGHT = 1_800_000_000.0
DAY = 86400


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in which something is written."""
    path = tmp_path / "ofc.sqlite3"
    remember(path, "first")
    return path


def remember(path: Path, value: str) -> None:
    with closing(connect(path)) as db:
        facts.keep_fact(db, "it", value)


def remembered(path: Path) -> str | None:
    with closing(connect(path)) as db:
        return facts.fact(db, "it")


def start(path: Path) -> None:
    """Open and close a database as a bot does."""

    async def run() -> None:
        await (await Database.open(path)).close()

    asyncio.run(run())


def damage(path: Path) -> None:
    """Overwrite some pages in the middle, as a failing disk does."""
    data = bytearray(path.read_bytes())
    data[5000:30000] = b"\x5a" * 25000
    path.write_bytes(data)


async def test_a_database_in_use_is_copied_with_all_that_is_committed(path: Path, tmp_path: Path):
    database = await Database.open(path)
    await database.write(lambda db: facts.keep_fact(db, "it", "second"))
    backup.back_up(path, tmp_path / "copy.sqlite3")
    await database.close()
    assert remembered(tmp_path / "copy.sqlite3") == "second"


async def test_a_backup_takes_nothing_that_is_not_committed(path: Path, tmp_path: Path):
    with closing(connect(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        facts.keep_fact(db, "it", "half done")
        backup.back_up(path, tmp_path / "copy.sqlite3")
        db.execute("ROLLBACK")
    assert remembered(tmp_path / "copy.sqlite3") == "first"


def test_a_backup_is_one_file(path: Path, tmp_path: Path):
    backup.back_up(path, tmp_path / "there" / "copy.sqlite3")
    assert [found.name for found in (tmp_path / "there").iterdir()] == ["copy.sqlite3"]


def test_a_damaged_database_gives_no_backup(path: Path, tmp_path: Path):
    damage(path)
    with pytest.raises(StoreError):
        backup.back_up(path, tmp_path / "there" / "copy.sqlite3")
    assert list((tmp_path / "there").iterdir()) == [], "nothing half done stays either"


def test_a_backup_replaces_no_file(path: Path):
    with pytest.raises(StoreError, match="already exists"):
        backup.back_up(path, path)
    assert remembered(path) == "first"


def test_only_the_newest_are_kept_and_no_other_file_is_touched(path: Path, tmp_path: Path):
    folder = tmp_path / "backups"
    names = [backup.name_of(path, NIGHT + night * DAY) for night in range(5)]
    others = [backup.name_of(path, NIGHT, schema=1), "other-2027-01-01T00-00-00Z.sqlite3"]
    for name in (*names, *others):
        backup.back_up(path, folder / name)
    backup.thin_out(folder, path, 2, NIGHT + 4 * DAY)
    assert {found.name for found in folder.iterdir()} == {*names[-2:], *others}
    assert backup.made_at(folder, path, NIGHT + 4 * DAY) == NIGHT + 4 * DAY


def test_the_latest_good_backup_is_not_a_damaged_one(path: Path, tmp_path: Path):
    folder = tmp_path / "backups"
    good, bad = (folder / backup.name_of(path, NIGHT + n) for n in range(2))
    for target in (good, bad):
        backup.back_up(path, target)
    damage(bad)
    assert backup.latest_good(folder, path) == good


def test_restoring_puts_the_backup_in_place_and_keeps_the_replaced(path: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    backup.back_up(path, copy)
    remember(path, "later")
    replaced = restore(copy, path, NIGHT).replaced
    assert remembered(path) == "first"
    assert replaced is not None
    assert replaced.parent == path.parent
    assert remembered(replaced) == "later"
    assert copy.exists()


def test_restoring_where_there_is_no_database(path: Path, tmp_path: Path):
    new = tmp_path / "elsewhere" / "ofc.sqlite3"
    assert restore(path, new, NIGHT).replaced is None
    assert remembered(new) == "first"


async def test_restoring_is_refused_while_a_bot_holds_the_database(path: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    backup.back_up(path, copy)
    database = await Database.open(path)
    with pytest.raises(InUseError, match="Stop it first"):
        restore(copy, path, NIGHT)
    await database.close()
    assert restore(copy, path, NIGHT).replaced is not None


@pytest.mark.parametrize("what", ["damaged", "no database", "empty", "newer", "missing"])
def test_what_is_no_good_backup_is_not_put_in_place(path: Path, tmp_path: Path, what: str):
    copy = tmp_path / "copy.sqlite3"
    backup.back_up(path, copy)
    match what:
        case "damaged":
            damage(copy)
        case "no database":
            copy.write_text("these are my notes" * 100)
        case "empty":
            copy.write_bytes(b"")
        case "newer":
            with closing(sqlite3.connect(copy)) as db:
                db.execute("PRAGMA user_version = 999")
        case _:
            copy.unlink()
    with pytest.raises(StoreError):
        restore(copy, path, NIGHT)
    assert remembered(path) == "first"
    assert {f.name for f in tmp_path.glob("*ofc*")} <= {"ofc.sqlite3", "ofc.sqlite3.lock"}


async def test_every_night_a_backup_is_made_and_the_oldest_goes(path: Path, tmp_path: Path):
    nights, storage = [NIGHT], Storage(path, tmp_path / "kept", backups_kept=2)
    keeping = asyncio.create_task(keep_backups(storage, lambda: nights[-1], 0.01))
    for _ in range(4):
        await until(lambda: backup.made_at(storage.backups, path, nights[-1]) == nights[-1])
        nights.append(nights[-1] + DAY)
    keeping.cancel()
    await asyncio.wait({keeping})
    made = {found.name for found in storage.backups.iterdir()}
    assert made <= {backup.name_of(path, night) for night in nights[-4:]}
    assert len(made) <= 3, "the oldest goes once the newest is there"


async def test_a_night_in_which_no_backup_can_be_made_is_made_up_for(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    storage = Storage(path, tmp_path / "kept")
    storage.backups.write_text("in the way of the folder")
    keeping = asyncio.create_task(keep_backups(storage, lambda: NIGHT, 0.01))
    await until(lambda: "backups are not done, will try again in an hour" in caplog.text)
    storage.backups.unlink()
    await until(lambda: backup.latest_good(storage.backups, path) is not None)
    keeping.cancel()
    await asyncio.wait({keeping})


async def test_two_bots_do_not_work_with_one_database(path: Path):
    first = await Database.open(path)
    with pytest.raises(InUseError, match="Another bot is using the database"):
        await Database.open(path)
    await first.close()
    second = await Database.open(path)
    await second.close()


def test_a_start_that_fails_holds_nothing(path: Path):
    path.write_text("no database" * 500)
    with pytest.raises(DamagedError):
        start(path)
    Lock(path).release()


@pytest.mark.parametrize("how", ["in the middle", "at the head", "truncated", "emptied"])
def test_a_damaged_database_is_refused_and_the_latest_good_backup_named(
    path: Path, tmp_path: Path, how: str
):
    good = tmp_path / "backups" / backup.name_of(path, NIGHT)
    backup.back_up(path, good)
    data = path.read_bytes()
    match how:
        case "in the middle":
            damage(path)
        case "at the head":
            path.write_bytes(b"\0" * 100 + data[100:])
        case "truncated":
            path.write_bytes(data[: len(data) // 2])
        case _:
            path.write_bytes(b"")
    with pytest.raises(DamagedError) as refused:
        start(path)
    assert f"ofc-bot restore {good}" in str(refused.value)
    restore(good, path, NIGHT)
    assert remembered(path) == "first"


def test_without_a_good_backup_a_damaged_database_is_refused_all_the_same(path: Path):
    damage(path)
    with pytest.raises(DamagedError, match="There's no good backup"):
        start(path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(StoreError, match="Can't write to"):
        start(tmp_path / "data" / "ofc.sqlite3")


SMALL_DISK = """
import resource, sys
from bot.__main__ import main
from bot.store import engines
def limited(path, lock=engines.Lock):
    held = lock(path) if {is_locked} else None
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    return held or lock(path)
engines.Lock = limited
sys.exit(main(["run"]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of a process")
@pytest.mark.parametrize("is_locked", [False, True])
def test_a_disk_that_sqlite_cannot_work_with_is_named_and_nothing_is_left_on_it(
    tmp_path: Path, is_locked: bool
):
    """As one over the network, which lacks shared memory: there it is the same error."""
    database = tmp_path / "ofc.sqlite3"
    ended = subprocess.run(
        [sys.executable, "-c", SMALL_DISK.format(is_locked=is_locked)],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"OFC_DATABASE": str(database), "DISCORD_TOKEN": "a.b.c"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"The database {database} can't be opened: disk I/O error.")
    assert line.endswith("network drive, put the database on a disk of this machine.")
    assert not database.exists()


async def test_an_older_schema_is_copied_before_it_is_changed(tmp_path: Path, later):
    path = tmp_path / "ofc.sqlite3"
    with closing(connect(path)) as db:
        facts.keep_fact(db, "it", "old")
    before = LATEST
    later("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;")
    database = await Database.open(path)
    assert await database.read(lambda db: facts.fact(db, "it")) == "old"
    await database.close()
    (copy,) = (tmp_path / "backups").iterdir()
    assert f"schema{before}" in copy.name
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (before,)
        assert db.execute("SELECT value FROM facts").fetchone() == ("old",)
    restore(copy, path, NIGHT)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (before + 1,), "brought up to date"


def test_a_newer_schema_is_refused_as_it_is(path: Path, tmp_path: Path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(SchemaError, match="Update the bot"):
        start(path)
    assert path.read_bytes() == before
    assert not (tmp_path / "backups").exists()


@pytest.mark.parametrize(
    ("made", "now", "due"),
    [
        ("", "2027-03-03 12:00", "2027-03-03 12:00"),
        ("2027-03-03 04:00", "2027-03-03 12:00", "2027-03-04 04:00"),
        ("2027-03-03 02:00", "2027-03-03 03:00", "2027-03-03 04:00"),
        ("2027-03-01 04:00", "2027-03-03 03:00", "2027-03-03 03:00"),
        ("2027-03-03 03:59", "2027-03-03 04:00", "2027-03-03 04:00"),
    ],
)
def test_a_backup_is_due_at_night_or_at_once_if_the_night_was_missed(made: str, now: str, due: str):
    made_at = stamp(made) if made else None
    assert stamp(now) + seconds_to_backup(made_at, stamp(now)) == stamp(due)


def stamp(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
