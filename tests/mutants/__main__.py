"""`python -m tests.mutants bot/ofc`: what small changes of the bot do the tests not notice?

Each change is tried on the quickest tests that go through its line. Printed are those which no test
notices, and their share. See also `tests/mutants/changes.py` for what is changed.
"""

import argparse
import importlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.mutants.changes import Mutant, sample
from tests.mutants.reach import KEPT, Reach
from tests.mutants.trial import apart, verdict

_SLOW: Final = (
    *("e2e", "page", "sandbox", "simulation", "cli", "players", "pictures"),
    *("test_absent_people", "test_backups", "test_flips", "test_going_back", "test_moving"),
    *("test_nights", "test_restoring", "test_thinker", "test_verified_columns"),
)
"""Tests that need sockets, a browser, processes, months of play or a dying disk."""


def main() -> None:
    options = _options()
    for library in ("aiohttp", "aiosqlite", "discord", "numpy", "PIL.Image", "polib", "xdist"):
        importlib.import_module(library)  # once for all the processes to come
    reach = Reach(options.tests)
    if new := reach.unknown():
        print(f"What {len(new)} modules of tests go through is looked at first.", flush=True)
        told = KEPT / "learning.txt"
        if apart(reach.learn, 3600, str(told)) != 0:
            raise SystemExit(f"That did not work: see {told}")
        reach = Reach(options.tests)
    mutants = sample(_files(options.code, "*.py"), options.sample, options.seed)
    with ThreadPoolExecutor(options.jobs) as pool:
        verdicts = list(pool.map(partial(_judge, reach, options.budget), mutants))
    left = sum(not noticed for noticed in verdicts)
    print(f"{left} of {len(mutants)} are not noticed: {left / len(mutants):.1%}")


def _judge(reach: Reach, budget: float, mutant: Mutant) -> bool:
    tests = reach.tests(mutant, budget)
    limit = 120 + 20 * sum(tests.values())  # a busy machine is no endless loop
    code = apart(partial(verdict, mutant, tests), limit) if tests else 0
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"none of {tests} is there")
    if code == 0:
        print(f"{mutant.file}:{mutant.line} ({len(tests)} tests)\n{mutant.diff()}", flush=True)
    elif code is None:
        print(f"{mutant.file}:{mutant.line} never ends\n{mutant.diff()}", flush=True)
    return code != 0


def _files(paths: Sequence[Path], pattern: str) -> list[Path]:
    def found() -> Iterator[Path]:
        for path in paths:
            yield from path.rglob(pattern) if path.is_dir() else (path,)

    return sorted({*found()})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("code", type=Path, nargs="+", help="files and folders of the bot")
    parser.add_argument("--tests", type=Path, nargs="+", help="files and folders of tests")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=20, help="seconds of computing for each")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    every = _files([Path("tests")], "test_*.py")
    quick = [file for file in every if not {*file.with_suffix("").parts} & {*_SLOW}]
    options.tests = _files(options.tests, "test_*.py") if options.tests else quick
    return options


if __name__ == "__main__":
    main()
