"""A desk in a server, and kept messages, for tests of the messages that are kept up to date."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.desk.desk import Inline
from tests.desk.post import Post
from tests.desk.scene import scene
from tests.surfaces.keeping import Kept, Says, kept

__all__ = ["scene"]


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[Kept]:
    """Nothing is told yet."""
    database, post, says = await Inline.open(tmp_path / "ofc.sqlite3"), Post(), Says(None)
    made = Kept(database, post, says, kept(database, post, says))
    yield made
    await made.messages.close(0)
    await database.close()
