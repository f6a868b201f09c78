"""`OFC_DISCORD_URL` has the bot connect to a stand-in; without, nothing of one is needed."""

import subprocess
import sys
from pathlib import Path

import pytest
from discord.http import Route

from bot.cli.run import at_discord
from bot.settings import Settings, SettingsError

ROOT = Path(__file__).parents[2]
URL = "http://127.0.0.1:8123"
WITHOUT = """
import sys
from pathlib import Path
sys.path = [path for path in sys.path if not Path(path, "discord_standin").exists()]
from bot.__main__ import main
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to start from, with nothing of this machine's settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OFC_DISCORD_URL", raising=False)
    return tmp_path


def test_it_is_read_from_the_env_file_as_every_setting_is(folder: Path):
    (folder / ".env").write_text(f"DISCORD_TOKEN=a.b.c\nOFC_DISCORD_URL={URL}\n")
    assert Settings.load().discord_url == URL


def test_the_setting_decides_what_the_client_takes_for_discord():
    before = Route.BASE
    with at_discord(Settings.load({"DISCORD_TOKEN": "a.b.c"}).discord_url):
        assert before == Route.BASE
    with at_discord(URL):
        assert Route.BASE.startswith(URL)
    assert before == Route.BASE


def test_only_this_machine_will_do():
    says = r"^OFC_DISCORD_URL: .* not 'http://example\.org'"
    with pytest.raises(SettingsError, match=says), at_discord("http://example.org"):
        pytest.fail("was redirected")


def test_where_the_stand_in_is_not_installed_it_says_so(folder: Path):
    (folder / ".env").write_text(f"DISCORD_TOKEN=a.b.c\nOFC_DISCORD_URL={URL}\n")
    ended = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}print(main(['run']), main(['sandbox']))"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout == "2 2\n"
    run, sandbox = ended.stderr.splitlines()[-2:]
    assert run.startswith("OFC_DISCORD_URL is for trying things out")
    assert sandbox.startswith("sandbox needs the package")
