"""R4 to R9: points, royalties, fouls, Fantasyland, and what changes hands."""

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.boards import QUEENS, STANDARD, STRONG, WEAK, result
from engine.tests.hands import Game, games
from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, Card, parse_cards
from ofc_engine.errors import NotationError
from ofc_engine.ranking import strength
from ofc_engine.rows import HIGH_ROWS, Foul
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.scoring import EXPOSED_CARD, evaluate, score, score_hand, score_pair
from ofc_engine.seat import Fate

FOUL = "AhAd9h / KsQc7d6s3s / KhQhTh8h4h"


def points(a: str, b: str, rules: Ruleset = STANDARD) -> int:
    return score([result(a, rules), result(b, rules)], rules).points[0]


@given(games(finished=True))
def test_r4_4_points_sum_to_zero(game: Game):
    assert sum(score_hand(game.hand).points) == 0


@given(games(finished=True))
def test_r4_what_two_settle_is_the_same_from_either_side(game: Game):
    rules, results = game.rules, score_hand(game.hand).results
    for a, b in combinations(range(len(results)), 2):
        one = score_pair(a, b, results[a], results[b], rules)
        other = score_pair(b, a, results[b], results[a], rules)
        assert one.flipped() == other
        assert one.points == -other.points


def test_r4_2_a_scoop_is_worth_six_and_royalties_come_on_top():
    assert points(STRONG, WEAK) == 6 + 4


def test_r4_2_one_tied_row_is_no_scoop():
    tied = "2d3d5c / AsAc7d6s3s / KhQhTh8h4h"
    pair = score([result(tied), result(WEAK)], STANDARD).pairs[0]
    assert pair.rows == (0, 1, 1)
    assert not pair.is_scoop
    assert pair.points == 2 + 4


@pytest.mark.parametrize(
    ("scoring", "scoop", "two_of_three", "two_and_a_tie"),
    [("1-6", 6, 1, 2), ("2-4", 4, 2, 3), ("1", 3, 1, 2)],
)
def test_r4_3_both_ways_of_scoring(scoring: str, scoop: int, two_of_three: int, two_and_a_tie: int):
    rules = STANDARD.changed({"scoring": scoring, "royalties": "none"})
    assert points(STRONG, WEAK, rules) == scoop
    assert points("2d3d4d / AsAc7d6s3s / KhQhTh8h4h", WEAK, rules) == two_of_three
    assert points("2d3d5c / AsAc7d6s3s / KhQhTh8h4h", WEAK, rules) == two_and_a_tie
    assert points(WEAK, FOUL, rules) == rules.scoring.full_loss == scoop


def test_r5_1_equal_rows_are_legal_unless_the_house_says_foul():
    equal = Board.parse("2c3c5d / 4c5h6d7h8c / 4d5s6h7s8d")
    assert STANDARD.fouls(equal) == ()
    assert PRESETS["german"].fouls(equal) == (Foul.BACK_EQUALS_MIDDLE,)


@pytest.mark.parametrize(
    ("board", "foul"),
    [
        ("3c3d3h / 2c2d2hAsKc / 9c9d9h9s4c", Foul.MIDDLE_BELOW_FRONT),
        ("AcKhQs / 7c6d5h4s3c / 6c5d4h3s2c", Foul.BACK_BELOW_MIDDLE),
    ],
)
def test_r5_1_a_row_that_is_lower_by_the_least_there_is_is_a_foul(board: str, foul: Foul):
    assert STANDARD.fouls(Board.parse(board)) == (foul,)


def test_r5_1_every_reason_of_a_foul_is_listed():
    board = Board.parse("AhAd9h / KsKc7d6s3s / QhJhTh8h4d")
    assert STANDARD.fouls(board) == (Foul.MIDDLE_BELOW_FRONT, Foul.BACK_BELOW_MIDDLE)


def test_r5_2_a_foul_pays_a_scoop_and_all_royalties_and_gets_none():
    assert result(FOUL).royalties == (0, 0, 0)
    assert points(FOUL, QUEENS) == -(6 + 7 + 2 + 6)


def test_r5_3_two_fouls_settle_nothing():
    assert points(FOUL, FOUL) == 0


def test_r6_1_royalties_are_paid_on_lost_rows_and_netted():
    lost_flush = "2c3c5d / 4c6d8h9dTc / 2h5h7h9hJh"
    assert result(lost_flush).royalties == (0, 0, 4)
    assert points(lost_flush, STRONG) == -6 + 4 - 4


@pytest.mark.parametrize(
    ("front", "middle", "back"),
    [("66", "555A2", "777K3"), ("QQ", "KKK32", "AAA54")],
)
def test_r6_2_trips_in_the_middle_pay_only_in_the_standard_table(
    front: str, middle: str, back: str
):
    def suited(ranks: str) -> str:
        return "".join(rank + "cdhs"[i % 4] for i, rank in enumerate(ranks))

    board = f"{suited(front + '4')} / {suited(middle)} / {suited(back)}"
    assert result(board).royalties[1] == 2
    for preset in ("us2012", "italian", "czech"):
        assert result(board, PRESETS[preset]).royalties[1] == 0


