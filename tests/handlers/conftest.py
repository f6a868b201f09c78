"""The fixture `scene`, a desk for tests of what handlers decide and what people are told."""

from collections.abc import Iterator

import pytest

from tests.desk.scene import scene
from tests.plans import noted, read_in_full

__all__ = ["scene"]


@pytest.fixture(scope="module", autouse=True)
def found_among_years(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No command takes longer from year to year: none reads all of a table that grows."""
    with noted() as statements:
        yield
    assert statements
    assert read_in_full(statements, tmp_path_factory.mktemp("plans")) == []
