"""Whole servers with every fault: what must hold, holds in each world that is looked at."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EACH_TIME = 4
TOGETHER = 2


def told(first: int, last: int) -> str:
    """What does not hold in the worlds of some seeds, with the commands that show it again."""
    seeds = ("--seeds", f"{first}-{last}", "--as-they-are")
    lived = subprocess.run(
        [sys.executable, "-m", "tests.simulation", *seeds],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return f"{lived.stdout}{lived.stderr}" if lived.returncode else ""


@pytest.mark.parametrize("first", range(1, EACH_TIME, TOGETHER))
def test_everything_holds_in_some_worlds(first: int):
    assert told(first, first + TOGETHER - 1) == ""


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(1, 1001, 50))
def test_everything_holds_in_a_thousand_worlds(first: int):
    assert told(first, first + 49) == ""
