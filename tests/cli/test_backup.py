"""`ofc-bot backup` and `restore`: done, or refused with a sentence and exit code 2."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import discord
import pytest

from bot.__main__ import main
from bot.store import facts
from bot.store.connection import Lock, connect

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ofc.sqlite3"
    with closing(connect(path)) as db:
        facts.keep_fact(db, "it", "kept")
    return path


@pytest.fixture
def run(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("OFC_DATABASE", str(path))
    monkeypatch.setenv("OFC_BACKUPS", str(path.parent / "backups"))
    monkeypatch.setenv("DISCORD_TOKEN", "")

    def run(*arguments: str) -> tuple[int, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


def test_a_backup_goes_into_its_folder_and_comes_back_without_a_token(run: Run, path: Path):
    code, out = run("backup")
    (copy,) = (path.parent / "backups").iterdir()
    assert (code, out) == (0, f"{copy} is written and checked.\n")
    path.unlink()
    assert run("restore", str(copy))[0] == 0
    with closing(connect(path)) as db:
        assert facts.fact(db, "it") == "kept"


def test_a_backup_to_a_named_file_does_not_replace_it(run: Run, path: Path):
    target = str(path.parent / "mine.sqlite3")
    assert run("backup", target)[0] == 0
    code, out = run("backup", target)
    assert code == 2
    assert "already exists" in out


def test_a_backup_finds_a_name_however_quickly_it_follows_another(run: Run, path: Path):
    assert [run("backup")[0] for _ in range(3)] == [0, 0, 0]
    assert len(list((path.parent / "backups").iterdir())) == 3


def test_a_folder_for_backups_that_is_a_file_is_told_in_a_sentence(run: Run, path: Path):
    folder = path.parent / "backups"
    folder.write_text("in the way")
    assert run("backup") == (
        2,
        "OFC_BACKUPS is a file, not a folder. Choose another folder.\n",
    )


def test_without_a_database_there_is_nothing_to_back_up(run: Run, path: Path):
    path.unlink()
    code, out = run("backup")
    assert (code, out) == (2, f"There's no database {path} yet.\n")


@pytest.mark.parametrize("command", ["backup", "verify"])
def test_a_file_with_nothing_in_it_is_told_as_that(run: Run, path: Path, command: str):
    path.write_bytes(b"")
    assert run(command) == (2, f"There's nothing in the database {path} yet.\n")


def test_restoring_names_what_it_replaced(run: Run, path: Path):
    run("backup", "mine.sqlite3")
    code, out = run("restore", "mine.sqlite3")
    assert code == 0
    assert "What it replaced is kept as" in out
    assert len(list(path.parent.glob("replaced-*.sqlite3"))) == 1


def test_restoring_is_refused_while_a_bot_works(run: Run, path: Path):
    run("backup", "mine.sqlite3")
    with Lock(path):
        code, out = run("restore", "mine.sqlite3")
    assert code == 2
    assert "Another bot is using the database" in out


def test_the_bot_refuses_a_damaged_database_before_it_connects(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
):
    run("backup")
    path.write_text("no database" * 500)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    code, out = run("run")
    assert code == 2
    assert "is damaged" in out
    assert "ofc-bot restore" in out


def test_the_bot_refuses_to_begin_anew_where_there_are_backups(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
):
    run("backup")
    path.unlink()
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    code, out = run("run")
    assert code == 2
    assert out.startswith(f"The database {path} is missing, but there are backups of it.")
    assert not path.exists()


def test_there_is_a_way_to_insist_on_a_new_database(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch
):
    run("backup")
    path.unlink()
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr("bot.client.OfcBot.start", refuse_token)
    code, out = run("run", "--new")
    assert (code, "does not accept DISCORD_TOKEN" in out) == (2, True)
    assert path.exists()


async def refuse_token(*_: object) -> None:
    raise discord.LoginFailure


@pytest.mark.parametrize("seconds", ["9", "-300", "five minutes"])
def test_a_patience_that_is_none_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, seconds: str
):
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("OFC_GIVE_UP_AFTER", seconds)
    code, out = run("run")
    assert code == 2
    assert "OFC_GIVE_UP_AFTER has to be a whole number from 10 to 31536000, or 0." in out


def test_a_count_that_is_no_number_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OFC_BACKUPS_KEPT", "-1")
    code, out = run("backup")
    assert code == 2
    assert "OFC_BACKUPS_KEPT has to be a whole number from 1 to 10000, or 0." in out
