"""A bot that cannot start: `test_runs` runs it."""

from typing import NoReturn

import pytest

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
