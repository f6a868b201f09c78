"""Tests that do not end, or fail in ways that have kept runs from ending: `test_runs` runs each."""

import asyncio
import ctypes
from collections.abc import AsyncGenerator
from threading import Event, Thread

import pytest
import pytest_asyncio


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


def test_over_at_once():
    pass
