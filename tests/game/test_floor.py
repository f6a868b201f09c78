"""R14.3: where people sit in a tournament of several tables, in random tournaments of up to 60."""

from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.game.tournaments.seating import draw, level, smallest, tables_for
from ofc_engine.stacks import Elimination, places

FORMATS = st.sampled_from([(3, 3), (3, 4), (4, 5)])
"""Seats at a table, and at the final one."""


def is_level(tables: dict[int, list[int]]) -> bool:
    sizes = [len(people) for people in tables.values()]
    return max(sizes) - min(sizes) <= 1


def carried_out(tables, moved, seats, most, random):
    """The tables after they were levelled, having checked what every plan keeps to."""
    plan = level(tables, moved, seats, most, random)
    after = {number: list(people) for number, people in tables.items()}
    for move in plan.moves:
        after[move.source].remove(move.player)
        after[move.target].append(move.player)
        moved[move.player] += 1
    assert all(not after[number] for number in plan.broken)
    after = {number: people for number, people in after.items() if number not in plan.broken}
    assert len({move.player for move in plan.moves}) == len(plan.moves), "nobody moves twice"
    if plan.final:
        (final,) = after.values()
        assert sorted(final) == sorted(plan.final)
        final[:] = plan.final
    return plan, after


@given(st.integers(2, 60), FORMATS, st.integers(0, 2**32))
def test_r14_3_the_draw_fills_as_few_tables_as_it_can(count, form, seed):
    seats, most = form
    drawn = draw(range(count), seats, most, Random(seed))
    assert sorted(player for table in drawn for player in table) == list(range(count))
    assert len(drawn) == tables_for(count, seats, most)
    sizes = [len(table) for table in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2
    assert max(sizes) <= (most if len(drawn) == 1 else seats)


@given(st.integers(2, 60), FORMATS, st.integers(0, 2**32))
def test_r14_3_a_tournament_stays_level_down_to_the_winner(count, form, seed):
    seats, most = form
    random = Random(seed)
    tables = dict(enumerate(draw(range(count), seats, most, random), 1))
    moved: Counter[int] = Counter()
    stacks = dict.fromkeys(range(count), 100)
    outs: dict[int, Elimination] = {}
    hand = 0
    while len(stacks) > 1:
        hand += 1
        before = dict(stacks)
        for people in tables.values():
            one, other = random.sample(people, 2)
            paid = random.choice([min(stacks[one], stacks[other]), stacks[one] // 2])
            stacks[one] -= paid
            stacks[other] += paid
        fallen = [player for player, stack in stacks.items() if not stack]
        for player in fallen:
            outs[player] = Elimination(hand, before[player])
            del stacks[player]
        tables = {number: [p for p in there if p in stacks] for number, there in tables.items()}
        plan, tables = carried_out(tables, moved, seats, most, random)
        assert is_level(tables)
        assert sum(stacks.values()) == 100 * count, "points only change hands"
        assert all(len(there) <= seats or len(tables) == 1 for there in tables.values())
        assert len(tables) == 1 or min(map(len, tables.values())) >= 2
        assert sorted(p for there in tables.values() for p in there) == sorted(stacks)
        assert bool(plan.final) == bool(plan.broken and len(tables) == 1)
    ranked = places(stacks, outs)
    assert sorted(ranked) == list(range(count))
    assert ranked[next(iter(stacks))] == 1
    for one, place in ranked.items():
        assert place == 1 + sum(_reached(outs, o) > _reached(outs, one) for o in ranked)


def _reached(outs: dict[int, Elimination], player: int) -> tuple[int, int]:
    out = outs.get(player)
    return (10**9, 0) if out is None else (out.hand, out.stack)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.integers(0, 2**32))
def test_r14_3_as_few_move_as_possible_and_whoever_moved_least(sizes, seed):
    random = Random(seed)
    players = iter(range(100))
    tables = {n: [next(players) for _ in range(size)] for n, size in enumerate(sizes, 1)}
    people = sum(sizes)
    if not people:
        return
    moved = Counter({player: random.randrange(3) for player in range(people)})
    before = Counter(moved)
    plan, after = carried_out(tables, moved, 4, 5, random)
    assert is_level(after)
    count = min(len(sizes), tables_for(people, 4, 5))
    low, larger = divmod(people, count)
    ends = [low + 1] * larger + [low] * (count - larger) + [0] * (len(sizes) - count)
    fewest = min(
        sum(max(0, size - end) for size, end in zip(sizes, each, strict=True))
        for each in set(permutations(ends))
    )
    assert len(plan.moves) == fewest
    for number in after:
        went = {move.player for move in plan.moves if move.source == number}
        stayed = set(tables[number]) - went
        if went and stayed:
            assert max(before[p] for p in went) <= min(before[p] for p in stayed)


def test_r14_3_nobody_moves_without_need():
    tables = {1: "abc", 2: "def", 3: "gh"}
    assert level(tables, {}, 3, 3, Random(1)).moves == ()


def test_r14_3_the_final_table_of_five_is_drawn_anew():
    plan = level({1: "abc", 2: "de"}, {}, 4, 5, Random(1))
    assert plan.broken == (2,)
    assert sorted(plan.final) == list("abcde")
    assert [(move.player, move.target) for move in plan.moves] == [("d", 1), ("e", 1)]


def test_who_comes_late_sits_down_where_fewest_sit():
    assert smallest({1: "abc", 2: "de", 3: "fg"}, 4) == 2
    assert smallest({1: "abc", 2: "def"}, 3) is None
