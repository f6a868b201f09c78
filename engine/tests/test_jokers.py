"""R13.2: rows with jokers, against a ranking that tries every card in place of them."""

from functools import cache
from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest

from engine.tests import naive
from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, JOKERS, SUITS, Cards, format_cards, parse_cards, without_jokers
from ofc_engine.jokers import readings, rows_with_jokers, stand_ins
from ofc_engine.ranking import Category, category, shape, strength
from ofc_engine.rows import Foul

NAMES = tuple(map(str, DECK))
Ranked: TypeAlias = tuple[int, tuple[int, ...]]
LAX, STRICT = (rows_with_jokers(2, strict=strict) for strict in (False, True))


def tried(row: Cards) -> list[Ranked]:
    """What a row can be with each card that it has not, from low to high, by the naive reading."""
    cards = sorted(without_jokers(row))
    # What suits are called makes no difference.
    suits = list(dict.fromkeys(card.suit for card in cards))
    return _tried(tuple(str(c)[0] + SUITS[suits.index(c.suit)] for c in cards), len(row))


@cache
def _tried(held: tuple[str, ...], size: int) -> list[Ranked]:
    others = combinations([name for name in NAMES if name not in held], size - len(held))
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
    row = (*cards, *JOKERS[:jokers])
    assert [as_tried(each) for each in readings(row)] == tried(row), format_cards(cards)


def parsed(text: str) -> Cards:
    """A row as text, `X` being the first joker and `Y` the second."""
    return parse_cards(text.replace("X", "X1").replace("Y", "X2"))


def board(text: str) -> Board:
    return Board(*map(parsed, text.split(" / ")))


def read(text: str, *, strict: bool = False) -> tuple[tuple[int | None, ...], tuple[Foul, ...]]:
    """What the rows of a board are read as, and what is wrong with them."""
    rows = STRICT if strict else LAX
    found = rows.strengths(board(text))
    return found, rows.fouls(found, equal_rows_foul=strict)


def categories(found: tuple[int | None, ...]) -> str:
    return " ".join("-" if each is None else category(each).name.lower() for each in found)


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
        ("KcXY", Category.TRIPS),
        ("2c7dKhAsX", Category.PAIR),
        ("2c2dKhKsX", Category.FULL_HOUSE),
        ("2c2d2h2sX", Category.QUADS),
        ("2c3cKcAcX", Category.FLUSH),
        ("TcJcQcKcX", Category.ROYAL_FLUSH),
        ("2d3dAdXY", Category.STRAIGHT_FLUSH),
        ("7c7d7hXY", Category.QUADS),
        ("9cKdAhXY", Category.TRIPS),
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
        ("2s3dX / 5c6c7c8cY / 9c9d9hKsQd", "pair pair trips"),
        ("QcJdX / AcAd5h6s9c / KcKdKh7s8s", "pair pair trips"),
        # A joker below allows more above.
        ("3c3d4h / 5c5d8h8sX / 9c9dThTsX", "pair full_house full_house"),
        ("3c3d4h / 5c5dXY8s / 9c9d9h9sTh", "pair quads quads"),
        ("AcAdX / 2c3d4h5sY / 6c6d6h7s8s", None),
        # Of what is not whole yet nothing is known: as strong as can be.
        ("QcQdX / 2c2d5h / AcAdAh7s", "trips - -"),
        ("QcQdX / 9c9d9h5s2c / AcAdAh7s", "pair trips -"),
    ],
)
def test_rows_are_read_from_the_back_up(rows: str, made: str | None):
    found, fouls = read(rows)
    assert (None if fouls else categories(found)) == made


def test_a_middle_that_could_equal_the_back_is_lower_where_that_fouls():
    rows = "2c3d4h / 9cTdJhQsX / 9dThJsQcKd"
    assert read(rows)[0][Row.MIDDLE] == strength(parse_cards("9cTdJhQsKh"))
    strict, fouls = read(rows, strict=True)
    assert strict[Row.MIDDLE] == strength(parse_cards("8h9cTdJhQs"))
    assert fouls == ()


