"""Calls that are counted, and a desk at which they fail."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot.workers import computers, timer
from tests.desk.desk import BEGINNING, at_desk
from tests.failing.calls import Calls, Choice
from tests.failing.jumping import Jumping
from tests.failing.trying import Enough, Jumped, Trying

Try = Callable[[Callable[[Trying], Awaitable[None]], Choice], Trying]


def _one(_bits: int) -> int:
    return 1


@pytest.fixture
def calls(thoughts: Path | None, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The calls of SQLite and of the file system in this test."""
    made = Calls(thoughts)
    made.watch(monkeypatch)
    return made


@pytest.fixture
def try_all(
    calls: Calls, tmp_path: Path, thoughts: Path | None, monkeypatch: pytest.MonkeyPatch
) -> Try:
    """Has a play go on at a desk where calls fail; returns that desk."""
    for module in (computers, timer):  # what computer players think with
        monkeypatch.setattr(module, "getrandbits", _one)

    async def played(
        play: Callable[[Trying], Awaitable[None]], choice: Choice, loop: Jumping
    ) -> Trying:
        # In the middle of a second, so that no moment is in another one.
        time = Jumped(BEGINNING + 0.5, loop)
        async with at_desk(
            tmp_path, time=time, secret=lambda: bytes(32), thoughts=thoughts
        ) as desk:
            trying = Trying(desk, calls, choice)
            with suppress(Enough):
                await play(trying)
            return trying

    def tried(play: Callable[[Trying], Awaitable[None]], choice: Choice) -> Trying:
        loop = Jumping()
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            return runner.run(played(play, choice, loop))

    return tried
