"""R1.1 and R2: cards, and the order of hands."""

import re
from collections import Counter
from itertools import combinations
from random import Random

import phevaluator
import pytest

from ofc_engine.cards import DECK, RANKS, Card, format_cards, parse_cards, verify_distinct
from ofc_engine.errors import CardError
from ofc_engine.ranking import HIGHEST, Category, category, shape, strength


def rank(text: str) -> int:
    return strength(parse_cards(text))


def test_r1_1_there_are_52_cards():
    assert len(set(DECK)) == 52
    assert [str(card) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert [card.rank_letter for card in DECK[::4]] == list(RANKS)


@pytest.mark.parametrize("text", ["Kd7h10cAs", "kd 7H tc aS", "K♦,7♥,10♣,A♠", "K♦️ 7♥️ T♣️ A♠️"])
def test_cards_are_read_however_people_write_them(text: str):
    assert format_cards(parse_cards(text)) == "Kd7hTcAs"


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("Kx", "Kx"),
        ("AsK", "K"),
        ("1h", "1h"),
        ("Kd?", "?"),
        ("6\u017f", "6\u017f"),
        ("\u212ad", "\u212ad"),
        ("DsAsKd", "Ds"),
        ("AsKd, front: 2c", "front:"),
        ("As Joker", "Joker"),
        ("AsXKd", "XK"),
        ("a" * 100, "a" * 20),
    ],
)
def test_what_is_no_card_is_named(text: str, bad: str):
    with pytest.raises(CardError, match=re.escape(f"“{bad}” isn't a card")):
        parse_cards(text)


@pytest.mark.parametrize("text", ["X", "AsXKd", "Kd joker", "X3"])
def test_r13_2_whoever_calls_a_joker_by_another_name_is_told_its_own(text: str):
    with pytest.raises(CardError, match="Jokers are written X1 and X2"):
        parse_cards(text)


def test_one_card_is_one_card():
    assert Card.parse("10h") is DECK[DECK.index(Card.parse("Th"))]
    with pytest.raises(CardError):
        Card.parse("ThJh")


def test_r2_1_all_2598960_hands_fall_into_the_known_categories():
    counts = Counter(map(strength, combinations(DECK, 5)))
    by_category: Counter[Category] = Counter()
    for value, count in counts.items():
        by_category[category(value)] += count
    assert by_category == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,
        Category.QUADS: 624,
        Category.FULL_HOUSE: 3744,
        Category.FLUSH: 5108,
        Category.STRAIGHT: 10200,
        Category.TRIPS: 54912,
        Category.TWO_PAIR: 123552,
        Category.PAIR: 1098240,
        Category.HIGH_CARD: 1302540,
    }
    assert len(counts) == 7462


def test_r2_3_all_22100_fronts_fall_into_the_known_categories():
    counts = Counter(category(strength(front)) for front in combinations(DECK, 3))
    assert counts == {Category.TRIPS: 52, Category.PAIR: 3744, Category.HIGH_CARD: 18304}


def test_r2_4_the_order_is_that_of_an_independent_evaluator():
    random = Random(1)
    hands = [tuple(random.sample(DECK, 5)) for _ in range(20_000)]
    hands += [tuple(c for c in DECK if c.suit == "s")[i : i + 5] for i in range(9)]

    def theirs(hand: tuple[Card, ...]) -> int:
        return -phevaluator.evaluate_cards(*map(str, hand))

    pairs = {strength(hand): theirs(hand) for hand in hands}
    assert [pairs[value] for value in sorted(pairs)] == sorted(pairs.values())
    assert len(set(pairs.values())) == len(pairs)


def test_r2_2_the_ace_is_low_only_in_the_lowest_straight():
    assert category(rank("As2d3c4h5s")) is Category.STRAIGHT
    assert rank("As2d3c4h5s") < rank("2d3c4h5s6s")
    assert category(rank("KsAd2c3h4s")) is Category.HIGH_CARD
    assert category(rank("As2s3s4s5s")) is Category.STRAIGHT_FLUSH
    assert rank("As2s3s4s5s") < rank("2s3s4s5s6s")
    assert rank("AsKsQsJsTs") == HIGHEST


def test_r2_3_a_front_knows_no_straights_and_no_flushes():
    assert category(rank("QsKsAs")) is Category.HIGH_CARD


def test_r2_4_kickers_decide_from_high_to_low():
    assert rank("AsAd9c5h3s") > rank("AhAc9d5s2s")
    assert rank("AsAd9c5h3s") == rank("AhAc9d5s3d")
    assert rank("KsKd2c2h3s") < rank("KhKc3d3h2s")


@pytest.mark.parametrize(
    ("front", "middle", "foul"),
    [
        ("6s6dAc", "6h6cAdKsQd", False),
        ("6s6dAc", "6h6cKdQsJd", True),
        ("AsAdAh", "AsAdAh3c2d", False),
        ("KsQdJc", "KhQcJs3d2c", False),
        ("KsQdJc", "KhQcTs9d8c", True),
    ],
)
def test_r2_5_front_against_middle(front: str, middle: str, foul: bool):
    assert (rank(middle) < rank(front)) is foul


def test_a_strength_tells_its_shape():
    assert shape(rank("TsTd9c9hAs")) == (Category.TWO_PAIR, (10, 9, 14))
    assert shape(rank("2s2d2c")) == (Category.TRIPS, (2,))


def test_no_card_is_there_twice_unless_there_are_two_decks():
    cards = parse_cards("AsKdAs")
    with pytest.raises(CardError, match="As appears more than once"):
        verify_distinct(cards)
    verify_distinct(cards, copies=2)
    verify_distinct(())
