"""R14.4: who plays whom: new opponents, computer seats that go round, and neighbours."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log
from random import Random
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.tournaments.pairing import Meetings, PairingCost, groups, price, sizes
from bot.values.swiss import SwissGroup, SwissRound, standing

Groups: TypeAlias = tuple[tuple[int | None, ...], ...]
Round: TypeAlias = tuple[list[int], Meetings[int], Groups]
"""The order of the standing, who has met before, and the groups that were made."""

SIZES: Final = st.sampled_from([3, 4])
SEEDS: Final = st.integers(0, 2**32)


def rounds_of(people: int, size: int, number: int, seed: int) -> Iterator[Round]:
    """Some rounds with results by chance, each paired by the standing before it."""
    random = Random(seed)
    order = list(range(people))
    random.shuffle(order)
    found: list[Groups] = []
    played: list[SwissRound[int]] = []
    for _ in range(number):
        met = Meetings(group for each in found for group in each)
        found.append(groups(order, met, size))
        yield order, met, found[-1]
        played.append(
            SwissRound(
                tuple(SwissGroup(g, tuple(random.randint(-20, 20) for _ in g)) for g in found[-1])
            )
        )
        order = [each.player for each in standing(order, played)]


def computers_had(rounds: Sequence[Round]) -> list[int]:
    """How often each person has had a computer player in their group."""
    *_before, (order, met, last) = rounds
    now = {p for group in last if None in group for p in group}
    return [met.computers(person) + (person in now) for person in order]


@given(st.integers(3, 60), SIZES, SEEDS)
@settings(max_examples=15, deadline=None)
def test_everybody_has_one_seat_in_each_round(people: int, size: int, seed: int):
    for _order, _met, each in rounds_of(people, size, 2, seed):
        assert {len(group) for group in each} == {size}
        assert sorted(p for group in each for p in group if p is not None) == list(range(people))
        computers = [group.count(None) for group in each]
        assert max(computers) - min(computers) <= 1, "computers fill the groups evenly"
        assert sum(computers) < size or len(each) > 1


@given(st.integers(4, 9), SIZES, SEEDS)
@settings(max_examples=8, deadline=None)
def test_up_to_nine_people_no_groups_are_better(people: int, size: int, seed: int):
    """All groups that there are have been counted, in each of nine rounds."""
    for order, met, found in rounds_of(people, size, 9, seed):
        every = all_groups(order, sizes(people, size))
        least = min(price(each, order, met, size).cost for each in every)
        assert price(found, order, met, size).cost == least


def all_groups(people: Sequence[int], wanted: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to put people into groups of these sizes."""
    if not wanted:
        yield []
        return
    for size in set(wanted):
        others = list(wanted)
        others.remove(size)
        for rest in combinations(people[1:], size - 1):
            group = (people[0], *rest)
            left = [each for each in people if each not in group]
            yield from ([group, *more] for more in all_groups(left, others))


@given(st.integers(9, 30), SEEDS)
@settings(max_examples=10, deadline=None)
def test_nobody_meets_an_opponent_again_in_three_rounds_of_nine_or_more(people: int, seed: int):
    for order, met, found in rounds_of(people, 3, 3, seed):
        assert price(found, order, met, 3).again == 0


@pytest.mark.parametrize(("people", "size"), [(5, 3), (7, 3), (8, 3), (11, 3), (7, 4), (22, 4)])
def test_computer_seats_go_round(people: int, size: int):
    """Nobody has many more of them than others, and whoever leads gets them, too."""
    leads = 0
    for seed in range(3):
        rounds = list(rounds_of(people, size, 6, seed))
        had = computers_had(rounds)
        assert max(had) - min(had) <= 2
        leads += sum(None in g and order[0] in g for order, _met, found in rounds for g in found)
    assert leads > 0


def test_whoever_had_no_computer_player_gets_one_before_others_have_two():
    order = "abcdefghijk"
    first = groups(order, Meetings(), 3)
    had = {p for group in first if None in group for p in group if p is not None}
    second = groups(order, Meetings(first), 3)
    has = {p for group in second if None in group for p in group if p is not None}
    assert had == {"j", "k"}, "at first those at the end"
    assert not had & has


def test_nobody_meets_again_where_groups_without_that_exist():
    """The smallest case in which the leader has to have the computer player, or two meet again."""
    order = [7, 2, 0, 5, 6, 4, 3, 1]
    before = ((3, 7, 1), (2, 4, 6), (None, 0, 5), (7, 5, 2), (0, 6, 1), (None, 3, 4))
    found = groups(order, Meetings(before), 3)
    assert price(found, order, Meetings(before), 3)[:2] == (0, 0)


def test_the_best_come_together_and_seats_turn():
    assert groups("abcdefg", Meetings(), 4) == (("a", "b", "c", "d"), ("f", "g", None, "e"))
    again = groups("abcdef", Meetings([("a", "b", "c"), ("d", "e", "f")]), 3)
    assert again == (("a", "b", "d"), ("e", "f", "c")), "one of each group has to be met again"


def test_what_groups_cost():
    met = Meetings([("a", "b", "c"), ("d", "e", None)])
    assert price([("a", "b", "c"), ("d", "e", None)], "abcde", met, 3) == (
        3 + 1,
        2,
        (1 + 1 + 4) + (1 + (5 - 3) ** 2 + (5 - 4) ** 2),
    )
    assert PairingCost(0, 9, 9).cost < PairingCost(1, 0, 0).cost, (
        "nobody meets again where that can be"
    )
    assert PairingCost(3, 0, 9).cost < PairingCost(2, 1, 0).cost, "a computer player again is worse"
    assert PairingCost(3, 0, 8).cost < PairingCost(1, 1, 9).cost, "strength comes last"


# --- larger fields, beside another search ----------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(("people", "size"), [(60, 3), (60, 4), (58, 4), (30, 3)])
def test_in_nine_rounds_of_many_nobody_meets_again_that_another_search_avoids(
    people: int, size: int
):
    for order, met, found in rounds_of(people, size, 9, people * size):
        own = price(found, order, met, size)
        if own.again:
            other = annealed(order, met, size, Random(size))
            assert own.again <= price(other, order, met, size).again


@pytest.mark.exhaustive
@pytest.mark.parametrize(("people", "size"), [(20, 4), (24, 4), (32, 4), (24, 3)])
def test_where_meetings_become_hard_to_avoid_another_search_avoids_few_more(people: int, size: int):
    for order, met, found in rounds_of(people, size, 9, people * size):
        own = price(found, order, met, size).again
        if own:
            other = price(annealed(order, met, size, Random(size)), order, met, size).again
            assert own <= other + 2


def annealed(
    order: Sequence[int], met: Meetings[int], size: int, random: Random
) -> list[list[int]]:
    """Groups with few meetings again, by exchanges that may make it worse, ever less often."""

    def meets(person: int, group: list[int], but: int) -> int:
        return sum(met.each_other(person, each) for each in group if each != but)

    people = iter(order)
    now = [[next(people) for _ in range(count)] for count in sizes(len(order), size)]
    steps, least, best = 100_000, 10**9, now
    total = sum(met.each_other(a, b) for group in now for a, b in combinations(group, 2))
    for step in range(steps):
        one, other = random.sample(now, 2)
        a, b = random.choice(one), random.choice(other)
        worse = meets(b, one, a) - meets(a, one, a) + meets(a, other, b) - meets(b, other, b)
        if worse <= -(1 - step / steps) * log(random.random() or 1e-9):
            one[one.index(a)], other[other.index(b)] = b, a
            total += worse
            if total < least:
                least, best = total, [list(group) for group in now]
    return best
