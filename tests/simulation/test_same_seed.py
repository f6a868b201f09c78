"""The same plan is the same world, to the byte, in whichever process."""

import gc
import os
import subprocess
import sys
import time
import warnings
from contextlib import closing
from pathlib import Path
from random import Random

from aiohttp import connector

from tests.simulation.boundary import inside
from tests.simulation.disk import Disk
from tests.simulation.loop import SimulatedLoop

ROOT = Path(__file__).parents[2]


def lived(seed: int, transcript: Path, hash_seed: str) -> str:
    """The digest of a short world, as the command tells it."""
    words = (
        "--seed",
        str(seed),
        "--days",
        "0.05",
        "--people",
        "5",
        "--transcript",
        str(transcript),
    )
    told = subprocess.run(
        [sys.executable, "-m", "tests.simulation", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()[0]


def test_a_seed_gives_the_same_bytes_in_every_process(tmp_path: Path):
    first = lived(2, tmp_path / "first", "1")
    assert lived(2, tmp_path / "again", "2") == first
    assert (tmp_path / "first").read_bytes() == (tmp_path / "again").read_bytes()
    assert lived(3, tmp_path / "other", "1") != first


def test_a_clock_that_a_library_has_taken_by_name_is_the_worlds(tmp_path: Path):
    """A machine so slow that its connections grow old is no other world."""
    with closing(SimulatedLoop(Random(1))) as loop:
        with inside(loop, 1_800_000_000.0, Random(2), Disk(tmp_path, Random(3))):
            assert connector.monotonic() == loop.time() == time.monotonic()
        assert connector.monotonic is time.monotonic
        assert time.monotonic() != loop.time()


def test_a_world_that_is_over_warns_nobody():
    """Its loop is collected at any later moment, in the middle of some other test."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        SimulatedLoop(Random(1))
        gc.collect()
    assert told == []
