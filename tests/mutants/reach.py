"""Which tests go through which statement of the bot, and how much computing each of them needs."""

import ast
import builtins
import contextlib
import hashlib
import marshal
import os
import pickle
import re
import time
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import CodeType
from typing import Final

import pytest

from tests.mutants import THINK_ANEW
from tests.mutants.changes import Mutant
from tests.mutants.loading import ROOMS, rewrite

TESTS: Final = (Path("engine/tests"), Path("tests"))
KEPT: Final = Path(".pytest_cache/mutants")
"""What was learnt lies here, which holds while the bot is the same: a file a module of tests."""
PYTEST: Final = (
    *("-q", "-n", "0", "-p", "no:cacheprovider", "-k", "not postgresql"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # plugins are there before it starts
)
_REACHED: Final = "_a_statement_is_reached"


@dataclass(frozen=True)
class Reached:
    """A test that passes: a bit for each statement that it goes through, and its CPU seconds."""

    statements: int
    seconds: float


class Reach:
    """What is known of these modules of tests."""

    def __init__(self, modules: Sequence[Path]) -> None:
        others = {file for folder in TESTS for file in folder.rglob("*.py")}
        others -= {file for folder in TESTS for file in folder.rglob("test_*.py")}
        helpers = others - set(Path("tests/mutants").iterdir())
        same = KEPT / _digest([*_files(), *helpers])
        same.mkdir(parents=True, exist_ok=True)
        self._folder = same
        self._kept = {file: same / f"{_digest([file])}.pickle" for file in modules}
        self._known: dict[str, Reached] = {}

    def unknown(self) -> list[Path]:
        """The modules of which nothing is known."""
        return [file for file, kept in self._kept.items() if not kept.exists()]

    def learn(self, module: Path) -> int:
        """Run a module of tests. The process is of no use afterwards.

        A test that fails is of no use, either.
        """
        watch = _Watch()
        # Else only the first test to ask something goes through what answers it.
        os.environ[THINK_ANEW] = "1"
        setattr(builtins, _REACHED, watch.reached.add)
        rewrite(self._watched)
        pytest.main([*PYTEST, str(module)], plugins=[watch])
        self._kept[module].write_bytes(pickle.dumps(watch.passed))
        return 0

    def _watched(self, file: Path) -> CodeType:
        """Its code with notes, which is made once for all modules of tests: that takes a while."""
        kept = self._folder / f"{'.'.join(file.parts)}.code"
        with contextlib.suppress(FileNotFoundError):
            code: CodeType = marshal.loads(kept.read_bytes())
            return code
        code = _watched(file)
        made = kept.with_suffix(f".{os.getpid()}")
        made.write_bytes(marshal.dumps(code))
        made.replace(kept)  # whole, however many write it at once
        return code

    def read(self) -> None:
        """Read what was learnt."""
        for kept in self._kept.values():
            self._known |= pickle.loads(kept.read_bytes())

    def tests(self, mutant: Mutant, budget: float) -> dict[str, float]:
        """The quickest tests that go through its statement, then its file, then its importers.

        Of those that go through the statement, the ones that import its file themselves come first.
        Each has its seconds; they take no more than the budget in all. What is remembered, or runs
        when a module is imported, is judged by those that do not come first.
        """
        imports, lines = _importing(mutant.module), _lines(mutant.file)
        statement = 1 << _first(mutant.file) + bisect_right(lines, mutant.line) - 1
        own, beside = _whole(mutant.file), 0
        for each in _files():
            if imports.search(each.read_text("utf-8")):
                beside |= _whole(each)
        users = {str(each) for each in self._kept if imports.search(each.read_text("utf-8"))}
        found: list[tuple[int, float, str]] = []
        for test, reached in self._known.items():
            is_reached, is_about = reached.statements & statement, test.split("::")[0] in users
            near = is_about or reached.statements & own
            steps = is_reached and is_about, is_reached, near, reached.statements & beside
            if any(steps):
                far = next(step for step, is_so in enumerate(steps) if is_so)
                found.append((far, reached.seconds, test))
        chosen: dict[str, float] = {}
        for _far, seconds, test in sorted(found):
            if not chosen or sum(chosen.values()) + seconds <= budget:
                chosen[test] = seconds
        return chosen


class _Watch:
    """Notes what each test goes through, and how much of a processor it needs if it passes."""

    def __init__(self) -> None:
        self.reached: set[int] = set()
        self.passed: dict[str, Reached] = {}
        self._failed: set[str] = set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.reached.clear()
        began = time.process_time()
        try:
            return (yield)
        finally:
            if item.nodeid not in self._failed:
                seconds = time.process_time() - began
                self.passed[item.nodeid] = Reached(_bits(self.reached), seconds)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)


def _bits(numbers: Iterable[int]) -> int:
    bits = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bits[number // 8] |= 1 << number % 8
    return int.from_bytes(bits, "little")


# --- statements --------------------------------------------------------------------------------


@cache
def _files() -> tuple[Path, ...]:
    return tuple(sorted(file for room in ROOMS.values() for file in room.rglob("*.py")))


@cache
def _lines(file: Path) -> tuple[int, ...]:
    """The lines in which a file's statements begin."""
    tree = ast.parse(file.read_text("utf-8"))
    return tuple(sorted({node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)}))


@cache
def _first(file: Path) -> int:
    """The number of a file's first statement among those of the whole bot."""
    sizes = accumulate((len(_lines(each)) for each in _files()), initial=0)
    return dict(zip(_files(), sizes, strict=False))[file]


def _whole(file: Path) -> int:
    """A bit for each of its statements."""
    return ((1 << len(_lines(file))) - 1) << _first(file)


def _importing(module: str) -> re.Pattern[str]:
    """What a file says that imports a module."""
    package, _, name = map(re.escape, module.rpartition("."))
    whole = rf"{package}\.{name}\b|{package} import [(\w\s,]*\b{name}\b"
    return re.compile(rf"^\s*(from|import) ({whole})", re.MULTILINE)


def _watched(file: Path) -> CodeType:
    """A file's code that says of every statement that it is reached."""
    tree = ast.parse(file.read_text("utf-8"))
    numbers = {line: number for number, line in enumerate(_lines(file), _first(file))}
    for node in list(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, list(_with_notes(block, numbers)))
    return compile(ast.fix_missing_locations(tree), file.resolve(), "exec")


def _with_notes(block: Iterable[ast.stmt], numbers: dict[int, int]) -> Iterator[ast.stmt]:
    for statement in block:
        note = ast.parse(f"{_REACHED}({numbers[statement.lineno]})").body[0]
        if not _has_to_be_first(statement):
            yield ast.copy_location(note, statement)
        yield statement


def _has_to_be_first(statement: ast.stmt) -> bool:
    """True if it is a docstring, or an import from the future."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _digest(files: Iterable[Path]) -> str:
    whole = b"".join(file.read_bytes() for file in sorted(files))
    return hashlib.sha256(whole).hexdigest()[:16]
