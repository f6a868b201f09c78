"""Whether the bot may start with what it finds where its database should be."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store import backup, facts
from bot.store.connection import connect, connect_checked, connect_to_read
from bot.store.engine import OperationalError
from bot.store.schema import DamagedError, MissingError, StoreError

NIGHT = 1_700_000_000.0
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in which something is written."""
    return written(tmp_path / "ofc.sqlite3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def written(path: Path) -> Path:
    with closing(connect(path)) as db:
        facts.keep_fact(db, "it", "kept")
    return path


def start(path: Path, folder: Path, *, new: bool = False) -> str | None:
    """Open a database as a bot does; what is written in it."""
    with closing(connect_checked(path, folder, new=new)) as db:
        return facts.fact(db, "it")


def test_a_fresh_start_takes_nothing_but_a_path(tmp_path: Path, folder: Path):
    assert start(tmp_path / "ofc.sqlite3", folder) is None


@pytest.mark.parametrize("state", ["missing", "empty"])
def test_a_database_that_is_gone_is_not_taken_for_a_new_one(path: Path, folder: Path, state: str):
    good = folder / backup.name_of(path, NIGHT)
    backup.back_up(path, good)
    (folder / backup.name_of(path, NIGHT + 1)).write_text("no database" * 500)
    path.unlink()
    if state == "empty":
        path.touch()
    with pytest.raises(MissingError) as refused:
        start(path, folder)
    it = path if state == "empty" else f"The database {path}"
    assert str(refused.value) == (
        f"{it} is {state}, but there are backups of it. The latest good backup is "
        f"{good}. Put it back with: ofc-bot restore {good} (or start with an empty one: "
        "ofc-bot run --new)"
    )
    assert start(path, folder, new=True) is None
    assert good.exists()


def test_a_write_ahead_log_without_its_database_is_left_alone(path: Path, folder: Path):
    with closing(connect(path)) as db:
        facts.keep_fact(db, "it", "not in the database yet")
        path.rename(path.with_name("elsewhere"))
        log = path.with_name("ofc.sqlite3-wal")
        before = log.read_bytes()
        with pytest.raises(MissingError, match=f"{log}. Was it moved"):
            start(path, folder)
        assert log.read_bytes() == before
        assert not path.exists()


def test_whoever_wants_a_new_database_keeps_the_one_there_is(path: Path, folder: Path):
    with pytest.raises(StoreError, match="already exists: leave out --new"):
        start(path, folder, new=True)
    assert start(path, folder) == "kept"


def make_illegible(path: Path) -> None:
    """Change one byte of what the schema says, so that it is no text any more."""
    data = path.read_bytes()
    at = data.index(b"NULL REFERENCES") + len("NULL")
    path.write_bytes(data[:at] + b"\xc2" + data[at + 1 :])


def test_a_schema_that_is_no_text_is_damage(path: Path, folder: Path):
    good, bad = (folder / backup.name_of(path, NIGHT + day) for day in (0, 1))
    for target in (good, bad):
        backup.back_up(path, target)
    make_illegible(bad)
    make_illegible(path)
    with pytest.raises(DamagedError) as refused:
        start(path, folder)
    assert str(refused.value) == (
        f"{path} is damaged: its schema can't be read. The latest good backup is {good}. Put it "
        f"back with: ofc-bot restore {good}"
    )


def test_a_schema_that_is_no_text_is_not_copied_nor_read(path: Path, folder: Path):
    make_illegible(path)
    with pytest.raises(DamagedError, match="schema can't be read"):
        backup.back_up(path, folder / "copy.sqlite3")
    with pytest.raises(DamagedError, match="schema can't be read"):
        connect_to_read(path)


@contextmanager
def only_to_be_read() -> Iterator[Path]:
    """A database that this process may not write, while it is not root, who may write all."""
    with tempfile.TemporaryDirectory() as name:
        path = written(Path(name) / "ofc.sqlite3")
        path.chmod(0o400)
        if os.geteuid() != 0:
            yield path
            return
        for owned in (path.parent, *path.parent.iterdir()):
            os.chown(owned, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield path
        finally:
            os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such users")
def test_a_database_that_can_only_be_read_is_refused_in_a_sentence():
    with only_to_be_read() as path:
        with pytest.raises(StoreError) as refused:
            start(path, path.parent / "backups")
        assert str(refused.value) == (
            f"The database {path} is read-only. "
            "Give the user that runs the bot permission to write it."
        )


def test_what_is_no_text_is_not_quoted_to_those_who_read_the_database(path: Path):
    with closing(connect(path)) as db:
        db.execute("INSERT INTO guilds (id, rules) VALUES (1, CAST(? AS TEXT))", (b"AsKd\xff",))
    with (
        closing(connect_to_read(path)) as db,
        pytest.raises(OperationalError, match="a text in it is not UTF-8"),
    ):
        db.execute("SELECT rules FROM guilds").fetchone()
