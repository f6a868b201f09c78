"""Which tests go through which line of the bot, and how much computing each of them needs."""

import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage, CoverageData

from tests.mutants.changes import Mutant

KEPT: Final = Path(".pytest_cache/mutants")
"""What was learnt lies here; of a module of tests it holds while the bot is the same."""
PYTEST: Final = (
    *("-q", "-n", "0", "-p", "no:cacheprovider", "-k", "not postgresql"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # plugins are there before it starts
)


class Reach:
    """What is known of these modules of tests."""

    def __init__(self, modules: Sequence[Path]) -> None:
        KEPT.mkdir(parents=True, exist_ok=True)
        kept = KEPT / "seconds.json"
        self._known = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
        others = set(Path("tests").rglob("*.py")) - set(Path("tests").rglob("test_*.py"))
        helpers = others - set(Path("tests/mutants").iterdir())
        same = _digest([*Path("bot").rglob("*.py"), *helpers])
        self._digests = {str(file): same + _digest([file]) for file in modules}

    def unknown(self) -> list[str]:
        """The modules that have changed."""
        known = {module: of["digest"] for module, of in self._known.items()}
        return [file for file, digest in self._digests.items() if known.get(file) != digest]

    def learn(self) -> int:
        """Run what is unknown. The process is of no use afterwards.

        A test that fails is of no use, either.
        """
        coverage = Coverage(str(KEPT / "coverage"), source=["bot"], config_file=False)
        coverage.set_option("run:relative_files", True)
        if self._known:
            coverage.load()
        watch, new = _Watch(coverage), self.unknown()
        coverage.start()
        pytest.main([*PYTEST, *new], plugins=[watch])
        coverage.stop()
        coverage.save()
        for file in new:
            self._known[file] = {"digest": self._digests[file], "seconds": watch.seconds[file]}
        (KEPT / "seconds.json").write_text(json.dumps(self._known), "utf-8")
        return 0

    def tests(self, mutant: Mutant, budget: float) -> dict[str, float]:
        """The quickest tests that go through its line, then through its file, and their seconds.

        They take no more than the budget in all. What is remembered, or runs when a module is
        imported, is judged by all that goes through the file or imports it.
        """
        seconds: dict[str, float] = {}
        for module in self._digests:
            seconds |= self._known[module]["seconds"]
        data = CoverageData(str(KEPT / "coverage"))
        data.read()
        lines = data.contexts_by_lineno(str(mutant.file))
        users = {each for each in self._digests if mutant.module in Path(each).read_text("utf-8")}
        through = {test for tests in lines.values() for test in tests} & seconds.keys()
        through |= {test for test in seconds if test.split("::")[0] in users}
        near = set(lines.get(mutant.line, ()))
        chosen: dict[str, float] = {}
        for test in sorted(through, key=lambda test: (test not in near, seconds[test], test)):
            if not chosen or sum(chosen.values()) + seconds[test] <= budget:
                chosen[test] = seconds[test]
        return chosen


class _Watch:
    """Tells the coverage which test runs, and how much of a processor each needs that passes."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._failed: set[str] = set()
        self.seconds: dict[str, dict[str, float]] = defaultdict(dict)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            if item.nodeid not in self._failed:
                seconds = self.seconds[item.nodeid.split("::")[0]]
                seconds[item.nodeid] = time.process_time() - began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)


def _digest(files: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()
