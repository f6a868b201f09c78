"""R10, R14: whole tournaments by stacks, with random hands of any size."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests import naive
from ofc_engine.match import after_transfers, next_lineup
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.scoring import Pair
from ofc_engine.stacks import LEVELS, Elimination, Levels, places, settle_stacks

CZECH = PRESETS["czech-tournament"]
MOST = 60
"""More points than a pair settles in most hands."""


def random_pairs(order: list[int], random: Random) -> list[Pair]:
    """What everybody owes, in the order in which the seats settle; most hands are small."""
    most = random.choice([6, 20, MOST])
    points = (random.randint(-most, most) for _ in range(len(order) ** 2))
    return [
        Pair(a, b, (0, 0, 0), won, 0, 0)
        for (a, b), won in zip(combinations(order, 2), points, strict=False)
    ]


def tournament(rules: Ruleset, players: int, random: Random) -> Iterator[dict[int, int]]:
    """The stacks by table seat before each hand and at the end, when one is left."""
    stacks = dict.fromkeys(range(1, players + 1), random.choice([1, 20, 100, 300]))
    levels = random.choice(list(LEVELS.values()))
    button = sat_out = None
    number = 1
    while len(stacks) > 1:
        yield dict(stacks)
        lineup = next_lineup(rules, sorted(stacks), button, {}, sat_out)
        button, sat_out = lineup.button, lineup.sits_out
        order = list(range(len(lineup.seats)))
        random.shuffle(order)
        before = [stacks[seat] for seat in lineup.seats]
        moved = settle_stacks(random_pairs(order, random), before, stake=levels.stake(number))
        after = after_transfers(before, moved)
        verify_hand(before, after, moved)
        stacks |= dict(zip(lineup.seats, after, strict=True))
        stacks = {seat: stack for seat, stack in stacks.items() if stack}
        number += 1
    yield stacks


def verify_hand(before: list[int], after: tuple[int, ...], moved) -> None:
    """R10.2, R10.3 for one hand."""
    assert sum(after) == sum(before)
    assert min(after) >= 0
    for seat, stack in enumerate(before):
        own = [t for t in moved if seat in (t.a, t.b)]
        assert sum(abs(t.points) for t in own) <= stack
        if after[seat] == 0:
            assert all(t.points <= 0 if t.a == seat else t.points >= 0 for t in own)


def play_one(seed: int) -> None:
    random = Random(seed)
    rules = CZECH.changed({"variant": random.choice(["classic", "pineapple", "turbo"])})
    players = random.randint(2, rules.variant.most_seats)
    before = None
    for stacks in tournament(rules, players, random):
        if before is not None:
            assert sum(stacks.values()) == sum(before.values())
            assert stacks.keys() <= before.keys()
        before = stacks
    assert before is not None
    assert len(before) == 1


def test_r10_points_are_conserved_and_nobody_owes_any_in_random_tournaments():
    for seed in range(500):
        play_one(seed)


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
def test_r10_points_are_conserved_in_a_hundred_thousand_tournaments():
    for seed in range(100_000):
        play_one(seed)


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[int], list[Pair]]:
    """Stacks, and what pairs of seats owe in some order."""
    stacks = draw(st.lists(st.integers(1, 40), min_size=2, max_size=5))
    pairs = draw(st.permutations(list(combinations(range(len(stacks)), 2))))
    owed = [draw(st.integers(-30, 30)) for _ in pairs]
    return stacks, [
        Pair(a, b, (0, 0, 0), won, 0, 0) for (a, b), won in zip(pairs, owed, strict=True)
    ]


@given(hands())
def test_r10_2_is_what_moving_single_points_comes_to(hand: tuple[list[int], list[Pair]]):
    stacks, pairs = hand
    due = [(pair.a, pair.b, pair.points) for pair in pairs]
    moved = settle_stacks(pairs, stacks)
    assert [transfer.points for transfer in moved] == naive.paid_with_stacks(due, stacks)


@given(hands(), st.randoms(use_true_random=False))
def test_r10_1_the_order_decides_nothing_unless_a_stack_is_too_small(
    hand: tuple[list[int], list[Pair]], random: Random
):
    """What is not paid in full has somebody whose stack is used up; whom that hits, the order says.

    Where every stack is as large as all that its seat may win or lose, any order comes to the same.
    """
    stacks, pairs = hand
    moved = settle_stacks(pairs, stacks)
    used = [sum(abs(t.points) for t in moved if s in (t.a, t.b)) for s in range(len(stacks))]
    for pair, transfer in zip(pairs, moved, strict=True):
        if transfer.points != pair.points:
            assert used[pair.a] == stacks[pair.a] or used[pair.b] == stacks[pair.b]
    large = [sum(abs(p.points) for p in pairs if s in (p.a, p.b)) + 1 for s in range(len(stacks))]
    shuffled = random.sample(pairs, len(pairs))
    assert after_transfers(large, settle_stacks(pairs, large)) == after_transfers(
        large, settle_stacks(shuffled, large)
    )
    assert [t.points for t in settle_stacks(pairs, large)] == [pair.points for pair in pairs]


# --- stakes and places ----------------------------------------------------------------------


def test_r14_1_stakes_rise_with_the_number_of_the_hand():
    usual, slow, none = LEVELS["usual"], LEVELS["slow"], LEVELS["none"]
    assert [usual.stake(n) for n in range(1, 13)] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert [slow.stake(n) for n in (1, 6, 7, 12, 13)] == [1, 1, 2, 2, 3]
    assert (usual.stake(28), usual.stake(1000), none.stake(1000)) == (30, 30, 1)
    assert [usual.next_rise(n) for n in (1, 3, 4, 27, 28)] == [4, 4, 7, 28, None]
    assert none.next_rise(5) is None


@given(st.sampled_from(sorted(LEVELS)), st.integers(1, 200))
def test_r14_1_a_stake_never_falls(name: str, number: int):
    levels: Levels = LEVELS[name]
    rise = levels.next_rise(number)
    assert levels.stake(number) <= levels.stake(number + 1)
    if rise is not None:
        assert levels.stake(rise - 1) == levels.stake(number) < levels.stake(rise)


def test_r14_2_out_in_the_same_hand_rank_by_the_stacks_before_it():
    outs = {"Ann": Elimination(4, 30), "Bob": Elimination(7, 55), "Mia": Elimination(7, 20)}
    assert places({"Kim": 300}, outs) == {"Kim": 1, "Bob": 2, "Mia": 3, "Ann": 4}


def test_r14_2_equal_stacks_tie_and_the_next_place_is_left_out():
    outs = {"Ann": Elimination(4, 30), "Bob": Elimination(4, 30), "Mia": Elimination(2, 90)}
    assert places({"Kim": 120, "Zoë": 120}, outs) == {
        "Kim": 1,
        "Zoë": 1,
        "Ann": 3,
        "Bob": 3,
        "Mia": 5,
    }


@given(st.dictionaries(st.integers(), st.builds(Elimination, st.integers(1, 9), st.integers(1, 9))))
def test_r14_2_whoever_lasts_longer_is_never_behind(outs: dict[int, Elimination]):
    place = places({}, outs)
    for one, other in combinations(outs, 2):
        if outs[one].hand > outs[other].hand:
            assert place[one] < place[other]
