"""Buttons of the ledger say by themselves what they ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ledger import Scope
from bot.ofc.variants import VARIANTS
from bot.screens.ids import Press
from bot.screens.queries import Deed, Query, View, parse

scopes = st.builds(
    Scope,
    channel_id=st.integers(0, 2**63 - 1),
    season=st.integers(0, 999_999),
    variant=st.sampled_from(["", *VARIANTS]),
    days=st.integers(0, 99_999),
)
queries = st.builds(
    Query,
    st.sampled_from(View),
    scopes,
    st.lists(st.integers(0, 999_999_999), max_size=5).map(tuple),
    st.integers(0, 999_999_999),
)


@given(queries, st.sampled_from(Deed))
def test_a_custom_id_says_what_was_asked_and_fits_into_100_characters(query: Query, deed: Deed):
    custom_id = query.custom_id(deed)
    assert parse(custom_id) == (deed, query)
    assert Press.parse(custom_id) is None
    if max(query.about, default=0) <= 99_999:
        assert len(custom_id) <= 100


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "o1:1:0.0:join",
        "l1:show:nothing:::0",
        "l1:show:standing:vpoker::0",
        "l1:show:standing:x1::0",
        "l1:show:player::1..2:0",
        "l1:show:player::1.2.3.4.5.6:0",
        "l1:take:player::1:0",
        "l1:show:charttext:czzzzzzzzzzzzz:1.1:200",
        "l1:show:chart:c0::0",
    ],
)
def test_other_custom_ids_are_none_of_the_ledgers(custom_id: str):
    assert parse(custom_id) is None
