"""`python -m tests.mutants engine/ofc_engine`: what small changes do the tests not notice?

Each change is tried on the quickest tests that go through its line. Printed are those which no test
notices, and their share. See also `tests/mutants/changes.py` for what is changed. A process that a
test starts runs the code as it is, and on a busy machine more changes are said to never end.
"""

import argparse
import importlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.mutants.changes import Mutant, sample
from tests.mutants.reach import KEPT, TESTS, Reach
from tests.mutants.trial import apart, verdict

_SLOW: Final = ("page", "simulation", "test_runs", "test_verified_columns")
"""Tests that need a browser, hours of play or whole runs of other tests."""


def main() -> None:
    options = _options()
    for library in ("aiohttp", "aiosqlite", "discord", "numpy", "PIL.Image", "polib", "xdist"):
        importlib.import_module(library)  # once for all the processes to come
    reach = Reach(options.tests)
    if new := reach.unknown():
        print(f"What {len(new)} modules of tests go through is looked at first.", flush=True)
    mutants = sample(_files(options.code, "*.py"), options.sample, options.seed)
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(partial(_learn, reach), new))
        reach.read()
        verdicts = list(pool.map(partial(_judge, reach, options.budget), mutants, count(1)))
    left = sum(not noticed for noticed in verdicts)
    print(f"{left} of {len(mutants)} are not noticed: {left / len(mutants):.1%}")


def _learn(reach: Reach, module: Path) -> None:
    told = KEPT / f"{'.'.join(module.parts)}.txt"
    if apart(partial(reach.learn, module), 3600, str(told)) != 0:
        raise SystemExit(f"{module} did not work: see {told}")
    told.unlink()


def _judge(reach: Reach, budget: float, mutant: Mutant, number: int) -> bool:
    tests = reach.tests(mutant, budget)
    limit = 60 + 10 * sum(tests.values())  # a busy machine is no endless wait
    code = apart(partial(verdict, mutant, tests), limit) if tests else 0
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"none of {tests} is there")
    if code in (0, None):
        found = "never ends" if code is None else f"({len(tests)} tests)"
        print(f"{number}. {mutant.file}:{mutant.line} {found}\n{mutant.diff()}", flush=True)
    return code != 0


def _files(paths: Sequence[Path], pattern: str) -> list[Path]:
    def found() -> Iterator[Path]:
        for path in paths:
            yield from path.rglob(pattern) if path.is_dir() else (path,)

    return sorted({*found()})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "code", type=Path, nargs="+", help="files and folders of the bot and the engine"
    )
    parser.add_argument("--tests", type=Path, nargs="+", help="files and folders of tests")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=20, help="seconds of computing for each")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if missing := [str(path) for path in options.code if not path.exists()]:
        parser.error(f"there is no {' and no '.join(missing)}")
    every = _files(TESTS, "test_*.py")
    quick = [file for file in every if not {*file.with_suffix("").parts} & {*_SLOW}]
    options.tests = _files(options.tests, "test_*.py") if options.tests else quick
    return options


if __name__ == "__main__":
    main()
