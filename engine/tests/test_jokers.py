"""R13.2: rows with jokers, against a ranking that tries every card in place of them."""

from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest

from engine.tests import naive
from ofc_engine.board import Row
from ofc_engine.cards import DECK, SUITS, Cards, format_cards, parse_cards
from ofc_engine.jokers import JokerRow, JokerRows, read, readings
from ofc_engine.ranking import Category, category, shape, strength
from ofc_engine.rows import HIGH_ROWS, Foul

NAMES = tuple(map(str, DECK))
Ranked: TypeAlias = tuple[int, tuple[int, ...]]


def tried(row: JokerRow) -> list[Ranked]:
    """What a row can be with each card that it has not, from low to high, by the naive reading."""
    held = [str(card) for card in row.cards]
    others = combinations([name for name in NAMES if name not in held], row.jokers)
    found = set[Ranked]()
    for more in others:
        value, ranks = naive.ranked("".join([*held, *more]))
        found.add((value, tuple(ranks)))
    return sorted(found)


def as_tried(row_strength: int) -> Ranked:
    """A strength as the naive reading writes it: it names all ranks of a straight."""
    made = shape(row_strength)
    is_straight = made.category in (
        Category.STRAIGHT,
        Category.STRAIGHT_FLUSH,
        Category.ROYAL_FLUSH,
    )
    high = made.ranks[0]
    return int(made.category), tuple(range(high, high - 5, -1)) if is_straight else made.ranks


def verify_readings(cards: Cards, jokers: int) -> None:
    row = JokerRow(cards, jokers)
    assert [as_tried(each) for each in readings(row)] == tried(row), format_cards(cards)


def parsed(text: str) -> JokerRow:
    """A row as text, `X` being a joker."""
    return JokerRow(parse_cards(text.replace("X", "")), text.count("X"))


def board(text: str) -> JokerRows:
    front, middle, back = map(parsed, text.split(" / "))
    return front, middle, back


def test_every_front_with_jokers_is_what_any_card_makes_of_it():
    for cards in combinations(DECK, 2):
        verify_readings(cards, 1)
    for card in DECK:
        verify_readings((card,), 2)


@pytest.mark.parametrize(("jokers", "hands"), [(1, 300), (2, 25)])
def test_rows_of_five_with_jokers_are_what_any_cards_make_of_them(jokers: int, hands: int):
    random = Random(jokers)
    for _ in range(hands):
        verify_readings(tuple(random.sample(DECK, 5 - jokers)), jokers)


@pytest.mark.exhaustive
@pytest.mark.parametrize("jokers", [1, 2])
def test_all_rows_of_five_with_jokers(jokers: int):
    """All, but for those that only differ in the names of their suits."""
    seen = 0
    for cards in combinations(DECK, 5 - jokers):
        suits = "".join(dict.fromkeys(card.suit for card in cards))
        if suits == SUITS[: len(suits)]:
            verify_readings(cards, jokers)
            seen += 1
    assert seen == {1: 18_096, 2: 1_833}[jokers]


@pytest.mark.parametrize(
    ("row", "highest"),
    [
        ("KcKdX", Category.TRIPS),
        ("KcXX", Category.TRIPS),
        ("2c7dKhAsX", Category.PAIR),
        ("2c2dKhKsX", Category.FULL_HOUSE),
        ("2c2d2h2sX", Category.QUADS),
        ("2c3cKcAcX", Category.FLUSH),
        ("TcJcQcKcX", Category.ROYAL_FLUSH),
        ("2d3dAdXX", Category.STRAIGHT_FLUSH),
        ("7c7d7hXX", Category.QUADS),
        ("9cKdAhXX", Category.TRIPS),
    ],
)
def test_the_highest_reading(row: str, highest: Category):
    assert category(readings(parsed(row))[-1]) is highest


