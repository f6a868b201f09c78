"""Whole servers with every fault: what must hold, holds in each world that is looked at."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EACH_TIME = 4
TOGETHER = 2
MANY = 100
"""In so many somebody chooses whatever is offered."""


def lived(first: int, last: int) -> subprocess.CompletedProcess[str]:
    """What is told of the worlds of some seeds: what does not hold, and what nobody has chosen."""
    seeds = ("--seeds", f"{first}-{last}", "--as-they-are")
    return subprocess.run(
        [sys.executable, "-m", "tests.simulation", *seeds],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("first", range(1, EACH_TIME, TOGETHER))
def test_everything_holds_in_some_worlds(first: int):
    worlds = lived(first, first + TOGETHER - 1)
    assert worlds.returncode == 0, f"{worlds.stdout}{worlds.stderr}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(1, 1001, MANY))
def test_everything_holds_and_whatever_is_offered_is_chosen_in_a_thousand_worlds(first: int):
    worlds = lived(first, first + MANY - 1)
    assert worlds.returncode == 0, f"{worlds.stdout}{worlds.stderr}"
    assert worlds.stdout.endswith("never met: nothing\n"), worlds.stdout
