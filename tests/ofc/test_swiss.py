"""Duplicate Swiss (R14.4): groups, what a round is worth, and the table of results."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ofc.swiss import Met, SwissGroup, SwissRound, compared, groups, scores, standing

PEOPLE = st.integers(3, 60)
SIZES = st.sampled_from([3, 4])


Groups = tuple[tuple[int | None, ...], ...]


def rounds_of(people: int, size: int, number: int, seed: int) -> list[Groups]:
    """The groups of some rounds with results by chance, each paired by the standing before it."""
    random = Random(seed)
    order = list(range(people))
    random.shuffle(order)
    found: list[Groups] = []
    played: list[SwissRound[int]] = []
    for _ in range(number):
        met = Met(group for each in found for group in each)
        found.append(groups(order, met, size))
        played.append(
            SwissRound(
                tuple(SwissGroup(g, tuple(random.randint(-20, 20) for _ in g)) for g in found[-1])
            )
        )
        order = [each.player for each in standing(order, played)]
    return found


@given(PEOPLE, SIZES, st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_everybody_has_one_seat_in_each_round(people: int, size: int, seed: int):
    for each in rounds_of(people, size, 3, seed):
        assert {len(group) for group in each} == {size}
        assert sorted(p for group in each for p in group if p is not None) == list(range(people))
        computers = [group.count(None) for group in each]
        assert max(computers) - min(computers) <= 1, "computers fill the groups evenly"
        assert sum(computers) < size or len(each) > 1


@given(st.integers(9, 60), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_nobody_meets_an_opponent_again_in_three_rounds_of_nine_or_more(people: int, seed: int):
    times: Counter[frozenset[int]] = Counter()
    for each in rounds_of(people, 3, 3, seed):
        for group in each:
            times.update(map(frozenset, combinations([p for p in group if p is not None], 2)))
    assert max(times.values()) == 1


@given(st.integers(4, 8), st.integers(2, 5), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_where_people_are_too_few_they_meet_again(people: int, number: int, seed: int):
    assert len(rounds_of(people, 3, number, seed)) == number


def test_the_best_come_together_and_seats_turn():
    assert groups("abcdefg", Met(), 4) == (("a", "b", "c", "d"), ("f", "g", None, "e"))
    again = groups("abcdef", Met([("a", "b", "c"), ("d", "e", "f")]), 3)
    assert again == (("a", "b", "d"), ("e", "f", "c")), "one of each group has to be met again"


def test_no_one_has_a_computer_twice_where_others_had_none():
    first = groups("abcdefghijk", Met(), 3)
    had = {p for group in first if None in group for p in group if p is not None}
    second = groups("abcdefghijk", Met(first), 3)
    has = {p for group in second if None in group for p in group if p is not None}
    assert had == {"j", "k"}
    assert not had & has


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        ((9, 5, 1), [6, 4, 2]),
        ((9, 9, 1), [5, 5, 2]),
        ((9, 1, 1), [6, 3, 3]),
        ((0, 0, 0), [4, 4, 4]),
        ((4, 3, 2, 1), [6, 4, 2, 0]),
        ((1, 4, 1, 1), [2, 6, 2, 2]),
        ((7, 7, 7, 7), [3, 3, 3, 3]),
    ],
)
def test_places_are_worth_6_4_2_0_and_ties_share(points: tuple[int, ...], worth: list[int]):
    people = tuple("abcd"[: len(points)])
    assert list(scores(SwissRound((SwissGroup(people, points),))).values()) == worth


def test_a_computer_has_its_place_and_who_missed_the_round_gets_nothing():
    played = SwissRound((SwissGroup(("a", None, "b"), (3, 8, -11)),), frozenset("a"))
    assert scores(played) == {"a": 0, "b": 2}


@given(st.integers(6, 60), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_what_is_compared_with_the_same_seat_cancels_out(people: int, seed: int):
    random = Random(seed)
    seated = groups(range(people - people % 3), Met(), 3)
    played = SwissRound(
        tuple(SwissGroup(g, tuple(random.randint(-40, 40) for _ in g)) for g in seated)
    )
    assert sum(compared(played).values()) == 0


def test_ties_are_broken_by_points_against_the_same_seat():
    one = SwissGroup(("a", "b", "c"), (10, 0, -10))
    other = SwissGroup(("d", "e", "f"), (20, -10, -10))
    played = SwissRound((one, other))
    assert compared(played)["d"] == 10
    assert compared(played)["b"] == 10
    table = standing("abcdef", [played])
    assert [(each.place, each.player, each.score) for each in table] == [
        (1, "d", 6),
        (2, "a", 6),
        (3, "b", 4),
        (4, "f", 3),
        (5, "e", 3),
        (6, "c", 2),
    ]


def test_who_was_not_there_has_no_score_and_a_forgotten_player_takes_no_place():
    first = SwissRound((SwissGroup(("a", "b", None), (5, 2, -7)),))
    second = SwissRound((SwissGroup(("a", "c", None), (-3, 1, 2)),))
    table = standing("abc", [first, second])
    assert [(each.player, each.scores) for each in table] == [
        ("a", (6, 2)),
        ("b", (4, None)),
        ("c", (None, 4)),
    ]
    assert table[1].compared > table[2].compared


def test_without_other_groups_the_points_are_compared():
    assert compared(SwissRound((SwissGroup(("a", "b", "c"), (5, -1, -4)),))) == {
        "a": Fraction(5),
        "b": Fraction(-1),
        "c": Fraction(-4),
    }


def test_before_the_first_round_all_share_the_first_place():
    assert [each.place for each in standing("ab", [])] == [1, 1]
    assert standing("", []) == []
