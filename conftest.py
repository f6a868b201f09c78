"""Every run of the tests ends: what hangs is named, and its process with it is ended.

A test has `timeout` seconds, which pytest-timeout keeps as long as Python runs. Once that, or the
test, is over it has `patience` more to be put away, and so has the process after its last test.
"""

import faulthandler
import gc
import os
import threading
from collections.abc import Generator
from typing import Final

import pytest

_HARDER: Final = 5.0
"""Seconds after which the process is ended though Python itself hangs, and can name nothing."""


class _Watchdog:
    """Ends the process if something takes too long, and says so where nothing is captured."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._stderr = os.dup(2)
        self._timer: threading.Timer | None = None
        self._failed: list[str] = []

    def begin(self, what: str, seconds: float) -> None:
        """From now on `what` has so many seconds, and as many as `patience` says."""
        self.end()
        wait = seconds + self._patience
        self._timer = threading.Timer(wait, self._bite, (what, wait))
        self._timer.daemon = True
        self._timer.start()
        faulthandler.dump_traceback_later(wait + _HARDER, exit=True, file=self._stderr)

    def end(self) -> None:
        """It has come to an end."""
        faulthandler.cancel_dump_traceback_later()
        if self._timer is not None:
            self._timer.cancel()

    def _bite(self, what: str, wait: float) -> None:
        threads = ", ".join(thread.name for thread in threading.enumerate())
        says = f"{what} did not end within {wait:g} s; threads: {threads}\n"
        os.write(self._stderr, "\n".join(["", *self._failed, says]).encode())
        faulthandler.dump_traceback(self._stderr)
        os._exit(1)

    # --- what pytest calls ------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test with its fixtures."""
        self.begin(item.nodeid, _timeout(item))
        try:
            return (yield)
        finally:
            self.end()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None]:
        """Put away what a test has used."""
        self.begin(item.nodeid, 0)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what has failed: a process that is ended tells nobody else of it."""
        if report.failed:
            self._failed.append(f"{report.nodeid} failed\n{report.longreprtext}")

    def pytest_enter_pdb(self) -> None:
        """Leave whoever looks around all the time they want."""
        self.end()

    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """Leave threads that no test has ended little time: Python waits for them.

        Processes that are given their tests wait for whoever gives them, and are ended by them.
        """
        if not hasattr(config, "workerinput"):
            self.begin("The run", 0)


def _timeout(item: pytest.Item) -> float:
    """The seconds that a test has."""
    marker = item.get_closest_marker("timeout")
    if marker is not None:
        return marker.args[0]
    option = item.config.getoption("timeout")
    return float(item.config.getini("timeout") if option is None else option)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `pyproject.toml` say how long is waited."""
    parser.addini("patience", "seconds to put a test, or all of them, away", type="float")


def pytest_collection_finish() -> None:
    """Have the garbage collector pass over all modules and tests: they stay to the end."""
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """Begin to watch; nothing is captured yet."""
    config.pluginmanager.register(_Watchdog(config.getini("patience")))
