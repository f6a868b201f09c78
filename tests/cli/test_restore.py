"""`ofc-bot restore`: only what fits comes back, unless somebody insists."""

from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import backup
from bot.store.connection import connect
from bot.store.ledger import bookings
from tests.ledger.played import GUILD, played_ledger
from tests.store.tampering import tamper


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup with a ledger; there is no database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OFC_DATABASE", str(tmp_path / "ofc.sqlite3"))
    monkeypatch.setenv("OFC_BACKUPS", str(tmp_path / "backups"))
    with closing(connect(tmp_path / "was.sqlite3")) as db:
        db.execute("BEGIN")
        played_ledger(db, seed=1, count=3)
        db.execute("COMMIT")
    backup.back_up(tmp_path / "was.sqlite3", tmp_path / "copy.sqlite3")
    return tmp_path / "copy.sqlite3"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE tallies SET points = points + 1", "The points kept for player"),
        ("UPDATE seals SET seal = zeroblob(32) WHERE number = 2", "is not as it was when it was"),
        ("UPDATE entries SET points = points + 1", "Hand #1 was not worth the points"),
    ],
)
def test_a_backup_that_does_not_fit_comes_back_only_for_who_insists(
    copy: Path, capsys: pytest.CaptureFixture[str], change: str, sentence: str
):
    tamper(copy, change)
    assert main(["restore", str(copy)]) == 2
    assert sentence in capsys.readouterr().err
    database = copy.with_name("ofc.sqlite3")
    assert not database.exists()
    assert main(["restore", str(copy), "--anyway"]) == 0
    with closing(connect(database)) as db:
        assert bookings.last_number(db, GUILD) == 4


def test_a_faulty_backup_is_not_marked_any_more_once_it_is_in_place(copy: Path):
    backup.mark_faulty(copy, "Server 5: something.")
    assert main(["restore", str(copy)]) == 0
    assert backup.fault_of(copy.with_name("ofc.sqlite3")) is None
