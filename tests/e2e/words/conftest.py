"""Fixtures of the tests of words."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest

from discord_standin.standin import StandIn
from tests.alphabets import CYRILLIC, GREEK, taught
from tests.e2e.house import Group
from tests.e2e.words.walking import Walk, left_in_english, strangers


@pytest.fixture(
    params=[
        pytest.param((GREEK, CYRILLIC), id=GREEK),
        pytest.param(("de", "it"), id="de", marks=pytest.mark.exhaustive),
        pytest.param(("cs", "en-US"), id="cs", marks=pytest.mark.exhaustive),
    ]
)
def walk_through(
    gathered: Callable[..., Group], discord: StandIn, request: pytest.FixtureRequest
) -> Iterator[Walk]:
    own, common = request.param
    is_taught = own == GREEK
    with taught() if is_taught else nullcontext():
        yield Walk(gathered(("Ann", "Bob", "Mia"), own, common))
    left = strangers(discord) if is_taught else left_in_english(discord, own, common)
    assert left == []
