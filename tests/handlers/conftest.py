"""A desk in a server for tests of what handlers decide, and of what people are told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.desk.desk import at_desk
from tests.handlers.scene import Scene


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with at_desk(tmp_path) as desk:
        yield Scene(desk)
