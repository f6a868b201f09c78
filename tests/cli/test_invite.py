"""`ofc-bot invite` where Discord says nothing: a sentence, and exit code 2."""

from pathlib import Path

import pytest

from bot.__main__ import main
from tests.e2e.child import unreachable


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("", "DISCORD_TOKEN"),
        (f"DISCORD_TOKEN=a.b.c\nOFC_DISCORD_URL={unreachable().url}", "Discord cannot be reached"),
    ],
    ids=["no token", "no network"],
)
def test_where_it_cannot_be_asked_it_says_why(
    setting: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    for name in ("DISCORD_TOKEN", "OFC_DISCORD_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(setting)
    assert main(["invite"]) == 2
    assert says in capsys.readouterr().err
