"""R1, R3, R7, R9, R10: the button, stakes, limits."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.boards import QUEENS, STANDARD, STRONG, WEAK, result
from engine.tests.hands import Game, games
from ofc_engine.errors import RulesetError
from ofc_engine.match import clockwise_from, limit_reached, next_lineup, settle
from ofc_engine.rulesets import PRESETS
from ofc_engine.scoring import Pair, score, score_hand

NO_ROWS = (0, 0, 0)


def test_r3_1_the_button_moves_clockwise_and_acts_last():
    first = next_lineup(STANDARD, [1, 2, 4], None, {})
    assert (first.button, first.seats) == (1, (2, 4, 1))
    second = next_lineup(STANDARD, [1, 2, 4], first.button, {})
    assert (second.button, second.seats) == (2, (4, 1, 2))
    assert next_lineup(STANDARD, [1, 2, 4], 4, {}).button == 1


def test_r3_1_the_button_passes_on_when_its_player_has_left():
    assert next_lineup(STANDARD, [1, 4], 2, {}).button == 4
    assert next_lineup(STANDARD, [1, 4], 2, {1: 14}).button == 4


def test_r7_6_the_button_rests_while_anyone_is_in_fantasyland():
    lineup = next_lineup(STANDARD, [1, 2, 3], 2, {3: 14})
    assert (lineup.button, lineup.seats, lineup.fantasyland) == (2, (3, 1, 2), (14, 0, 0))
    moves = STANDARD.changed({"button_in_fantasyland": "moves"})
    assert next_lineup(moves, [1, 2, 3], 2, {3: 14}).button == 3


def test_r1_4_with_five_the_button_sits_out():
    lineup = next_lineup(PRESETS["german"], [1, 2, 3, 4, 5], 2, {})
    assert (lineup.button, lineup.sits_out, lineup.seats) == (3, 3, (4, 5, 1, 2))
    with pytest.raises(RulesetError, match="room for 5"):
        next_lineup(PRESETS["german"], [1, 2, 3, 4, 5, 6], 2, {})
    with pytest.raises(RulesetError, match="room for 3"):
        next_lineup(STANDARD, [1, 2, 3, 4], 2, {})


def test_r1_5_a_fourth_player_shrinks_a_fantasyland_to_13():
    rules = PRESETS["progressive"].changed({"variant": "classic"})
    assert next_lineup(rules, [1, 2, 3, 4], 1, {2: 16}).fantasyland == (13, 0, 0, 0)


@given(st.sets(st.integers(1, 9), min_size=2), st.integers(1, 9))
def test_clockwise_names_every_seat_once(seats: set[int], start: int):
    order = clockwise_from(start, list(seats))
    assert sorted(order) == sorted(seats)
    assert order[-1] == start or start not in seats


def test_r9_2_stakes_multiply_for_the_table_or_for_two_players():
    score_ = score([result(STRONG), result(WEAK), result(WEAK)], STANDARD)
    moved = settle(score_.pairs, (0, 0, 0), stake=2, pair_stakes={frozenset((0, 2)): 10})
    assert [(t.a, t.b, t.points) for t in moved] == [(0, 1, 20), (0, 2, 100), (1, 2, 0)]


@given(games(finished=True), st.integers(0, 40), st.integers(1, 5))
def test_r9_3_nobody_loses_more_than_the_limit_and_nothing_is_made(
    game: Game, limit: int, stake: int
):
    moved = settle(
        score_hand(game.hand).pairs, (0,) * len(game.hand.seats), stake=stake, loss_limit=limit
    )
    totals = [0] * len(game.hand.seats)
    for transfer in moved:
        totals[transfer.a] += transfer.points
        totals[transfer.b] -= transfer.points
    assert sum(totals) == 0
    assert min(totals) >= -limit
    assert limit_reached(totals, limit) is (min(totals) == -limit)
    assert not limit_reached(totals, None)


@given(st.integers(2, 4), st.data(), st.integers(1, 5))
def test_r9_3_everybody_keeps_to_a_limit_of_their_own(count: int, data: st.DataObject, stake: int):
    each = st.lists(st.none() | st.integers(1, 10), min_size=count, max_size=count)
    before = st.lists(st.integers(-5, 10), min_size=count, max_size=count)
    limits, totals = data.draw(each), data.draw(before)
    limits = [
        None if n is None else max(n, -total) for n, total in zip(limits, totals, strict=True)
    ]
    won = st.integers(-6, 6)
    pairs = [Pair(a, b, NO_ROWS, data.draw(won), 0, 0) for a, b in combinations(range(count), 2)]
    moved = settle(pairs, totals, stake=stake, loss_limit=limits)
    after = list(totals)
    for transfer, pair in zip(moved, pairs, strict=True):
        assert abs(transfer.points) <= abs(pair.points) * stake
        assert transfer.points * pair.points >= 0, "nobody wins what they owe"
        after[transfer.a] += transfer.points
        after[transfer.b] -= transfer.points
    assert sum(after) == sum(totals)
    reached = [n is not None and total == -n for total, n in zip(after, limits, strict=True)]
    assert all(n is None or total >= -n for total, n in zip(after, limits, strict=True))
    assert limit_reached(after, limits) is any(reached)
    if not any(limits):
        assert moved == settle(pairs, totals, stake=stake)


def test_r10_1_pairs_settle_in_order_of_the_table_seats():
    results = [result(WEAK), result(STRONG), result(QUEENS)]
    pairs = score(results, STANDARD, order=(2, 0, 1)).pairs
    assert [(pair.a, pair.b) for pair in pairs] == [(2, 0), (2, 1), (0, 1)]
    assert score(results, STANDARD, order=(2, 0, 1)).points == score(results, STANDARD).points


def test_r9_3_whoever_is_below_a_new_limit_already_pays_nothing():
    pairs = score([result(WEAK), result(STRONG)], STANDARD).pairs
    assert [each.points for each in settle(pairs, (-50, 50), loss_limit=20)] == [0]
    assert [each.points for each in settle(pairs, (-15, 50), loss_limit=20)] == [-5]
    assert limit_reached((-50, 50), 20)
