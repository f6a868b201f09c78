"""Which backups are kept, which is the newest, and that nothing stops their being made."""

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.settings import Storage
from bot.store import backup
from bot.store.connection import connect, connect_checked
from bot.store.schema import LATEST, StoreError
from bot.upkeep import keep_backups
from tests.failing.calls import Calls, Way
from tests.waiting import until

NIGHT = datetime(2026, 3, 3, 12, tzinfo=UTC).timestamp()
DAY = 86400
AHEAD = "ofc-2999-01-01T00-00-00Z.sqlite3"
NEVER = "ofc-2026-02-30T00-00-00Z.sqlite3"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database without hands."""
    return with_hands(tmp_path / "ofc.sqlite3", 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    made = Calls()
    made.watch(monkeypatch)
    return made


def with_hands(path: Path, count: int) -> Path:
    """A database with so many hands; nothing else in them matters here."""
    with closing(connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.executemany(
            """
            INSERT INTO hands (table_id, number, button, state, started_at)
            VALUES (1, ?, 0, 'void', 0)
            """,
            [(number,) for number in range(1, count + 1)],
        )
        db.execute("PRAGMA journal_mode = DELETE")
    return path


def keep(path: Path, folder: Path, night: int, hands: int) -> Path:
    """A backup with so many hands of that night."""
    return with_hands(folder / backup.name_of(path, NIGHT + night * DAY), hands)


def test_a_backup_with_more_hands_than_all_newer_ones_is_not_deleted(path: Path, folder: Path):
    rich = keep(path, folder, 0, 3)
    poor = keep(path, folder, 1, 1)
    newest = [keep(path, folder, night, 1) for night in (2, 3)]
    backup.thin_out(folder, path, 2, NIGHT + 3 * DAY)
    assert set(folder.iterdir()) == {rich, *newest}
    assert not poor.exists()


def test_what_cannot_be_read_counts_for_nothing_and_stops_nothing(path: Path, folder: Path):
    old = keep(path, folder, 0, 1)
    older = folder / backup.name_of(path, NIGHT - DAY)
    older.write_text("no database" * 500)
    newest = folder / backup.name_of(path, NIGHT + DAY)
    newest.write_text("no database" * 500)
    backup.thin_out(folder, path, 1, NIGHT + DAY)
    assert set(folder.iterdir()) == {old, newest}


def test_an_old_one_that_cannot_be_read_goes_where_no_hand_was_ever_played(
    path: Path, folder: Path
):
    old = folder / backup.name_of(path, NIGHT)
    old.write_text("no database" * 500)
    newest = keep(path, folder, 1, 0)
    backup.thin_out(folder, path, 1, NIGHT + DAY)
    assert set(folder.iterdir()) == {newest}


@pytest.mark.parametrize(("hands", "fault"), [(3, ""), (1, "Hand #1 has another result.")])
def test_what_cannot_be_read_for_a_moment_is_not_deleted(
    path: Path, folder: Path, calls: Calls, hands: int, fault: str
):
    """It may have more hands than the newest, or be the last one that fits."""
    good, newest = keep(path, folder, 0, hands), keep(path, folder, 1, 1)
    if fault:
        backup.mark_faulty(newest, fault)
    with calls.counting():
        backup.thin_out(folder, path, 1, NIGHT + DAY)
    assert calls.count
    for number in range(1, calls.count + 1):
        with calls.counting(number, Way.LOCKED):
            backup.thin_out(folder, path, 1, NIGHT + DAY)
        assert good.exists(), f"{calls.failed} has failed"


@pytest.mark.parametrize("name", [AHEAD, NEVER])
def test_a_backup_of_a_time_that_cannot_be_is_neither_the_newest_nor_deleted(
    path: Path, folder: Path, name: str
):
    strange = with_hands(folder / name, 0)
    newest, older = keep(path, folder, 0, 0), keep(path, folder, -1, 0)
    assert backup.made_at(folder, path, NIGHT) == NIGHT
    assert backup.latest_good(folder, path) == newest
    backup.thin_out(folder, path, 1, NIGHT)
    assert strange.exists()
    assert not older.exists()
    newest.unlink()
    assert backup.latest_good(folder, path) == strange, "better than none"


@asynccontextmanager
async def kept(storage: Storage, now: float = NIGHT) -> AsyncGenerator[None]:
    """Backups are made, and every hour is short."""
    keeping = asyncio.create_task(keep_backups(storage, lambda: now, 0.01))
    yield
    assert not keeping.done(), "it never ends by itself"
    keeping.cancel()
    await asyncio.wait({keeping})


async def test_a_clock_that_was_once_ahead_stops_no_backups_and_is_told_of_once(
    path: Path, folder: Path, caplog: pytest.LogCaptureFixture
):
    for name in (AHEAD, NEVER):
        shutil.copy(path, folder / name)
    made = folder / backup.name_of(path, NIGHT)
    async with kept(Storage(path, folder)):
        await until(made.exists)
        made.unlink()
        await until(made.exists)
    for name in (AHEAD, NEVER):
        assert caplog.text.count(f"{name} does not count as a backup") == 1


async def test_no_failure_ends_the_making_of_backups(
    path: Path, folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    made = folder / backup.name_of(path, NIGHT)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.backup.free_name", lambda *_: 1 / 0)
        async with kept(Storage(path, folder)):
            await until(lambda: caplog.text.count("ZeroDivisionError") > 1)
            patch.undo()
            await until(made.exists)
    assert "backups are not done, will try again in an hour" in caplog.text


def test_a_folder_for_backups_that_is_a_file_is_named(path: Path, tmp_path: Path):
    folder = tmp_path / "in the way"
    folder.write_text("a file")
    with pytest.raises(StoreError, match="in the way is a file, not a folder"):
        backup.back_up(path, folder / "copy.sqlite3")


def test_an_upgrade_that_fails_again_within_a_second_is_told_as_what_it_is(
    path: Path, folder: Path, later, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("time.time", lambda: NIGHT)
    later("CREATE TABLE broken (;")
    for _ in range(2):
        with pytest.raises(StoreError, match="syntax error"):
            connect_checked(path, folder)


def test_an_upgrade_that_is_tried_again_has_one_copy(path: Path, folder: Path, later):
    richer = with_hands(folder / backup.name_of(path, NIGHT, schema=LATEST), 1)
    older = with_hands(folder / backup.name_of(path, NIGHT, schema=LATEST - 1), 0)
    regular = keep(path, folder, 0, 0)
    later("CREATE TABLE broken (;")
    for _ in range(2):
        with pytest.raises(StoreError, match="syntax error"):
            connect_checked(path, folder)
    kept = {*folder.iterdir()}
    assert {richer, older, regular} < kept
    assert len(kept) == 4, "the copy of the last try"


def test_a_copy_that_cannot_be_deleted_keeps_nobody_from_an_upgrade(
    path: Path, folder: Path, later, monkeypatch: pytest.MonkeyPatch
):
    before = with_hands(folder / backup.name_of(path, NIGHT, schema=LATEST), 0)
    unlink = Path.unlink

    def refused(file: Path, missing_ok: bool = False) -> None:
        if file == before:
            raise PermissionError(file)
        unlink(file, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    later("CREATE TABLE broken (;")
    with pytest.raises(StoreError, match="syntax error"):
        connect_checked(path, folder)
    assert before.exists()


ENDS = ["", "-journal", "-wal", "-shm"]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "name", ["ofc.sqlite3.part", "backups/ofc-2026-11-20T04-00-00Z.sqlite3.part"]
)
def test_what_a_killed_copy_has_left_goes_after_a_day(
    path: Path, folder: Path, name: str, end: str
):
    left = path.parent / f"{name}{end}"
    left.write_bytes(b"half of it")
    other = left.with_name(f"mine.sqlite3.part{end}")
    other.write_bytes(b"somebody else's")
    at = left.stat().st_mtime
    backup.drop_expired(folder, path, at + 3600)
    assert left.exists(), "it may be under way"
    backup.drop_expired(folder, path, at + 2 * DAY)
    assert not left.exists()
    assert other.exists()


@pytest.mark.parametrize("end", ENDS)
def test_what_a_killed_copy_has_left_gets_into_no_other(path: Path, folder: Path, end: str):
    target = folder / "copy.sqlite3"
    target.with_name(f"copy.sqlite3.part{end}").write_bytes(b"half of it")
    backup.back_up(path, target)
    assert [each.name for each in folder.iterdir()] == ["copy.sqlite3"]
