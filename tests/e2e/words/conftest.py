"""Fixtures of the tests of words."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest

from discord_standin.standin import StandIn
from tests.alphabets import CYRILLIC, GREEK, taught
from tests.e2e.house import Group
from tests.e2e.words.walking import Walk, left_in_english, strangers


@pytest.fixture(params=[(GREEK, CYRILLIC), ("de", "it"), ("cs", "en-US")], ids=lambda two: two[0])
def walk_through(
    gathered: Callable[..., Group], discord: StandIn, request: pytest.FixtureRequest
) -> Iterator[Walk]:
    own, common = request.param
    is_taught = own == GREEK
    with taught() if is_taught else nullcontext():
        yield Walk(gathered(("Ann", "Bob", "Mia"), own, common))
    left = strangers(discord) if is_taught else left_in_english(discord, own, common)
    assert left == []
