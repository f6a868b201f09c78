"""Calls that are counted."""

import pytest

from tests.failing.calls import Calls


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The calls of SQLite and of the file system in this test."""
    made = Calls()
    made.watch(monkeypatch)
    return made
