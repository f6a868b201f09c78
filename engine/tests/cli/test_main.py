"""`ofc` itself: every command explains itself, and what is missing is said."""

import subprocess
import sys

import pytest

from ofc_engine.cli.main import main

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from ofc_engine.cli.main import main
"""


@pytest.mark.parametrize("command", ["play", "score", "solve", "player", "verify-deal"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: ofc {command}" in capsys.readouterr().out


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("ofc-engine 0.")


@pytest.mark.parametrize("command", ["play", "solve", "player"])
def test_without_numpy_it_says_what_to_install(command: str):
    ended = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_NUMPY}sys.exit(main(['{command}']))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr == (
        f'{command} needs NumPy, which is not installed here: pip install "ofc-engine[players]"\n'
    )


@pytest.mark.parametrize("command", ["score", "verify-deal"])
def test_what_needs_no_numpy_goes_without(command: str):
    ended = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_NUMPY}sys.exit(main(['{command}']))"],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "NumPy" not in ended.stderr
