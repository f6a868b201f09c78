"""A database for tests of what is kept, on each engine."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.connection import connect
from bot.store.engine import Connection
from tests.servers import PostgreSQL


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connection]:
    if request.param == "sqlite":
        with closing(connect(tmp_path / "ofc.sqlite3")) as connection:
            yield connection
    else:
        server: PostgreSQL = request.getfixturevalue("postgresql")
        with server.connection() as connection:
            yield connection
