"""R14.6: duplicate matches: every deal from every seat, in an order that nobody chooses."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import fitting
from ofc_engine.deal import commitment
from ofc_engine.duplicate_match import (
    MOST_DEALS,
    Match,
    MatchPlan,
    MatchPlay,
    MatchProof,
    lineup,
    schedule,
    shared_seed,
    visit_points,
    with_visits,
)
from ofc_engine.errors import DealError, RulesetError
from ofc_engine.players.aims import visit_worth
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.variants import VARIANTS

plans = st.builds(MatchPlan, st.integers(3, MOST_DEALS), st.sampled_from((2, 3)))
secrets = st.binary(min_size=32, max_size=32)


@given(plans, secrets)
def test_every_deal_is_played_from_every_seat_with_others_between(plan: MatchPlan, secret: bytes):
    turns = schedule(secret, "seed", plan)
    assert len(turns) == plan.hands
    assert [turn.deal for turn in turns[: plan.deals]] == list(range(1, plan.deals + 1))
    by_play = [turns[start : start + plan.deals] for start in range(0, plan.hands, plan.deals)]
    for play, part in enumerate(by_play):
        assert {turn.play for turn in part} == {play}
        assert sorted(turn.deal for turn in part) == list(range(1, plan.deals + 1))
    orders = [[turn.deal for turn in part] for part in by_play]
    assert all(one != other for one, other in pairwise(orders)), "another order each time"
    places: dict[int, list[int]] = {}
    for number, turn in enumerate(turns):
        places.setdefault(turn.deal, []).append(number)
    apart = [after - before - 1 for found in places.values() for before, after in pairwise(found)]
    assert min(apart) >= plan.deals // 2


@given(plans, secrets)
def test_everybody_gets_the_cards_of_every_seat_once(plan: MatchPlan, secret: bytes):
    seats = tuple(range(1, plan.seats + 1))
    had: dict[int, set[tuple[int, int]]] = {}
    for turn in schedule(secret, "", plan):
        who = lineup(seats, turn)
        assert who.button == who.seats[-1]
        assert who.fantasyland == (0,) * plan.seats
        had.setdefault(turn.deal, set()).update(enumerate(who.seats))
    assert all(len(found) == plan.seats**2 for found in had.values())


def test_no_order_is_likelier_than_another():
    drawn = Counter(
        tuple(turn.deal for turn in schedule(number.to_bytes(32, "big"), "", MatchPlan(3, 2))[3:])
        for number in range(1500)
    )
    # Of the four orders that keep the deals apart one is that of the first time.
    assert set(drawn) == {(2, 1, 3), (1, 3, 2), (2, 3, 1)}
    assert all(400 < count < 600 for count in drawn.values())


def test_seeds_change_the_order():
    plan, secret = MatchPlan(10, 2), bytes(32)
    assert schedule(secret, "a", plan) != schedule(secret, "b", plan)


@pytest.mark.parametrize(("deals", "seats"), [(2, 2), (21, 2), (10, 1), (10, 4)])
def test_other_matches_are_refused(deals: int, seats: int):
    with pytest.raises(RulesetError):
        MatchPlan(deals, seats)


# --- results ---------------------------------------------------------------------------------

ANN, BOB, CYD = 1, 2, 3


def test_a_deal_of_two_is_the_difference_of_the_same_seat():
    first, again = MatchPlay(1, 1, (ANN, BOB), (12, -12)), MatchPlay(5, 1, (BOB, ANN), (5, -5))
    match = Match(MatchPlan(3, 2), (first, again, MatchPlay(2, 2, (BOB, ANN), (9, -9))))
    assert match.result(1) == {ANN: 12 - 5, BOB: 5 - 12}
    assert match.over == (1,)
    assert match.standing == {ANN: 7, BOB: -7}
    assert match.covered == {2}


@given(st.lists(st.tuples(*[st.integers(-40, 40)] * 2), min_size=3, max_size=3))
def test_with_three_it_orders_them_as_the_same_seats_do(points: list[tuple[int, int]]):
    rotated = [(ANN, BOB, CYD), (BOB, CYD, ANN), (CYD, ANN, BOB)]
    plays = [
        MatchPlay(number, 1, who, (a, b, -a - b))
        for number, (who, (a, b)) in enumerate(zip(rotated, points, strict=True))
    ]
    result = Match(MatchPlan(3, 3), tuple(plays)).result(1)
    assert sum(result.values()) == 0
    for player in (ANN, BOB, CYD):
        own = [(p.players.index(player), p.points[p.players.index(player)]) for p in plays]
        others = [sum(p.points[seat] for p in plays) - won for seat, won in own]
        against = sum(2 * won - other for (_, won), other in zip(own, others, strict=True))
        assert against == 3 * result[player], "half of this is the sum of what one is ahead"


def test_a_deal_does_not_count_of_which_a_hand_was_taken_back():
    plays = MatchPlay(1, 1, (ANN, BOB), (3, -3)), MatchPlay(4, 1, (BOB, ANN), (1, -1), is_void=True)
    match = Match(MatchPlan(3, 2), plays)
    assert match.deals == (1,)
    assert match.over == ()
    assert match.standing == {}
    assert match.covered == frozenset()


def test_a_fantasyland_counts_what_is_stated():
    rules = Ruleset.of("standard")
    assert with_visits(rules, 1, (4, -4), (14, 0)) == [15, -15]
    assert with_visits(rules, 2, (4, -4), (14, 14)) == [4, -4]
    assert with_visits(rules, 2, (4, -4), (14, 0)) == [4 + 2 * 11, -4 - 2 * 11]
    assert with_visits(rules, 1, (1, 1, -2), (0, 14, 0)) == [-10, 23, -13]


@pytest.mark.parametrize("variant", ["pineapple", "classic", "turbo", "chinese", "deuce"])
@pytest.mark.parametrize("preset", PRESETS)
def test_that_is_about_what_it_is_worth(preset: str, variant: str):
    rules = fitting(preset, {"variant": variant})
    worths = visit_worth(rules)
    assert bool(worths) == (rules.fantasyland is not None)
    for cards, worth in worths.items():
        assert visit_points(rules, cards) == pytest.approx(worth, abs=1.1)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("jokers", OPTIONS["jokers"])
def test_under_the_usual_rules_that_is_its_worth_in_whole_points(jokers: str, variant: str):
    game = {"variant": variant, "jokers": jokers}
    for rules in (fitting("standard", game | {"fantasyland": "13"}), fitting("progressive", game)):
        for cards, worth in visit_worth(rules).items():
            assert visit_points(rules, cards) == pytest.approx(worth, abs=0.62)


# --- proof -----------------------------------------------------------------------------------


def test_a_proof_is_read_as_it_is_written():
    proof = MatchProof.of(MatchPlan(4, 2), commitment(bytes(32)), bytes(32), "5eed")
    read = MatchProof.parse(f"```\n{proof}\n```")
    assert read == proof
    read.verify()


def test_the_seed_follows_from_the_seeds_that_were_added():
    seeds = ("1442", "tiger7")
    plan, secret = MatchPlan(4, 2), bytes(32)
    proof = MatchProof.of(plan, commitment(secret), secret, shared_seed(seeds), seeds)
    assert "seeds 1442:tiger7" in str(proof)
    MatchProof.parse(str(proof)).verify()
    for other in ("1442:tiger8", "tiger7:1442", "1442:-"):
        with pytest.raises(DealError, match="added seeds"):
            MatchProof.parse(str(proof).replace("1442:tiger7", other)).verify()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("secret 00", "secret 01", "isn't the one that was fixed"),
        ("seed 5eed", "seed 5eee", "another order"),
        ("order 1 2 3 4", "order 2 1 3 4", "another order"),
        ("seats 2", "seat 2", "“seats” is missing"),
        ("deals 4", "deals four", "can't be read"),
        ("secret 00", f"secret {'01' * 32}\nsecret 00", "“secret” appears twice"),
    ],
)
def test_a_changed_proof_does_not_hold(old: str, new: str, fault: str):
    proof = MatchProof.of(MatchPlan(4, 2), commitment(bytes(32)), bytes(32), "5eed")
    with pytest.raises(DealError, match=fault):
        MatchProof.parse(str(proof).replace(old, new, 1)).verify()
