"""Tests that do not end, or fail in ways that have kept runs from ending: `test_runs` runs each."""

import asyncio
import ctypes
import threading
from collections.abc import AsyncGenerator
from pathlib import Path
from threading import Event, Thread

import pytest
import pytest_asyncio

from tests.waiting import until


async def test_never_over():
    await asyncio.Event().wait()


def test_stuck_outside_python():
    mutex = ctypes.create_string_buffer(64)
    library = ctypes.PyDLL(None)
    library.pthread_mutex_lock(mutex)
    library.pthread_mutex_lock(mutex)


@pytest_asyncio.fixture
async def never_left() -> AsyncGenerator[None]:
    yield
    await asyncio.Event().wait()


@pytest.mark.usefixtures("never_left")
def test_fixture_never_left():
    raise AssertionError("what was wrong")


def test_leaves_a_thread():
    Thread(target=Event().wait, name="left behind").start()


class _Sign:
    """A file that tells other processes that this one has nothing left to do."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join()  # and be ended by it
        self._file.touch()


@pytest.fixture
def sign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.getbasetemp().parent / "nothing left to do"


def test_over_at_once(request: pytest.FixtureRequest, sign: Path):
    request.config.pluginmanager.register(_Sign(sign))


async def test_over_after_another_process(sign: Path):
    await until(sign.exists)
    raise AssertionError("the other process was left alone")
