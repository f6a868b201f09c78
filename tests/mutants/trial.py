"""Runs tests with one module of the bot changed, though not in its file."""

import contextlib
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import CodeType
from typing import Final

import pytest
from hypothesis import Phase, settings

from tests.mutants.changes import Mutant
from tests.mutants.loading import rewrite
from tests.mutants.reach import PYTEST

_MEMORY: Final = 6_000_000_000
"""Bytes that a changed bot may take: it may ask for more without end."""
_START: Final = 20
_PATIENCE: Final = 3
"""Seconds of computing for whatever comes before tests, and how many for each second of theirs."""


def verdict(mutant: Mutant, tests: Mapping[str, float]) -> int:
    """Run these tests, in this order, until one fails; pytest's exit code.

    `tests` have the seconds of computing that they need; far beyond them the process is killed. It
    is of no use afterwards, and before must not have imported anything of the bot.
    """
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    most = round(_START + _PATIENCE * sum(tests.values()))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    def changed(file: Path) -> CodeType | None:
        return compile(mutant.after, file.resolve(), "exec") if file == mutant.file else None

    rewrite(changed)
    modules = dict.fromkeys(test.split("::")[0] for test in tests)
    return int(pytest.main([*PYTEST, "-x", *modules], plugins=[_Chosen(tests)]))


class _Chosen:
    """Has only these tests run, in this order."""

    def __init__(self, tests: Collection[str]) -> None:
        self._order = {test: place for place, test in enumerate(tests)}

    def pytest_collection(self) -> None:
        """Keep no examples, for they are of a changed bot, and make none smaller."""
        quick = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.default, database=None, phases=quick)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._order]
        items.sort(key=lambda item: self._order[item.nodeid])


def apart(work: Callable[[], int], seconds: float, output: str = os.devnull) -> int | None:
    """Do it in a process of its own; its exit code, or None if it takes longer than that."""
    process = multiprocessing.get_context("fork").Process(target=_work, args=(work, output))
    process.start()
    process.join(seconds)
    code = process.exitcode
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid or 0, signal.SIGKILL)  # and whatever it has started
    process.join()
    return code


def _work(work: Callable[[], int], output: str) -> None:
    os.setpgrp()
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 1)
    os.dup2(file, 2)
    code = work()
    sys.stdout.flush()
    os._exit(code)  # whatever threads are left over
