"""Every run of the tests ends, and names the test that was in its way."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import HUNG

ROOT = Path(__file__).parents[1]
UNENDING = "tests/unending.py"
UNSTARTABLE = "tests/e2e/unstartable.py"
ALONE = ("--noconftest", "-p", "conftest")
"""Options with which only what ends runs is there, and nothing else is imported."""


def outcome(test: str, *options: str) -> str:
    """What a run of a test says that does not go well; raises TimeoutExpired if it hangs."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"),
            *("-o", "timeout=1", "-o", "patience=1", *options, test),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HUNG,
        check=False,
    )
    assert done.returncode != 0
    return done.stdout


def test_a_bot_that_cannot_start_ends_its_test_with_the_reason():
    said = outcome(
        f"{UNSTARTABLE}::test_bot_that_cannot_start", "-o", "timeout=60", "-o", "patience=60"
    )
    assert "TypeError: a broken cog" in said
    assert "1 error" in said
    assert "did not end" not in said


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("test_never_over", ["Timeout (>1.0s)"]),
        ("test_stuck_outside_python", ["Timeout (0:"]),
        ("test_fixture_never_left", ["what was wrong", "did not end within 1 s"]),
    ],
)
def test_a_test_that_hangs_ends_the_run_with_its_name(name: str, reasons: list[str]):
    said = outcome(f"{UNENDING}::{name}", *ALONE)
    assert name in said
    assert [reason for reason in reasons if reason not in said] == []


def test_a_thread_that_is_left_does_not_keep_the_run_from_ending():
    assert "threads: MainThread, left behind" in outcome(
        f"{UNENDING}::test_leaves_a_thread", *ALONE
    )


def test_a_process_that_hangs_with_its_test_is_replaced():
    said = outcome(f"{UNENDING}::test_stuck_outside_python", "-n", "1", *ALONE)
    assert f"crashed while running '{UNENDING}::test_stuck_outside_python'" in said


def test_a_process_with_nothing_left_to_do_is_left_alone_while_another_has():
    slow, quick = (
        f"{UNENDING}::{name}" for name in ("test_over_after_another_process", "test_over_at_once")
    )
    said = outcome(slow, quick, "-n", "2", "-o", "timeout=60", "-o", "patience=10", *ALONE)
    assert "the other process was left alone" in said
    assert "The run did not end" not in said
