"""`ofc` itself: every command explains itself, and what is missing is said."""

import os
import subprocess
import sys
from pathlib import Path

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


def test_alone_it_says_what_there_is(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit, match="0"):
        main([])
    assert "play against a computer player" in capsys.readouterr().out


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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_whoever_has_read_enough_gets_no_traceback(unbuffered: str):
    process = subprocess.Popen(
        [sys.executable, "-m", "ofc_engine", "score"],
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate("Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d\n")
    assert (process.returncode, said) == (2, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no disk that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_a_full_disk_does_not_take_is_told_in_a_sentence(unbuffered: str):
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "ofc_engine", "score"],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            input="Ann: 6c6d4d / TcTd9sQh8c / 3c3d3h2c2d\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "The output can't be written: No space left on device.\n"
    assert (ended.returncode, ended.stderr) == (2, said)
