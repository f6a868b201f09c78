"""What the commands write is for the eyes of its owner alone: cards, ids, the token."""

import logging
import os
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.ledger.played import GUILD, exported_ledger

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")

Run = Callable[..., int]


def modes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): f"{path.stat().st_mode & 0o777:o}"
        for path in [folder, *folder.rglob("*")]
    }


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Run]:
    """Runs a command, each as if it was started from a shell that hides nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OFC_DATABASE", "data/ofc.sqlite3")
    monkeypatch.setenv("OFC_BACKUPS", "data/backups")
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    before = os.umask(0o022)

    def run(*arguments: str) -> int:
        os.umask(0o022)
        return main(arguments)

    yield run
    os.umask(before)


def test_what_is_written_is_private(run: Run, tmp_path: Path):
    exported_ledger(tmp_path)
    assert run("export", str(GUILD), "ledger.json", "--database", "here.sqlite3") == 0
    assert (tmp_path / "ledger.json").stat().st_mode & 0o777 == 0o600
    assert run("import", "ledger.json", "--database", "data/ofc.sqlite3") == 0
    assert run("backup") == 0
    (copy,) = Path("data/backups").iterdir()
    assert run("restore", str(copy)) == 0
    found = modes(tmp_path / "data")
    assert len(found) >= 5
    assert {name: mode for name, mode in found.items() if mode not in ("600", "700")} == {}
    assert (found["."], found["backups"], found["ofc.sqlite3"]) == ("700", "700", "600")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o600])
@pytest.mark.parametrize("name", [".env", "data/ofc.sqlite3"])
def test_a_start_tells_of_files_that_everybody_can_read(
    run: Run, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, mode: int
):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ofc.sqlite3").write_text("no database")
    (tmp_path / "data" / "ofc.sqlite3").chmod(0o600)
    (tmp_path / name).touch()
    (tmp_path / name).chmod(mode)
    assert run("run") == 2, "the database is damaged"
    told = [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]
    says = f"{name} can be read by everybody on this machine. Change that: chmod 600 {name}"
    assert told == ([says] if mode == 0o644 else [])
