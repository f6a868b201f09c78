"""The Fantasyland solver is exact: against every board that the cards allow."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest

from engine.tests.players.brute import best_points
from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import DECK, Card, Cards, parse_cards
from ofc_engine.errors import CardError
from ofc_engine.players.positions import (
    KEYS,
    MADE,
    STRENGTHS,
    five_strengths,
    numbers,
    three_strengths,
)
from ofc_engine.players.solver import Solution, solve
from ofc_engine.players.worth import NOBODY, Aim, RivalBoard, row_tables
from ofc_engine.ranking import Category, Shape, strength
from ofc_engine.rows import Foul
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset
from ofc_engine.scoring import evaluate, first_visit, royalty_of, score_pair

STAY = 9.5
RULESETS = [
    *PRESETS.values(),
    STANDARD.changed({"equal_rows": "foul", "stay": "ten_points", "scoring": "2-4"}),
    STANDARD.changed({"royalties": "none", "stay": "strict"}),
    STANDARD.changed({"front_trips": "flat", "royalties": "us2012"}),
    STANDARD.changed({"variant": "deuce"}),
    STANDARD.changed({"variant": "deuce", "scoring": "2-4", "front_trips": "flat"}),
]


def aim(rules: Ruleset, rivals: Sequence[Board] = ()) -> Aim:
    met = [RivalBoard.of_board(board, rules) for board in rivals] or [NOBODY]
    return Aim(rules, met, {rules.visit_cards: STAY}, fantasyland=True)


def check_by_the_rules(solution: Solution, rules: Ruleset, rivals: Sequence[Board]) -> None:
    """The board is legal and its value is what the rules give for it.

    Without a low in the cards every board fouls (R13.1).
    """
    rows = solution.placement.rows
    assert [len(row) for row in rows] == [3, 5, 5]
    own = evaluate(Board(*rows), rules, players=2, fantasyland=14)
    assert not own.is_foul or Foul.MIDDLE_IS_NO_LOW in own.fouls
    met = [evaluate(board, rules, players=2) for board in rivals]
    points = sum(score_pair(0, 1, own, other, rules).points for other in met)
    if not rivals:
        points = -rules.scoring.full_loss if own.is_foul else sum(own.royalties)
    assert solution.value == pytest.approx(points + STAY * bool(own.fantasyland), abs=0.001)


@pytest.mark.parametrize(
    ("part", "deals"),
    [(0, 30), *(pytest.param(part, 100, marks=pytest.mark.exhaustive) for part in range(10))],
)
@pytest.mark.parametrize("count", [13, 14])
def test_deals_are_solved_as_by_trying_every_board(count: int, part: int, deals: int):
    random = Random(1000 * count + part)
    for number in range(deals):
        rules = RULESETS[number % len(RULESETS)]
        deal = random.sample(DECK, count)
        (best,) = solve(tuple(deal), aim(rules))
        assert best.value == pytest.approx(best_points(deal, rules, (), STAY)[0], abs=0.001), deal
        check_by_the_rules(best, rules, ())


@pytest.mark.parametrize(
    ("part", "deals"),
    [(0, 2), *(pytest.param(part, 100, marks=pytest.mark.exhaustive) for part in range(1, 6))],
)
def test_r13_1_15_cards_are_solved_as_by_trying_every_board(part: int, deals: int):
    random, rules = Random(15_000 + part), STANDARD.with_variant("deuce")
    for _ in range(deals):
        deal = tuple(random.sample(DECK, 15))
        (best,) = solve(deal, aim(rules))
        fewer = [best_points(less, rules, (), STAY)[0] for less in combinations(deal, 14)]
        assert best.value == pytest.approx(max(fewer), abs=0.001), deal
        check_by_the_rules(best, rules, ())


def some_board(random: Random, cards: list[Card]) -> Board:
    """A board of the first 13 cards, solved for royalties or set at random."""
    dealt = tuple(cards[:13])
    if random.random() < 0.3:
        return Board(dealt[:3], dealt[3:8], dealt[8:])
    (best,) = solve(dealt, aim(STANDARD))
    return Board(*best.placement.rows)


@pytest.mark.parametrize("count", [13, 14])
def test_against_open_boards_scoops_and_rows_count(count: int):
    random = Random(count)
    for number in range(24):
        rules = RULESETS[number % len(RULESETS)]
        deck = random.sample(DECK, 52)
        deal, rest = tuple(deck[:count]), deck[count:]
        rivals = [some_board(random, rest[13 * k :]) for k in range(1 + number % 2)]
        (best,) = solve(deal, aim(rules, rivals))
        expected, _ = best_points(deal, rules, rivals, STAY)
        assert best.value == pytest.approx(expected, abs=0.001), deal
        check_by_the_rules(best, rules, rivals)


@pytest.mark.parametrize("count", [16, 17])
def test_more_cards_are_the_best_of_all_ways_to_leave_one_out(count: int):
    random = Random(count)
    for number in range(12):
        rules = RULESETS[number % len(RULESETS)]
        deal = tuple(random.sample(DECK, count))
        (best,) = solve(deal, aim(rules))
        fewer = [solve(less, aim(rules))[0].value for less in combinations(deal, count - 1)]
        assert best.value == pytest.approx(max(fewer), abs=0.001)
        check_by_the_rules(best, rules, ())


def made_hands(solution: Solution) -> tuple[int, ...]:
    return tuple(int(MADE[strength(row)]) for row in solution.placement.rows[1:])


def royalties_and_stay(board: Board) -> float:
    result = evaluate(board, STANDARD, players=2, fantasyland=13)
    return STAY * bool(result.fantasyland) + sum(result.royalties)


def test_the_second_best_board_is_the_best_of_those_with_other_hands_below():
    random = Random(6)
    for _ in range(1):
        deal = tuple(random.sample(DECK, 13))
        best, second = solve(deal, aim(STANDARD), 2)
        others = [
            royalties_and_stay(Board(front, middle, back))
            for back in combinations(deal, 5)
            for middle in combinations([card for card in deal if card not in back], 5)
            if strength(middle) <= strength(back)
            and made_hands(Solution(Placement((), middle, back), 0)) != made_hands(best)
            for front in [tuple(card for card in deal if card not in back + middle)]
        ]
        assert second.value == pytest.approx(max(others), abs=0.001)


def test_the_next_best_boards_come_in_order_and_differ():
    random = Random(5)
    for _ in range(20):
        deal = tuple(random.sample(DECK, 14))
        several = solve(deal, aim(STANDARD), 5)
        assert several[0].value == solve(deal, aim(STANDARD))[0].value
        assert [s.value for s in several] == sorted((s.value for s in several), reverse=True)
        assert (
            len({(frozenset(s.placement.middle), frozenset(s.placement.back)) for s in several})
            == 5
        )
        for solution in several:
            check_by_the_rules(solution, STANDARD, ())


def test_r5_1_equal_rows_are_avoided_where_they_foul():
    cards = parse_cards("AhAdKhKd2c AsAcKsKc2d 3c4d5h")
    legal, strict = (solve(cards, aim(PRESETS[name]))[0] for name in ("standard", "german"))
    assert evaluate(Board(*strict.placement.rows), PRESETS["german"], players=2).is_valid
    assert legal.value >= strict.value
    # The most that is legal here, two straights to the jack below a pair of kings, fouls.
    cards = parse_cards("7s8d9hThJs 7d8h9sTsJd KsKh5d")
    strict_rules = STANDARD.changed({"equal_rows": "foul"})
    values = [solve(cards, aim(rules))[0].value for rules in (STANDARD, strict_rules)]
    assert values == pytest.approx([14.0, 8.0], abs=0.001)


@pytest.mark.parametrize("equal_rows", ["legal", "foul"])
def test_r5_1_two_equal_straights_are_solved_as_by_trying_every_board(equal_rows: str):
    random, rules = Random(51), STANDARD.changed({"equal_rows": equal_rows})
    for _deal in range(24):
        lowest = random.randrange(9)
        ranks = (DECK[4 * rank : 4 * rank + 4] for rank in range(lowest, lowest + 5))
        twice = [card for suits in ranks for card in random.sample(suits, 2)]
        # A pair in front is what makes both straights worth it.
        others = [card for card in DECK if card not in twice]
        pair = random.choice([p for p in combinations(others, 2) if p[0].rank == p[1].rank > 5])
        kickers = [card for card in others if card not in pair]
        rest = (*pair, *random.sample(kickers, random.choice([1, 2])))
        (best,) = solve((*twice, *rest), aim(rules))
        wanted, _tried = best_points((*twice, *rest), rules, (), STAY)
        assert best.value == pytest.approx(wanted, abs=0.001), (twice, rest)


@pytest.mark.parametrize(
    "text", ["AhAd", "AhAh2c3c4c5c6c7c8c9cTcJcQc", "2c3c4c5c6c7c8c9cTcJcQcKcAc2d3d4d5d6d"]
)
def test_other_numbers_of_cards_and_twins_are_refused(text: str):
    with pytest.raises(CardError):
        solve(parse_cards(text), aim(STANDARD))


def sample_rows(size: int) -> list[Cards]:
    random = Random(size)
    return [tuple(random.sample(DECK, size)) for _ in range(3000)]


def test_the_tables_rank_rows_as_the_rules_do():
    fives = [*sample_rows(5), *(tuple(DECK[s : s + 20 : 4]) for s in range(36))]
    for rows, strengths in ((fives, five_strengths), (sample_rows(3), three_strengths)):
        keys = np.array([KEYS[numbers(row)].sum() for row in rows], np.int32)
        assert strengths(keys).tolist() == [strength(row) for row in rows]


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_the_tables_say_what_each_row_is_worth_by_the_rules(rules: Ruleset):
    tables, nothing = row_tables(rules), Shape(Category.HIGH_CARD, (2,))
    for row, ranking in zip(Row, rules.variant.rows.rankings, strict=True):
        shapes = [ranking.shape(each) for each in range(STRENGTHS)]
        boards = [[made if each is row else nothing for each in Row] for made in shapes]
        assert tables.royalties[row].tolist() == [royalty_of(row, each, rules) for each in shapes]
        assert tables.visits[row].tolist() == [first_visit(each, rules) for each in boards]


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_no_stronger_row_is_worth_less_as_the_search_relies_on(rules: Ruleset):
    fronts = sorted({strength(cards) for cards in combinations(DECK, 3)})
    rival = RivalBoard.of_board(Board.parse("QhQd2c / 3c3d4h5h6s / 7c7d7h8s9s"), rules)
    aimed = Aim(rules, [rival], {rules.visit_cards: STAY}, fantasyland=True)
    assert (np.diff(aimed.per_row[0][fronts]) >= 0).all()
    assert (np.diff(aimed.per_row[1:]) >= 0).all()
    tables = row_tables(rules)
    assert (np.diff(tables.stays[0][fronts].astype(int)) >= 0).all()
    assert (np.diff(tables.stays[1:].astype(int)) >= 0).all()