@pytest.mark.parametrize(
    ("rows", "made"),
    [
        # Trips in the Front would be higher than the Middle, and so is the pair of queens.
        ("QcQdX / 2c2d5h6s9c / AcAdAh7s8s", None),
        # Straight and flush would be higher than the Back.
        ("2s3dX / 5c6c7c8cX / 9c9d9hKsQd", "pair pair trips"),
        ("QcJdX / AcAd5h6s9c / KcKdKh7s8s", "pair pair trips"),
        # A joker below allows more above.
        ("3c3d4h / 5c5d8h8sX / 9c9dThTsX", "pair full_house full_house"),
        ("3c3d4h / 5c5dXX8s / 9c9d9h9sTh", "pair quads quads"),
        ("AcAdX / 2c3d4h5sX / 6c6d6h7s8s", None),
    ],
)
def test_rows_are_read_from_the_back_up(rows: str, made: str | None):
    found = read(board(rows), HIGH_ROWS, equal_rows_foul=False)
    is_foul = HIGH_ROWS.fouls(found, equal_rows_foul=False) != ()
    names = " ".join(category(each).name.lower() for each in found)
    assert (None if is_foul else names) == made


def test_a_middle_that_could_equal_the_back_is_lower_where_that_fouls():
    rows = board("2c3d4h / 9cTdJhQsX / 9dThJsQcKd")
    assert category(read(rows, HIGH_ROWS, equal_rows_foul=False)[Row.MIDDLE]) is Category.STRAIGHT
    strict = read(rows, HIGH_ROWS, equal_rows_foul=True)
    assert strict[Row.MIDDLE] == strength(parse_cards("8h9cTdJhQs"))
    assert HIGH_ROWS.fouls(strict, equal_rows_foul=True) == ()


def test_a_row_that_nothing_fits_is_a_foul():
    found = read(board("2c3d4h / AcAdAhKsX / 6c7d8h9sJc"), HIGH_ROWS, equal_rows_foul=False)
    assert HIGH_ROWS.fouls(found, equal_rows_foul=False) == (Foul.BACK_BELOW_MIDDLE,)


def read_slowly(rows: JokerRows, *, strict: bool) -> list[Ranked] | None:
    """R13.2 from its text: the strongest of all that fits below each row, None for a foul."""
    front, middle, back = map(tried, rows)
    found = [back[-1]]
    for row, is_strict in ((middle, strict), (front, False)):
        fit = [each for each in row if each < found[0] or (each == found[0] and not is_strict)]
        if not fit:
            return None
        found.insert(0, fit[-1])
    return found


def random_rows(random: Random) -> JokerRows:
    """Rows that are often in order; at least one joker lies in them, and in all at most two."""
    cards = random.sample(DECK, 13)
    jokers = random.choice([(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0)])
    if random.random() < 0.15:
        jokers = random.choice([(2, 0, 0), (0, 2, 0), (0, 0, 2)])
    cards = sorted(cards) if random.random() < 0.5 else cards
    rows = cards[:3], cards[3:8], cards[8:]
    front, middle, back = (
        JokerRow(tuple(row[: len(row) - count]), count)
        for row, count in zip(rows, jokers, strict=True)
    )
    return front, middle, back


def verify_boards(boards: int, seed: int) -> None:
    random, fouls = Random(seed), 0
    for _ in range(boards):
        rows, strict = random_rows(random), random.random() < 0.5
        found = read(rows, HIGH_ROWS, equal_rows_foul=strict)
        is_foul = HIGH_ROWS.fouls(found, equal_rows_foul=strict) != ()
        slow = read_slowly(rows, strict=strict)
        assert (None if is_foul else [as_tried(each) for each in found]) == slow, rows
        fouls += is_foul
    assert 0 < fouls < boards


def test_boards_are_read_as_the_rule_says():
    verify_boards(120, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_many_boards_are_read_as_the_rule_says(seed: int):
    verify_boards(10_000, 100 + seed)
