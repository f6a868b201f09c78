"""Going back to a backup: whole or not at all, and only to one that is sound."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import backup, facts
from bot.store.connection import connect
from bot.store.restore import restore
from bot.store.schema import InUseError, StoreError

NIGHT = 1_800_000_000.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in which "second" is committed, in its log only; its backup has "first"."""
    path = tmp_path / "here" / "ofc.sqlite3"
    path.parent.mkdir()
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        facts.keep_fact(db, "it", "first")
    backup.back_up(tmp_path / "ofc.sqlite3", tmp_path / "copy.sqlite3")
    with closing(connect(tmp_path / "ofc.sqlite3")) as db:
        facts.keep_fact(db, "it", "second")
        for end in ("", "-wal"):
            shutil.copyfile(tmp_path / f"ofc.sqlite3{end}", path.with_name(f"{path.name}{end}"))
    return path


def remembered(path: Path) -> str | None:
    assert path.exists()
    with closing(connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        return facts.fact(db, "it")


@pytest.mark.parametrize("head", [b"\x5a" * 100, b""], ids=["no header", "empty"])
def test_of_a_database_too_damaged_to_be_read_all_is_kept(path: Path, tmp_path: Path, head: bytes):
    path.with_name("ofc.sqlite3.lock").touch()
    path.write_bytes(head and head + path.read_bytes()[100:])
    replaced = restore(tmp_path / "copy.sqlite3", path, NIGHT).replaced
    assert replaced is not None
    kept = [replaced, replaced.with_name(f"{replaced.name}-wal")]
    assert b"second" in b"".join(file.read_bytes() for file in kept if file.exists())
    assert remembered(path) == "first"


def test_a_log_without_its_database_is_set_aside(path: Path, tmp_path: Path):
    path.unlink()
    assert restore(tmp_path / "copy.sqlite3", path, NIGHT).replaced is None
    assert remembered(path) == "first"
    assert list(path.parent.glob("replaced-*-wal"))


def test_what_is_replaced_is_kept_once_however_many_tries_it_takes(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    replace = Path.replace

    def refused(source: Path, target: Path) -> Path:
        if target == path:
            raise OSError("Input/output error")
        return replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refused)
        with pytest.raises(StoreError, match="couldn't be put in place"):
            restore(tmp_path / "copy.sqlite3", path, NIGHT)
    replaced = restore(tmp_path / "copy.sqlite3", path, NIGHT + 1).replaced
    assert [replaced] == list(path.parent.glob("replaced-*"))
    assert remembered(path) == "first"


def test_nothing_is_replaced_while_another_program_works_with_it(path: Path, tmp_path: Path):
    path.with_name("ofc.sqlite3.lock").touch()
    with closing(connect(path)) as db:
        facts.keep_fact(db, "it", "third")
        with pytest.raises(InUseError, match="Another program is using"):
            restore(tmp_path / "copy.sqlite3", path, NIGHT)
    assert remembered(path) == "third"


def test_a_backup_that_another_program_has_locked_is_not_waited_for(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.store.backup._PATIENCE", 0.01)
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3", isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InUseError, match="Another program is using"):
            restore(tmp_path / "copy.sqlite3", path, NIGHT)
    assert remembered(path) == "second"


_WEAKER = """
    DROP TRIGGER seals_stay;
    CREATE TRIGGER seals_stay AFTER UPDATE ON seals BEGIN SELECT 1; END;
"""
FAULTS = {
    "a missing trigger": ("DROP TRIGGER entries_stay", "The trigger entries_stay is missing"),
    "another trigger": (
        _WEAKER,
        "The trigger seals_stay is not as the bot made it",
    ),
    "a foreign trigger": (
        "CREATE TRIGGER spy AFTER INSERT ON facts BEGIN DELETE FROM guilds; END",
        "The trigger spy is none of the bot's",
    ),
    "a foreign table": ("CREATE TABLE notes (a)", "The table notes is none of the bot's"),
    "a foreign view": ("CREATE VIEW notes AS SELECT 1", "The view notes is none of the bot's"),
    "a missing table": ("DROP TABLE learners", "The table learners is missing"),
    "another table": ("ALTER TABLE learners ADD COLUMN more TEXT", "The table learners is not as"),
    "a missing index": ("DROP INDEX computers", "The index computers is missing"),
    "a stray row": (
        "INSERT INTO learners (player_id, lesson, seed) VALUES (99, 1, 1)",
        "A row of learners refers to one of players not there",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_backup_of_another_schema_is_refused_in_a_sentence(
    path: Path, tmp_path: Path, change: str, sentence: str
):
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(copy)) as db:
        db.executescript(change)
    with pytest.raises(StoreError, match=sentence):
        restore(copy, path, NIGHT)
    assert remembered(path) == "second"
    assert {found.name for found in path.parent.iterdir()} <= {"ofc.sqlite3", "ofc.sqlite3.lock"}


def test_a_backup_whose_schema_is_no_text_any_more_is_refused_in_a_sentence(
    path: Path, tmp_path: Path
):
    copy = tmp_path / "copy.sqlite3"
    data = copy.read_bytes().replace(b"NULL REFERENCES", b"NULL\xc2REFERENCES", 1)
    copy.write_bytes(data)
    with pytest.raises(StoreError, match="is damaged: its schema can't be read"):
        restore(copy, path, NIGHT)
    assert remembered(path) == "second"
