"""Exercises are of the kinds that cost somebody most, fresh each time, and worth thinking about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.judgements import Exercise
from bot.tutorial.dealing import deal, decision_of, has_dealt
from bot.tutorial.exercises import (
    GAMES,
    KINDS,
    SESSION,
    Course,
    Topic,
    next_topic,
    page_of,
    topic_at,
)
from bot.tutorial.problems import PAGES, Lesson, Placing
from ofc_engine.players.advice import advise
from ofc_engine.players.leaks import Leak, kind_of
from ofc_engine.players.skill import JUDGE, Decision
from ofc_engine.players.verdicts import verdict

TOPICS = [Topic(game, kind) for game in GAMES for kind in KINDS]
COSTS = st.dictionaries(st.sampled_from(TOPICS), st.integers(0, 10**6))
MONTH = 30 * 86_400
SOON = {Leak.FOUL: 5, Leak.FLUSH: 3, Leak.PASSED: 2}
"""Seeds that have an exercise of the kind in one of their first hands; else 1 will do."""
FOUL, PASSED = Topic("pineapple", Leak.FOUL), Topic("pineapple", Leak.PASSED)


@given(COSTS, st.sampled_from(TOPICS), st.integers(0, 1000))
def test_a_habit_that_costs_four_times_as_much_is_four_of_five_exercises(
    costs: dict[Topic, int], habit: Topic, session: int
):
    costs[habit] = 4 * max(costs.values(), default=0) + 1
    first = session * SESSION
    asked = [next_topic(costs, number) for number in range(first, first + SESSION)]
    assert asked.count(habit) >= SESSION - 1


@given(COSTS, st.sampled_from(GAMES))
def test_every_kind_comes_in_time_whatever_costs_most(costs: dict[Topic, int], usual: str):
    asked = {next_topic(costs, number, usual).kind for number in range(SESSION * len(KINDS))}
    assert asked == set(KINDS)


@given(COSTS, st.sampled_from(GAMES), st.integers(0, 1000))
def test_nobody_is_given_a_game_in_which_they_lose_nothing(
    costs: dict[Topic, int], usual: str, answered: int
):
    lost = {topic.game for topic, cost in costs.items() if cost}
    assert next_topic(costs, answered, usual).game in (lost or {usual})


def test_pages_of_exercises_are_none_of_a_lesson():
    assert not {*PAGES} & {page_of(topic) for topic in TOPICS}
    assert [topic_at(page_of(topic)) for topic in TOPICS] == TOPICS
    assert not any(topic_at(page) for page in (-1, *PAGES, page_of(TOPICS[-1]) + 1, 10**9))


def test_the_pages_of_exercises_in_pineapple_are_those_of_open_messages():
    assert [page_of(Topic("pineapple", kind)) for kind in KINDS] == [16, 17, 18, 19, 20]


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        *((kind, SOON.get(kind, 1)) for kind in KINDS),
        # At a glance none is seen in any hand of that seed.
        pytest.param(Leak.CHASED, 11, marks=pytest.mark.exhaustive),
    ],
)
def test_a_mistake_of_its_kind_can_be_made_in_an_exercise(kind: Leak, seed: int):
    problem = deal(page_of(Topic("pineapple", kind)), seed)
    assert isinstance(problem, Placing)
    knowledge = problem.knowledge
    ranked = advise(knowledge, 1000)
    made = (verdict(Decision(knowledge, each.placement)) for each in ranked[1:])
    assert any(each.cost >= 0.5 and kind_of(each) is kind for each in made)
    assert problem.is_right(problem.judge(ranked[0].placement).cost)


AT_ONCE = {"classic", "turbo", "deuce", "turbo+2"}


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=[] if g in AT_ONCE else pytest.mark.exhaustive) for g in GAMES]
)
def test_each_game_has_exercises_of_its_own(game: str):
    problem = deal(page_of(Topic(game, Leak.FOUL)), 1)
    assert isinstance(problem, Placing)
    assert problem.hand.rules.variant.game == game
    best = advise(problem.knowledge, 1)[0].placement
    assert problem.is_right(problem.judge(best).cost)


def test_the_same_seed_deals_the_same_exercise_also_after_a_restart():
    first, other = (deal(page_of(PASSED), seed) for seed in (7, 8))
    deal.cache_clear()
    decision_of.cache_clear()
    assert deal(page_of(PASSED), 7) == first != other


def test_an_exercise_is_sought_step_by_step():
    page, step = page_of(FOUL), 0
    while not has_dealt(page, 3, step):
        step += 1
    assert deal(page, 3) == decision_of(FOUL, 3, step)
    assert has_dealt(Lesson.ROWS, 3, 0)


def answered(*costs: int, ended_at: int = MONTH, judge: int = JUDGE) -> tuple[Exercise, ...]:
    return tuple(Exercise(16, n, cost, judge, ended_at) for n, cost in enumerate(costs))


def test_a_session_is_summed_up_beside_the_month_before():
    earlier = answered(9000, ended_at=MONTH - 1), answered(1000, 3000, 0, 0, ended_at=2 * MONTH - 1)
    latest = answered(0, 100, 500, 0, 1400, ended_at=2 * MONTH)
    course = Course((*earlier[0], *earlier[1], *latest), has_mistakes=True)
    assert (course.done, course.right, course.given) == (0, 3, 2.0)
    assert course.before == pytest.approx(5 * 4 / 4)


def test_figures_of_two_judges_are_not_mixed():
    old = answered(9000, judge=JUDGE - 1)
    assert Course((*old, *answered(0, 0, 0, 0)), has_mistakes=True).given is None
    course = Course((*answered(*[9000] * 5, judge=JUDGE - 1), *answered(*[0] * 5)), True)
    assert (course.given, course.before) == (0.0, None)