def test_r6_2_a_royal_in_the_middle_of_003_counts_as_a_straight_flush():
    board = "2c3c5d / AsKsQsJsTs / AhKhQhJhTh"
    assert result(board, PRESETS["czech"].changed({"equal_rows": "legal"})).royalties == (0, 30, 25)
    assert result(board).royalties == (0, 50, 25)


@pytest.mark.parametrize(("pair", "paid"), [("5", 0), ("6", 1), ("Q", 7), ("A", 9)])
def test_r6_3_front_pairs(pair: str, paid: int):
    board = f"{pair}c{pair}d2s / 3s3h3c4h4d / 7c7h7d7s8s"
    assert result(board).royalties[0] == paid


def test_r6_3_front_trips_by_ladder_or_flat():
    trips = "2c2d2s / 3s3h3c4h4d / 7c7h7d7s8s"
    assert result(trips).royalties[0] == 10
    assert result(trips, PRESETS["italian"]).royalties[0] == 20
    assert result(trips.replace("2", "A")).royalties[0] == 22


# --- Fantasyland ----------------------------------------------------------------------------


def test_r7_1_queens_or_better_without_a_foul_lead_to_fantasyland():
    assert result(QUEENS).fantasyland == 14
    assert result(FOUL).fantasyland == 0
    assert result(STRONG).fantasyland == 0


@pytest.mark.parametrize(("front", "cards"), [("Q", 14), ("K", 15), ("A", 16)])
def test_r7_2_progressive_counts_by_the_front(front: str, cards: int):
    board = f"{front}c{front}d2s / 3s3h3c4h4d / 7c7h7d7s8s"
    assert result(board, PRESETS["progressive"]).fantasyland == cards


def test_r7_2_progressive_trips_bring_17_and_a_repeat_visit_14():
    board = "2c2d2s / 3s3h3c4h4d / 7c7h7d7s8s"
    assert result(board, PRESETS["progressive"]).fantasyland == 17
    assert result(board, PRESETS["progressive"], fantasyland=17).fantasyland == 14


def test_r7_2_the_variant_decides_between_13_and_14():
    italian = PRESETS["italian"]
    assert result(QUEENS, italian).fantasyland == 13
    assert result(QUEENS, italian.changed({"variant": "pineapple"})).fantasyland == 14


def test_r1_5_four_classic_players_leave_13_cards():
    rules = PRESETS["progressive"].changed({"variant": "classic"})
    board = Board.parse("AcAd2s / 3s3h3c4h4d / 7c7h7d7s8s")
    assert evaluate(board, rules, players=3).fantasyland == 16
    assert evaluate(board, rules, players=4).fantasyland == 13


FULL_MIDDLE = "2c3c5d / 6s6h6c4h4d / 7c7h7d8c8s"
TEN_POINTS = "2c3c5d / 4s5s6s7s9s / 7c7h7d8c8h"


@pytest.mark.parametrize(
    ("stay", "board", "stays"),
    [
        ("standard", FULL_MIDDLE, True),
        ("strict", FULL_MIDDLE, False),
        ("standard", TEN_POINTS, False),
        ("standard", "2c2d2s / 3s3h3c4h4d / 7c7h7d8c8s", True),
        ("strict", "2c2d2s / 3s3h3c4h4d / 7c7h7d8c8s", True),
        ("strict", "2c3c5d / 4c6d8h9dTc / 7c7h7d7s8s", True),
        ("never", "2c2d2s / 3s3h3c4h4d / 7c7h7d7s8s", False),
        ("ten_points", "AcAd5d / AhKhQsJsTs / 7c7h7d8c8h", False),
        ("ten_points", "2c3c5d / 6s6h6c4h4d / 7c7h7d8c8s", True),
        ("ten_points", "2c2d2h / 4s5s6s7s9s / 7c7h7d8c8h", True),
    ],
)
def test_r7_4_what_keeps_a_player_in_fantasyland(stay: str, board: str, stays: bool):
    rules = STANDARD.changed({"stay": stay})
    assert bool(result(board, rules, fantasyland=14).fantasyland) is stays


def test_r7_4_ten_points_are_one_way_more_to_stay():
    rules = STANDARD.changed({"stay": "ten_points", "royalties": "none"})
    assert result(FULL_MIDDLE, rules, fantasyland=14).fantasyland
    assert not result(TEN_POINTS, rules, fantasyland=14).fantasyland


def test_r7_5_queens_alone_do_not_keep_a_player_in_fantasyland():
    queens = "QcQd2s / KsKhAc3h4d / 7c7h7d8c8s"
    assert result(queens).fantasyland == 14
    assert result(queens, fantasyland=14).fantasyland == 0


