"""A database for tests of what is kept."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.connection import connect


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / "ofc.sqlite3")
    yield connection
    connection.close()
