"""R14.3: the deals of a knock-out follow from one secret, which its end lets anybody check."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_engine.deal import Deal, commitment
from ofc_engine.errors import DealError
from ofc_engine.origin import Origin, secret_of

secrets = st.binary(min_size=32, max_size=32)


@given(secrets, st.integers(1, 99), st.integers(1, 99))
def test_a_deal_follows_from_the_secret_the_table_and_the_hand(
    secret: bytes, table: int, hand: int
):
    said = hmac.new(secret, f"ofc-tournament-1:{table}:{hand}".encode(), hashlib.sha256).digest()
    deal = Deal(secret_of(secret, table, hand), hand)
    assert deal.secret == said
    Origin(commitment(secret), table, secret).verify(deal)
    for table_told, dealt in ((table + 1, deal), (table, Deal(deal.secret, hand + 1))):
        with pytest.raises(DealError, match="doesn't come from"):
            Origin(commitment(secret), table_told, secret).verify(dealt)


@given(secrets, secrets)
def test_another_secret_than_the_one_fixed_is_noticed_once_it_is_told(secret: bytes, other: bytes):
    deal = Deal(secret_of(other, 1, 1), 1)
    Origin(commitment(secret), 1).verify(deal)
    if secret != other:
        with pytest.raises(DealError, match="fixed at its opening"):
            Origin(commitment(secret), 1, other).verify(deal)
