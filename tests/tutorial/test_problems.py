"""Problems of the tutorial: always the same for a seed, solvable, and their answers true."""

from collections import Counter

import pytest
from phevaluator import evaluate_cards

from bot.texts import texts_for
from bot.tutorial.dealing import deal
from bot.tutorial.problems import (
    RULES,
    Comparison,
    FoulQuestion,
    Lesson,
    Placing,
    PointsQuestion,
    RoyaltyQuestion,
    VisitQuestion,
)
from bot.tutorial.teaching import judge_answer
from engine.tests import naive
from ofc_engine.board import Board
from ofc_engine.cards import DECK, Cards, format_cards, verify_distinct, without_jokers
from ofc_engine.players.advice import advise
from ofc_engine.players.solver import solve
from ofc_engine.players.worth import NOBODY, Aim
from ofc_engine.ranking import strength
from ofc_engine.rulesets import STANDARD
from ofc_engine.scoring import evaluate

SEEDS = range(30)
QUICK = [lesson for lesson in Lesson if lesson is not Lesson.LAST_CARDS]


@pytest.mark.parametrize("lesson", QUICK)
def test_the_same_seed_deals_the_same_and_another_one_another(lesson: Lesson):
    deal.cache_clear()
    first = [deal(lesson, seed) for seed in SEEDS]
    deal.cache_clear()
    assert [deal(lesson, seed) for seed in SEEDS] == first
    assert len(set(map(repr, first))) == len(SEEDS)


@pytest.mark.parametrize(
    "lesson",
    [
        Lesson.ROWS,
        Lesson.FOULS,
        Lesson.ROYALTIES,
        Lesson.POINTS,
        Lesson.FANTASYLAND,
        Lesson.JOKER,
        Lesson.LOW,
    ],
)
def test_no_answer_is_always_right(lesson: Lesson):
    problems = [deal(lesson, seed) for seed in SEEDS]
    right = Counter(p.right for p in problems if not isinstance(p, Placing))
    assert len(right) > 1
    assert max(right.values()) < 0.9 * len(SEEDS)


def test_the_stronger_hand_is_the_one_that_another_evaluator_finds():
    for seed in SEEDS:
        problem = deal(Lesson.ROWS, seed)
        assert isinstance(problem, Comparison)
        verify_distinct([card for hand in problem.hands for card in hand])
        # phevaluator counts the best hand as 1.
        ranks = [evaluate_cards(*map(str, hand)) for hand in problem.hands]
        assert problem.right == ranks.index(min(ranks))


def test_r13_2_the_stronger_hand_with_a_joker_is_the_one_that_some_card_makes_of_it():
    for seed in SEEDS:
        problem = deal(Lesson.JOKER, seed)
        assert isinstance(problem, Comparison)
        made = [
            max(
                naive.ranked(format_cards((*without_jokers(hand), card)))
                for card in DECK
                if card not in hand
            )
            for hand in problem.hands
        ]
        assert problem.right == made.index(max(made))
        assert [naive.ranked(format_cards(counted(problem, n))) for n in range(2)] == made


def counted(problem: Comparison, number: int) -> Cards:
    """A hand with the card that its joker is said to count as."""
    hand = problem.hands[number]
    stands = problem.stands(hand)
    assert len(stands) == 1
    return tuple(stands.get(card, card) for card in hand)


def test_r13_1_the_better_low_is_the_one_of_a_second_reading():
    traps = Counter[str]()
    for seed in range(60):
        problem = deal(Lesson.LOW, seed)
        assert isinstance(problem, Comparison)
        lows = [naive.low(format_cards(hand)) for hand in problem.hands]
        assert problem.right == lows.index(min(lows))
        assert min(lows) <= (0, [10, 9, 8, 7, 5])
        english = texts_for("en")
        for number in range(2):
            said = judge_answer(problem, number, english)
            assert said.right is (number == problem.right)
            traps[said.why.partition("”.")[2].strip()] += 1
    assert {*traps} == {
        "",
        "A low has no card above a ten, so that one would be a foul.",
        "A low has no pair, straight or flush, so that one would be a foul.",
    }


def test_r5_fouls_and_r7_visits_are_those_of_the_rules():
    for seed in SEEDS:
        foul, visit = deal(Lesson.FOULS, seed), deal(Lesson.FANTASYLAND, seed)
        assert isinstance(foul, FoulQuestion)
        assert isinstance(visit, VisitQuestion)
        assert foul.board.is_full
        assert bool(foul.right) == (not is_ordered(foul.board))
        front = [card.rank for card in visit.board.front]
        paired = [rank for rank in front if front.count(rank) > 1]
        enters = bool(paired) and (max(paired) >= 12 or len(paired) == 3)
        assert bool(visit.right) == (enters and is_ordered(visit.board))


def test_boards_that_are_no_foul_are_the_best_ones_as_often_as_others():
    most = Aim(STANDARD, [NOBODY], {}, fantasyland=False)
    others: list[bool] = []
    for seed in SEEDS:
        problem = deal(Lesson.FOULS, seed)
        assert isinstance(problem, FoulQuestion)
        if not RULES.fouls(problem.board):
            cards = [card for row in problem.board for card in row]
            best = Board(*solve(cards, most)[0].placement.rows)
            others.append(royalties(problem.board) < royalties(best))
    assert 0.2 < sum(others) / len(others) < 0.8


def royalties(board: Board) -> int:
    return sum(evaluate(board, STANDARD, players=2).royalties)


def is_ordered(board: Board) -> bool:
    front, middle, back = map(strength, board)
    return front <= middle <= back


@pytest.mark.parametrize("lesson", [Lesson.ROYALTIES, Lesson.POINTS])
def test_one_of_four_numbers_is_right(lesson: Lesson):
    for seed in SEEDS:
        problem = deal(lesson, seed)
        assert isinstance(problem, RoyaltyQuestion | PointsQuestion)
        assert len(set(problem.choices)) == 4
        assert problem.choices == tuple(sorted(problem.choices))
        if isinstance(problem, PointsQuestion):
            assert problem.choices[problem.right] == problem.score.points[0]
            verify_distinct([card for seat in problem.hand.seats for card in seat.cards])
        else:
            assert problem.choices[problem.right] == sum(problem.result.royalties)
            assert not problem.result.is_foul
            assert min(problem.choices) >= 0


def test_the_last_cards_matter_more_often_than_not_and_the_opponent_is_done():
    clear = 0
    for seed in range(8):
        problem = deal(Lesson.LAST_CARDS, seed)
        assert isinstance(problem, Placing)
        assert problem.hand.seats[0].board.is_full
        assert len(problem.knowledge.board.cards) == 11
        assert len(problem.knowledge.pending) == 3
        verify_distinct([card for seat in problem.hand.seats for card in seat.cards])
        best, second = advise(problem.knowledge, 2)
        assert best.foul == 0, "there is a valid way"
        clear += best.points - second.points >= 1
    assert clear > 4


def test_the_best_visit_is_the_solvers_and_right():
    problem = deal(Lesson.VISIT, 1)
    assert isinstance(problem, Placing)
    assert len(problem.knowledge.pending) == 14
    best = advise(problem.knowledge, 1)[0]
    found = problem.judge(best.placement)
    assert problem.is_right(found.cost)
