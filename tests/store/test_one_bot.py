"""One bot for one database, by whatever name it is opened."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import backup
from bot.store.connection import Lock, connect
from bot.store.database import Database
from bot.store.restore import restore
from bot.store.schema import InUseError
from tests.e2e.child import ROOT

NIGHT = 1_700_000_000.0
posix = pytest.mark.skipif(os.name != "posix", reason="Windows forbids it")

TRY = """
import sys
from pathlib import Path
from bot.store.schema import StoreError
from bot.store.connection import Lock
try:
    Lock(Path(sys.argv[1]))
except StoreError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ofc.sqlite3"
    connect(path).close()
    return path


def tried_by_another(path: Path) -> str:
    """Why another process may not work with a database, "" if it may."""
    command = [sys.executable, "-c", TRY, str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@posix
@pytest.mark.parametrize("what", ["the file", "the folder"])
async def test_a_symbolic_link_lets_no_second_bot_in(path: Path, tmp_path: Path, what: str):
    link = tmp_path / "link"
    link.symlink_to(path if what == "the file" else tmp_path)
    other = link if what == "the file" else link / path.name
    database = await Database.open(path)
    assert tried_by_another(other).startswith("InUseError Another bot is using the database")
    await database.close()
    assert tried_by_another(other) == ""


@posix
async def test_a_hard_link_lets_no_second_bot_in(path: Path, tmp_path: Path):
    database = await Database.open(path)
    other = tmp_path / "other.sqlite3"
    other.hardlink_to(path)
    said = tried_by_another(other)
    assert said.startswith(f"StoreError The database {other} has a second name (a hard link)")
    assert "Delete the other name" in said
    await database.close()
    other.unlink()
    assert tried_by_another(path) == ""


@posix
async def test_a_deleted_lock_lets_no_second_bot_in(path: Path, tmp_path: Path):
    database = await Database.open(path)
    lock = tmp_path / "ofc.sqlite3.lock"
    lock.unlink()
    for _ in range(2):
        assert tried_by_another(path).startswith(
            f"InUseError Another program has the database {path} open"
        )
        assert not lock.exists(), "the next one has to look as well"
    await database.close()
    assert tried_by_another(path) == ""
    assert lock.exists()


@posix
async def test_a_deleted_lock_lets_no_restore_in(path: Path, tmp_path: Path):
    copy = tmp_path / "copy.sqlite3"
    backup.back_up(path, copy)
    database = await Database.open(path)
    (tmp_path / "ofc.sqlite3.lock").unlink()
    with pytest.raises(InUseError, match="Stop it first"):
        restore(copy, path, NIGHT)
    await database.close()


async def test_who_only_looks_into_the_database_keeps_no_bot_out(path: Path):
    await (await Database.open(path)).close()
    with closing(connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM facts").fetchall()
        await (await Database.open(path)).close()


@pytest.mark.parametrize("what", ["damaged", "a folder", "missing"])
def test_what_is_no_database_is_told_of_by_who_opens_it(path: Path, what: str):
    path.unlink()
    if what == "damaged":
        path.write_text("no database" * 500)
    elif what == "a folder":
        path.mkdir()
    Lock(path).release()
