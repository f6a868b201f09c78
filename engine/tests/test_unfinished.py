"""What a board is sure of before it is full (R6, R7), if it does not foul."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import rulesets
from ofc_engine.board import BOARD_SIZE, CAPACITIES, Board, Row
from ofc_engine.cards import DECK, Card, parse_cards
from ofc_engine.ranking import Category, shape, strength
from ofc_engine.rows import HIGH_ROWS
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import evaluate
from ofc_engine.unfinished import AssuredRows, assured


def of(board: str, rules: Ruleset = STANDARD, fantasyland: int = 0) -> AssuredRows:
    return assured(Board.parse(board), rules, players=2, fantasyland=fantasyland)


@pytest.mark.parametrize(
    ("board", "royalties"),
    [
        ("- / - / -", (0, 0, 0)),
        ("KcKd / 9c9d9h / -", (8, 2, 0)),
        ("5c5d / 9c9d9h9s / 2c2d2h", (0, 20, 0)),
        ("6c6d / 4c5c6h7c / 2h3h4h5h", (1, 0, 0)),
        ("6c6d2s / 4c5c6h7c8c / 2h3h4h5h9h", (1, 4, 4)),
    ],
)
def test_r6_a_royalty_counts_once_it_is_certain(board: str, royalties: tuple[int, int, int]):
    assert of(board).royalties == royalties


def test_r7_1_queens_earn_fantasyland_before_the_front_is_full():
    assert of("QcQd / - / -").fantasyland == 14
    assert of("JcJd / - / -").fantasyland == 0
    assert of("KcKd / - / -", Ruleset.of("progressive")).fantasyland == 15
    assert of("QcQd / - / -", Ruleset.of("us2012")).fantasyland == 0


def test_r7_4_quads_in_the_back_keep_it_before_the_board_is_full():
    assert of("- / - / 9c9d9h9s", fantasyland=14).fantasyland == 14
    assert of("- / - / 9c9d9h", fantasyland=14).fantasyland == 0
    assert of("QcQd / - / -", fantasyland=14).fantasyland == 0


@given(st.permutations(DECK), st.tuples(*(st.integers(0, size) for size in CAPACITIES)), rulesets)
def test_what_is_sure_stays_sure(cards: list[Card], sizes: tuple[int, ...], rules: Ruleset):
    full = cards[:BOARD_SIZE]
    rows = [tuple(full[start:end]) for start, end in ((0, 3), (3, 8), (8, 13))]
    before = Board(*(row[:size] for row, size in zip(rows, sizes, strict=True)))
    after = Board(*rows)
    now, then = (assured(board, rules, players=2) for board in (before, after))
    pairs = zip(now.royalties, then.royalties, strict=True)
    assert all(less <= more for less, more in pairs)
    assert now.fantasyland <= then.fantasyland
    result = evaluate(after, rules, players=2)
    if not result.is_foul:
        assert then.royalties == result.royalties
        assert then.fantasyland == result.fantasyland


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("QcQd2h / AcAd5h6s7c / 9c9d9h9s3c", "standard"),
        ("AcAd2h / KcKd5h6s7c / 9c9d9h9s3c", "progressive"),
        ("KcKd3h / 7c5d4h3s2c / 9c9d9h9s6c", "standard variant=deuce"),
        ("QcQdX1 / AcAd5h6s7c / 9c9d9h9s3c", "standard jokers=1"),
    ],
)
def test_what_earns_a_fantasyland_may_be_there_before_anything_else(board: str, options: str):
    """In whichever order the rows are filled."""
    full, rules = Board.parse(board), Ruleset.parse(options)
    most = assured(full, rules, players=2).fantasyland
    assert most
    for sizes in product(*(range(size + 1) for size in CAPACITIES)):
        begun = Board(*(full[row][:size] for row, size in zip(Row, sizes, strict=True)))
        assert assured(begun, rules, players=2).fantasyland <= most


@given(st.permutations(DECK), st.sampled_from(list(Row)), st.data())
def test_a_row_makes_what_it_makes_at_least_in_the_end(
    cards: list[Card], row: Row, data: st.DataObject
):
    size = data.draw(st.integers(row.capacity - 2, row.capacity))
    held, others = tuple(cards[:size]), cards[size:]
    ends = (strength(held + more) for more in combinations(others, row.capacity - size))
    least, made = shape(min(ends)), HIGH_ROWS.rankings[row].made(held)
    assert made.category is least.category
    if made.category is not Category.HIGH_CARD:
        assert made.ranks[0] == least.ranks[0]


def test_straights_and_flushes_count_once_they_are_full():
    assert of("- / 4c5c6c7c / -").made[1].category is Category.HIGH_CARD
    assert of("- / 4c5c6c7c8c / -").made[1].category is Category.STRAIGHT_FLUSH


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("2c", Category.HIGH_CARD),
        ("2c2d", Category.PAIR),
        ("2c2d9h", Category.PAIR),
        ("2c2d9h8h", Category.PAIR),
        ("2c2d9h9c", Category.TWO_PAIR),
        ("2c2d2h", Category.TRIPS),
        ("2c2d2h9c", Category.TRIPS),
        ("2c2d2h2s", Category.QUADS),
    ],
)
def test_equal_ranks_count_however_few_cards_lie_there(cards: str, made: Category):
    assert HIGH_ROWS.rankings[Row.BACK].made(parse_cards(cards)).category is made
