"""Tests that do not end, or fail in ways that have kept runs from ending: `test_runs` runs each."""

import asyncio
import ctypes
from collections.abc import AsyncGenerator
from threading import Event, Thread
from typing import NoReturn

import pytest
import pytest_asyncio

from bot import client


async def setup(_bot: client.OfcBot) -> NoReturn:
    """This module as a cog."""
    raise TypeError("a broken cog")


@pytest.fixture
def broken_cog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "COGS", (*client.COGS, __name__))


@pytest.mark.usefixtures("broken_cog", "house")
def test_bot_that_cannot_start():
    raise AssertionError("it has started")


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
