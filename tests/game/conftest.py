"""A database for tests of tables at work."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.connection import connect


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / "ofc.sqlite3")
    connection.execute("BEGIN")  # and never a commit, which would take most of the time
    yield connection
    connection.close()
