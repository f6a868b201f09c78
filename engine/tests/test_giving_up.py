"""R8, R11: hands that are given up, missed or dead, and cards shown out of turn."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from engine.tests.dealing import all_to_back, begin, dealt
from engine.tests.hands import random_placement
from ofc_engine.board import Board
from ofc_engine.errors import TurnError
from ofc_engine.hand import Hand
from ofc_engine.operations import Dealt, DeclaredDead, Exposed, Missed, Operation, Surrendered
from ofc_engine.rulesets import PRESETS
from ofc_engine.scoring import score, score_hand
from ofc_engine.seat import Fate, Seat


def test_r8_a_hand_can_be_given_up_before_its_first_placement_only():
    hand, _ = begin(PRESETS["german"], 0, 0, 0)
    hand = all_to_back(hand, 0)
    assert not hand.can_surrender(0)
    with pytest.raises(TurnError, match="before your first placement"):
        hand.verify_surrender(0)
    hand, _ = dealt(hand.surrender(2))
    assert hand.seats[2].fate is Fate.SURRENDERED
    with pytest.raises(TurnError, match="already over"):
        hand.surrender(2)
    assert hand.actors == (1,)


LATE = PRESETS["german"].changed({"surrender_until": "last"})


def test_r15_1_a_hand_can_be_given_up_with_cards_on_the_board():
    hand, _ = begin(LATE, 0, 0)
    hand = all_to_back(all_to_back(hand, 0), 1)
    assert hand.can_surrender(0)
    hand = hand.surrender(0)
    assert [seat.fate for seat in hand.seats] == [Fate.SURRENDERED, Fate.UNCONTESTED]
    assert score_hand(hand).points == (-2, 2)


def test_r15_1_nobody_gives_up_what_they_cannot_change_any_more():
    state = Seat(board=Board.parse("- / 2c3c4c5d7d / 8c8d9c9dTc"))
    hand = Hand(LATE, (state, replace(state, board=Board.parse("2s / 2h3h4h5s7s / 8h8s9h9sTs"))))
    with pytest.raises(TurnError, match="nothing left to decide"):
        hand.verify_surrender(0)
    pineapple = replace(hand, rules=LATE.changed({"variant": "pineapple"}))
    assert pineapple.can_surrender(0), "what to discard is a decision"


def test_r15_1_a_fantasyland_is_given_up_before_anybody_has_placed_all_the_same():
    hand, _ = begin(LATE, 0, 13)
    assert hand.can_surrender(1)
    with pytest.raises(TurnError, match="before anybody has placed"):
        all_to_back(hand, 0).verify_surrender(1)


def test_r8_2_a_fantasyland_is_not_given_up_once_anybody_has_placed():
    """Who sets last has seen all others, and would pay 2 in place of what they are worth."""
    hand, _ = begin(PRESETS["german"], 0, 13, 0)
    assert hand.can_surrender(1)
    hand = all_to_back(hand, 0)
    with pytest.raises(TurnError, match="before anybody has placed"):
        hand.verify_surrender(1)
    assert hand.can_surrender(2), "who plays street by street still can"


@pytest.mark.parametrize("fantasyland", [0, 13])
def test_r8_2_when_all_others_have_given_up_the_last_hand_is_over(fantasyland: int):
    hand, _ = begin(PRESETS["german"], 0, fantasyland, 0)
    hand, more = dealt(hand.surrender(2).surrender(0))
    assert (more, hand.is_finished) == ([], True)
    assert hand.seats[1].fate is Fate.UNCONTESTED
    scored = score_hand(hand)
    assert scored.points == (-2, 4, -2)
    assert scored.results[1].fantasyland == 0, "nobody has seen a finished board"


def test_r8_2_beside_a_dead_hand_the_last_one_plays_on():
    """Whoever fouled owes royalties as well."""
    hand, _ = begin(PRESETS["german"], 0, 0, 0)
    hand, _ = dealt(hand.declare_dead(0).surrender(2))
    assert hand.seats[1].fate is Fate.PLAYING
    assert not hand.is_finished


def test_r11_3_who_is_not_there_pays_and_the_others_play_on():
    hand, _ = begin(PRESETS["czech-tournament"], 0, 0, 0)
    hand, _ = dealt(hand.miss(1))
    game = finish_at_random(hand)
    points = score_hand(game).points
    others = score([score_hand(game).results[seat] for seat in (0, 2)], game.rules).points
    assert points == (others[0] + 3, -6, others[1] + 3)
    with pytest.raises(TurnError, match="already over"):
        hand.miss(1)


def test_r11_3_a_hand_that_has_begun_is_not_missed():
    hand, _ = begin(PRESETS["standard"], 0, 0, 0)
    with pytest.raises(TurnError, match="has placed cards"):
        all_to_back(hand, 0).miss(0)


def test_r11_3_when_nobody_else_is_there_the_hand_is_over():
    hand, _ = begin(PRESETS["standard"], 0, 0, 0)
    hand, more = dealt(hand.miss(2).miss(0))
    assert (more, hand.is_finished) == ([], True)
    assert hand.seats[1].fate is Fate.UNCONTESTED
    assert score_hand(hand).points == (-3, 6, -3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r11_3_a_hand_that_everybody_misses_is_over_and_settles_nothing(players: int):
    """In whichever order they are missed."""
    for order in permutations(range(players)):
        hand, _ = begin(PRESETS["czech-tournament"], *[0] * players)
        for seat in order:
            hand = hand.apply(Missed(seat))
        assert dealt(hand) == (hand, [])
        assert {seat.fate for seat in hand.seats} == {Fate.MISSED}
        assert hand.is_finished
        assert score_hand(hand).points == (0,) * players
        with pytest.raises(TurnError, match="already over"):
            hand.miss(order[0])


def test_r8_2_whoever_is_left_when_the_others_gave_up_has_not_missed_the_hand():
    hand, _ = begin(PRESETS["german"], 0, 0)
    with pytest.raises(TurnError, match="already over"):
        hand.surrender(0).miss(1)


def test_r11_4_a_card_shown_out_of_turn_changes_nothing_but_points():
    hand, _ = begin(PRESETS["standard"], 0, 0)
    shown = hand.expose(1).expose(1)
    assert (shown.actors, shown.seats[1].pending) == (hand.actors, hand.seats[1].pending)
    plain = score_hand(finish_at_random(hand)).points
    assert score_hand(finish_at_random(shown)).points == (plain[0] + 2, plain[1] - 2)
    with pytest.raises(TurnError, match="already over"):
        finish_at_random(hand).expose(0)
    with pytest.raises(TurnError, match="already over"):
        begin(PRESETS["standard"], 0, 0, 0)[0].miss(1).expose(1)


def finish_at_random(hand: Hand) -> Hand:
    random = Random(1)
    while not hand.is_finished:
        seat = hand.waiting_on[0]
        hand, _ = dealt(hand.place(seat, random_placement(hand, seat, random)))
    return hand


@pytest.mark.parametrize(
    "operation", [DeclaredDead(9), Surrendered(3), Dealt(7, ()), Missed(3), Exposed(3)]
)
def test_an_operation_of_a_seat_that_does_not_exist_is_refused(operation: Operation):
    hand, _ = begin(PRESETS["german"], 0, 0, 0)
    with pytest.raises(TurnError, match="no seat"):
        hand.apply(operation)


def test_r8_surrender_is_off_unless_switched_on():
    hand, _ = begin(PRESETS["standard"], 0, 0)
    with pytest.raises(TurnError, match="can't give up"):
        hand.surrender(0)


def test_r11_5_a_dead_hand_gets_no_more_cards_and_the_others_play_on():
    hand, _ = begin(PRESETS["standard"], 0, 0, 0)
    hand, operations = dealt(hand.declare_dead(0))
    assert operations == [], "the others have their first cards already"
    while not hand.is_finished:
        seat = hand.actors[0]
        assert seat != 0
        hand, _ = dealt(hand.place(seat, random_placement(hand, seat, Random(3))))
    with pytest.raises(TurnError):
        hand.declare_dead(0)
