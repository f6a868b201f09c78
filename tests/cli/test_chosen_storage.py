"""`--database` on the command line: which database is meant, and where its backups are."""

from argparse import Namespace
from pathlib import Path

import pytest

from bot.cli.database_commands import chosen_storage
from bot.settings import SettingsError, Storage

SERVER = "postgresql://host/ofc"


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storage:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OFC_DATABASE", str(tmp_path / "own.sqlite3"))
    monkeypatch.setenv("OFC_BACKUPS", str(tmp_path / "kept"))
    return Storage.load()


def named(database: str | None) -> Storage:
    return chosen_storage(Namespace(database=database))


def test_without_one_it_is_that_of_the_settings(settings: Storage, tmp_path: Path):
    assert named(None) == settings
    assert named(str(tmp_path / "own.sqlite3")) == settings


def test_backups_of_another_file_are_beside_it(tmp_path: Path):
    chosen = named(str(tmp_path / "other" / "ofc.sqlite3"))
    assert chosen.database == tmp_path / "other" / "ofc.sqlite3"
    assert chosen.backups == tmp_path / "other" / "backups"


def test_backups_of_a_server_are_where_the_settings_say(settings: Storage):
    chosen = named(SERVER)
    assert str(chosen.database) == SERVER
    assert chosen.backups == settings.backups


def test_what_is_no_database_is_refused():
    with pytest.raises(SettingsError, match="--database"):
        named("mysql://host/ofc")