def test_a_row_that_nothing_fits_is_a_foul():
    assert read("2c3d4h / AcAdAhKsX / 6c7d8h9sJc")[1] == (Foul.BACK_BELOW_MIDDLE,)


@pytest.mark.parametrize(
    ("row", "read_as", "cards"),
    [
        ("KcX2d", "KcKs2d", "Ks"),
        ("KsX2d", "KsKh2d", "Kh"),
        ("KsX2d", "KsQh2d", "Qs"),
        ("XYKs", "KhKdKs", "KhKd"),
        ("5c6c7c8cX", "5c6c7c8c9c", "9c"),
        ("5c6c7c8cX", "5c6c7c8c9d", "9s"),
        ("AcAd2h3s4c", "AcAd2h3s4c", ""),
    ],
)
def test_jokers_are_told_as_the_cards_that_they_count_as(row: str, read_as: str, cards: str):
    assert format_cards(stand_ins(parsed(row), strength(parse_cards(read_as)))) == cards


@pytest.mark.parametrize(
    ("rows", "sure"),
    [
        # As long as the Middle is open it may allow less than trips, or than a pair.
        ("QcQdX / 2c2d5h / AcAdAh7s8s", "pair pair trips"),
        ("Qc5dX / 2c2d5h / AcAdAh7s8s", "high_card pair trips"),
        ("QcQdX / 9c9d9h5s2c / AcAdAh7s8s", "pair trips trips"),
        ("2c / 9c9dX / AcAdAh7s", "high_card pair trips"),
        ("2c / X / AcAdAh7sY", "high_card high_card quads"),
        # A row that is open itself may have to be read as less than it makes now.
        ("QcX / 2c2d3h4h5h / AsAdKcKd7h", "high_card pair two_pair"),
        ("2h3d4s / 8c8dX / KsKdQc7h5h", "high_card pair pair"),
        # Nothing lies below the Back.
        ("- / - / AcX", "high_card high_card pair"),
    ],
)
def test_a_joker_is_sure_of_no_more_than_what_lies_below_will_allow(rows: str, sure: str):
    made = LAX.assured(board(rows.replace("-", "")))
    assert " ".join(each.category.name.lower() for each in made) == sure


def read_slowly(rows: Board, *, strict: bool) -> list[Ranked] | None:
    """R13.2 from its text: the strongest of all that fits below each row, None for a foul."""
    front, middle, back = map(tried, rows)
    found = [back[-1]]
    for row, is_strict in ((middle, strict), (front, False)):
        fit = [each for each in row if each < found[0] or (each == found[0] and not is_strict)]
        if not fit:
            return None
        found.insert(0, fit[-1])
    return found


def random_rows(random: Random) -> Board:
    """Rows that are often in order; at least one joker lies in them, and in all at most two."""
    cards = random.sample(DECK, 13)
    jokers = random.choice([(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0)])
    if random.random() < 0.15:
        jokers = random.choice([(2, 0, 0), (0, 2, 0), (0, 0, 2)])
    cards = sorted(cards) if random.random() < 0.5 else cards
    rows = cards[:3], cards[3:8], cards[8:]
    left = list(JOKERS)
    return Board(
        *(
            (*row[: len(row) - count], *(left.pop() for _ in range(count)))
            for row, count in zip(rows, jokers, strict=True)
        )
    )


def verify_boards(boards: int, seed: int) -> None:
    random, fouls = Random(seed), 0
    for _ in range(boards):
        rows, strict = random_rows(random), random.random() < 0.5
        rules = STRICT if strict else LAX
        found = rules.strengths(rows)
        is_foul = rules.fouls(found, equal_rows_foul=strict) != ()
        slow = read_slowly(rows, strict=strict)
        read_as = [as_tried(each) for each in found if each is not None]
        assert (None if is_foul else read_as) == slow, rows
        fouls += is_foul
    assert 0 < fouls < boards


def test_boards_are_read_as_the_rule_says():
    verify_boards(120, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(20))
def test_a_million_boards_are_read_as_the_rule_says(seed: int):
    verify_boards(50_000, 100 + seed)
