"""What commands refuse before they do anything: ids that are none, a database that is not there."""

from pathlib import Path

import pytest

from bot.__main__ import main


@pytest.mark.parametrize("typed", ["abc", "0", "-3", "1.5", str(2**63)])
@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "{}", "a.json"),
        ("import", "a.json", "--guild={}"),
        ("join", "{}", "7"),
        ("join", "7", "{}"),
        ("check", "--channel={}"),
        ("check", "--user={}"),
    ],
)
def test_an_id_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], typed: str
):
    with pytest.raises(SystemExit) as ended:
        main([each.format(typed) for each in arguments])
    assert ended.value.code == 2
    assert f"{typed} isn't an id of Discord" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("backup",), ("join", "7", "8"), ("move", "new.sqlite3")])
def test_no_command_makes_the_database_that_it_needs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
):
    """With a mistyped name somebody would begin with an empty one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OFC_DATABASE", "none.sqlite3")
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"There's no database {tmp_path / 'none.sqlite3'} yet.\n"
    assert not list(tmp_path.iterdir())
