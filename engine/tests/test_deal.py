"""A deal is fixed before it begins and can be checked by anyone afterwards."""

import hashlib
import hmac
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import play
from ofc_engine.cards import DECK
from ofc_engine.deal import Deal, below, commitment, dealt_on, deck
from ofc_engine.errors import DealError
from ofc_engine.hand import Hand
from ofc_engine.rulesets import STANDARD

secrets = st.binary(min_size=32, max_size=32)


@given(secrets)
def test_a_deck_has_every_card_once(secret: bytes):
    assert sorted(deck(secret)) == sorted(DECK)


def by_the_readme(key: bytes) -> list[str]:
    """The README's recipe for a deck, written a second time and plainly."""
    numbers = [
        int.from_bytes(block[i : i + 4], "big")
        for n in range(20)
        for block in [hmac.new(key, f"ofc-deal-1:{n}".encode(), hashlib.sha256).digest()]
        for i in range(0, 32, 4)
    ]
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for i in range(51, 0, -1):
        while (number := numbers.pop(0)) >= 2**32 - 2**32 % (i + 1):
            pass
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_without_seeds_the_deck_comes_from_the_secret_alone():
    secret = bytes(range(32))
    assert list(map(str, Deal(secret, 12, ("-", "-")).deck)) == by_the_readme(secret)
    assert Deal(secret).deck == deck(secret)


def test_with_seeds_the_deck_comes_from_the_secret_the_hand_and_every_seed():
    secret = bytes(range(32))
    key = hmac.new(secret, b"ofc-deal-2:12:1442:tiger7:-", hashlib.sha256).digest()
    deal = Deal(secret, 12, ("1442", "tiger7", "-"))
    assert list(map(str, deal.deck)) == by_the_readme(key)
    others = [Deal(secret, 13, deal.seeds), Deal(secret, 12, ("1442", "-", "tiger7"))]
    assert len({deal.deck, *(other.deck for other in others)}) == 3


def test_the_deck_also_comes_from_the_message_and_from_joining():
    secret = bytes(range(32))
    key = hmac.new(secret, b"ofc-deal-4:12:1555:8f3a:1442:-", hashlib.sha256).digest()
    deal = Deal(secret, 12, ("1442", "-"), message="1555", joined="8f3a")
    assert list(map(str, deal.deck)) == by_the_readme(key)


@pytest.mark.parametrize("message", ["1555", "-"])
def test_the_message_alone_is_enough_for_another_deck(message: str):
    deal = Deal(bytes(32), 12, ("-", "-"), message=message)
    assert deal.method == "ofc-deal-4"
    assert (deal.deck == Deal(bytes(32)).deck) is (message == "-")


@pytest.mark.parametrize("seed", ["", "a b", "a:b", "--", "ä", "x" * 33, "a\n", "\u0661"])
def test_a_seed_is_of_letters_and_digits_so_that_everybody_can_type_it(seed: str):
    with pytest.raises(DealError, match="A seed is"):
        Deal(bytes(32), 1, (seed,))


def test_by_seat_each_gets_the_cards_of_a_pile_of_its_own():
    secret = bytes(range(32))
    key = hmac.new(secret, b"ofc-deal-3:12:1442", hashlib.sha256).digest()
    deal = Deal(secret, 12, ("1442",), by_seat=True)
    cards = by_the_readme(key)
    assert list(map(str, deal.deck)) == cards
    start = Hand.start(STANDARD, (0, 14, 0))
    _, hand = dealt_on(start, deal)
    assert [list(map(str, seat.pending)) for seat in hand.seats] == [
        cards[:5],
        cards[17:31],
        cards[34:39],
    ]


@given(secrets, st.randoms(use_true_random=False), st.randoms(use_true_random=False))
def test_r14_4_a_seat_gets_the_same_cards_whatever_the_others_do(
    secret: bytes, one: Random, other: Random
):
    deal = Deal(secret, 3, ("8f",), by_seat=True)
    rules = STANDARD.changed({"deal_mode": "simultaneous"})
    plays = [
        play(rules, (0, 0, 0), deal, one, mishaps=0.1),
        play(rules, (0, 14, 0), deal, other, mishaps=0.1),
    ]
    for seat in range(3):
        here, there = (set(each.hand.seats[seat].cards) for each in plays)
        assert here <= there or there <= here


def test_a_deck_never_changes_between_versions():
    def digest(deal: Deal) -> str:
        return hashlib.sha256("".join(map(str, deal.deck)).encode()).hexdigest()[:16]

    assert digest(Deal(bytes(32))) == "27235f1f284d1c0d"
    assert digest(Deal(bytes(32), 12, ("1442", "tiger7", "-"))) == "ec5e5fed9b3c7dae"
    new = Deal(bytes(32), 12, ("1442", "tiger7", "-"), message="1555", joined="8f3a")
    assert digest(new) == "a6d955185515882f"


def test_the_commitment_is_the_sha256_of_the_secret():
    assert commitment(bytes(32)).hex() == hashlib.sha256(bytes(32)).hexdigest()


def test_every_card_comes_first_about_equally_often():
    rounds = 5200
    first = Counter(deck(n.to_bytes(32, "big"))[0] for n in range(rounds))
    expected = rounds / 52
    chi_square = sum((count - expected) ** 2 / expected for count in first.values())
    assert len(first) == 52
    # 51 degrees of freedom: 99.9 % of fair shuffles stay below 87.97.
    assert chi_square < 87.97


@pytest.mark.parametrize("bound", range(2, 53))
def test_a_number_of_which_low_results_would_gain_is_drawn_again(bound: int):
    fair = 2**32 // bound * bound
    assert below(bound, iter([fair - 1])) == bound - 1
    for number in range(fair, 2**32):
        assert below(bound, iter([number, 1])) == 1


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int):
    with pytest.raises(DealError, match="32 bytes"):
        deck(bytes(length))