def test_r8_1_a_surrender_pays_two_to_each_opponent_even_to_a_foul():
    rules = PRESETS["german"]
    results = [
        result(WEAK, rules, fate=Fate.SURRENDERED),
        result(STRONG, rules),
        result(FOUL, rules),
    ]
    assert score(results, rules).points == (-4, 2 + 10, 2 - 10)
    assert score([results[0], results[0]], rules).points == (0, 0)


def test_r11_4_a_shown_card_costs_whoever_showed_it_alone():
    shown = evaluate(Board.parse(STRONG), STANDARD, players=3, exposed=1)
    others = [result(WEAK), result(QUEENS)]
    one, two, three = score([result(STRONG), *others], STANDARD).points
    points = score([shown, *others], STANDARD).points
    assert points == (one - 2 * EXPOSED_CARD, two + EXPOSED_CARD, three + EXPOSED_CARD)


@pytest.mark.parametrize(
    "board",
    [
        "2d3d / AsAc7d6s3s / KhQhTh8h4h",
        "2d3d5c / AsAc7d6s / KhQhTh8h4h",
        "2d3d5c / AsAc7d6s3s / KhQhTh8h",
    ],
)
def test_a_board_with_an_open_place_is_not_scored(board: str):
    with pytest.raises(NotationError, match="once it has 13 cards; this one has 12"):
        evaluate(Board.parse(board), STANDARD, players=2)


def test_r11_5_a_dead_hand_is_a_foul_without_its_royalties():
    dead = result(QUEENS, fate=Fate.DEAD)
    assert dead.is_foul
    assert dead.royalties == (0, 0, 0)
    assert dead.fantasyland == 0


# --- outlook --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "fouls"),
    [
        ("AhAd9h / KsQc7d6s - / -", (Foul.MIDDLE_BELOW_FRONT,)),
        ("AhAd9h / KsQc7d - / -", ()),
        ("- / 7c7d7h / 8c8d3s4h6c", (Foul.BACK_BELOW_MIDDLE,)),
        ("- / 7c7d / 8c8d3s4h6c", ()),
        ("- / KcQdJhTs8c / KdQhJsTc7d", (Foul.BACK_BELOW_MIDDLE,)),
        ("- / KcQdJhTs8c / KdQhJsTc8d", ()),
    ],
)
def test_a_certain_foul_is_seen_before_the_board_is_full(board: str, fouls: tuple[Foul, ...]):
    rows = Board.parse(board.replace(" -", ""))
    live = tuple(card for card in DECK if card not in rows.cards)
    assert STANDARD.certain_fouls(rows, live) == fouls


@given(st.permutations(DECK), st.sampled_from([(1, 3, 4), (2, 4, 5), (3, 5, 3)]), st.booleans())
def test_r5_1_a_foul_is_certain_if_no_cards_can_still_mend_it(
    deck: list[Card], sizes: tuple[int, int, int], equal_rows_foul: bool
):
    cards = iter(deck)
    board = Board(*(tuple(islice(cards, size)) for size in sizes))
    live = tuple(sorted(islice(cards, 12)))

    def ends(row: Row) -> list[int]:
        """Every strength that a row can end with, each row by itself."""
        more = combinations(live, board.open_places(row))
        return [strength(board[row] + each) for each in more]

    front, middle, back = map(ends, Row)
    expected = [Foul.MIDDLE_BELOW_FRONT] if max(middle) < min(front) else []
    if max(back) < min(middle):
        expected.append(Foul.BACK_BELOW_MIDDLE)
    elif equal_rows_foul and max(back) == min(middle):
        expected.append(Foul.BACK_EQUALS_MIDDLE)
    assert HIGH_ROWS.certain_fouls(board, live, equal_rows_foul=equal_rows_foul) == tuple(expected)


@given(games(finished=True, mishaps=False))
def test_what_is_called_certain_is_a_foul_in_the_end(game: Game):
    final = score_hand(game.hand).results
    for hand in game.positions:
        used = {card for seat in hand.seats for card in seat.board.cards}
        live = tuple(card for card in DECK if card not in used)
        for seat, end in zip(hand.seats, final, strict=True):
            if len(seat.board.cards) >= 9 and game.rules.certain_fouls(seat.board, live):
                assert end.is_foul


def test_equal_rows_can_be_certain_too():
    board = Board.parse("2c / 4c5h6d7h8c / 4d5s6h7s8d")
    assert not STANDARD.certain_fouls(board, DECK)
    assert HIGH_ROWS.certain_fouls(board, DECK, equal_rows_foul=True) == (Foul.BACK_EQUALS_MIDDLE,)


def test_a_single_card_that_mends_a_board_is_seen_among_many_that_only_make_equal_rows():
    board = Board.parse("2c / 4c5h6h7h8c / 4d5d6d7d")
    live = parse_cards("3d KcKhKsQcQhQsJcJh8s")
    assert HIGH_ROWS.certain_fouls(board, live, equal_rows_foul=True) == ()
    beyond = HIGH_ROWS.certain_fouls(board, live[1:], equal_rows_foul=True)
    assert beyond == (Foul.BACK_EQUALS_MIDDLE,)
