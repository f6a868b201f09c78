"""The same plan is the same world, to the byte, in whichever process."""

import gc
import os
import subprocess
import sys
import time
import warnings
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

from aiohttp import connector

from tests.simulation.boundary import inside
from tests.simulation.disk import Disk
from tests.simulation.loop import SimulatedLoop
from tests.simulation.plan import Plan

ROOT = Path(__file__).parents[2]


def lived(transcript: Path, hash_seed: str) -> str:
    """The digest of a short world, as the command tells it."""
    words = ("--seed", "2", "--days", "0.05", "--people", "5", "--transcript", str(transcript))
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
    first = lived(tmp_path / "first", "1")
    assert lived(tmp_path / "again", "2") == first
    told = (tmp_path / "first").read_bytes()
    assert (tmp_path / "again").read_bytes() == told
    assert sha256(told).hexdigest().startswith(first)


def test_another_seed_gives_another_world():
    assert Plan(2).chance("people").random() != Plan(3).chance("people").random()


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
