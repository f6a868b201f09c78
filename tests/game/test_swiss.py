"""Duplicate Swiss (R14.4): what a round is worth, and the table of results."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.values.swiss import SwissGroup, SwissRound, compared, scores, standing


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
    seated = zip(*[iter(range(people - people % 3))] * 3, strict=True)
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
    assert [each.points for each in table] == [5 - 3, 2, 1]
    assert [each.score for each in table] == [6 + 2, 4, 4]


def test_without_other_groups_the_points_are_compared():
    assert compared(SwissRound((SwissGroup(("a", "b", "c"), (5, -1, -4)),))) == {
        "a": Fraction(5),
        "b": Fraction(-1),
        "c": Fraction(-4),
    }


def test_before_the_first_round_all_share_the_first_place():
    assert [each.place for each in standing("ab", [])] == [1, 1]
    assert standing("", []) == []
