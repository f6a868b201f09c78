"""Advice and review: the master's opinion of each placement, and what can still come."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import DECK, format_cards, parse_cards
from ofc_engine.errors import PlacementError
from ofc_engine.players.advice import advise, review
from ofc_engine.players.aims import usual_aim
from ofc_engine.players.endgame import before_last
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.judging import every_choice
from ofc_engine.players.knowledge import Knowledge, Opponent, live_cards, outs
from ofc_engine.players.values import RiskAversion, learnt_judges
from ofc_engine.rulesets import STANDARD
from ofc_engine.seat import Fate

MIDDLE_OF_HAND = Knowledge(
    STANDARD,
    Board.parse("Qh / 7c7d / AsKs"),
    parse_cards("Qd2c9s"),
    opponents=(Opponent(Board.parse("5h / 8c8d / TcJc")),),
)
FANTASYLAND = Knowledge(STANDARD, Board(), tuple(Random(4).sample(DECK, 14)), fantasyland=14)


@pytest.mark.parametrize("knowledge", [MIDDLE_OF_HAND, FANTASYLAND], ids=["street", "visit"])
def test_the_best_placements_come_first(knowledge: Knowledge):
    best = advise(knowledge, 5)
    assert len(best) == 5
    assert [a.points for a in best] == sorted((a.points for a in best), reverse=True)
    assert all(0 <= a.foul <= 1 and 0 <= a.fantasyland <= 1 for a in best)


@pytest.mark.parametrize("knowledge", [MIDDLE_OF_HAND, FANTASYLAND], ids=["street", "visit"])
def test_the_best_placement_has_rank_1_and_costs_nothing(knowledge: Knowledge):
    best, second = advise(knowledge, 2)
    reviewed = review(knowledge, best.placement)
    assert (reviewed.rank, reviewed.cost) == (1, pytest.approx(0, abs=1e-3))
    assert reviewed.given == best
    reviewed = review(knowledge, second.placement)
    assert reviewed.cost == pytest.approx(best.points - second.points, abs=1e-3)
    assert reviewed.best[0] == best


def test_two_opponents_are_worth_what_each_of_them_is():
    """One of them is in Fantasyland, which learnt values know of one opponent only."""
    met = (Opponent(), Opponent(fantasyland=14))
    knowledge = replace(MIDDLE_OF_HAND, opponents=met)
    each = [replace(knowledge, opponents=(other,)) for other in met]
    together, *apart = (learnt_judges(k, RiskAversion())[1] for k in (knowledge, *each))
    places = every_choice(knowledge).places
    points = sum(judge(places).points for judge in apart)
    assert together(places).points == pytest.approx(points, abs=0.1)


def test_r8_1_learnt_values_know_that_a_visit_wins_from_those_who_gave_up_too():
    knowledge = Knowledge(
        STANDARD.changed({"surrender": "2"}),
        Board.parse("QhQd / KcKd7c / AsAdKsAh"),
        parse_cards("9dJh2c"),
        opponents=(Opponent(), Opponent(fate=Fate.SURRENDERED)),
    )
    places = every_choice(knowledge).places
    exact = before_last(places, knowledge.later[0], usual_aim(knowledge))
    learnt = learnt_judges(knowledge, RiskAversion())[knowledge.number](places)
    best = exact.points.argmax()
    assert exact.fantasyland[best] > 0.5
    assert learnt.points[best] == pytest.approx(exact.points[best], abs=2)


def test_a_hint_at_three_is_as_unsure_of_each_opponent():
    knowledge = replace(MIDDLE_OF_HAND, opponents=(Opponent(),))
    of_three = replace(knowledge, opponents=(Opponent(), Opponent()))
    one, both = (advise(k, 1)[0].error for k in (knowledge, of_three))
    assert both == pytest.approx(2 * one, rel=0.15)


def test_the_order_within_a_row_does_not_count():
    placement = Placement(parse_cards("Qd"), (), parse_cards("9s"), parse_cards("2c"))
    shown = review(MIDDLE_OF_HAND, placement)
    assert shown.of == len(every_choice(MIDDLE_OF_HAND).places)
    first = Knowledge(STANDARD, Board(), parse_cards("KhKd5c6c7c"))
    one = Placement((), parse_cards("KhKd"), parse_cards("5c6c7c"))
    other = Placement((), parse_cards("KdKh"), parse_cards("7c5c6c"))
    assert review(first, one).rank == review(first, other).rank


def test_a_foul_costs_what_it_costs():
    board = Board.parse("Kh2c / 3c3d4h5h6s / 7c7d7h8s")
    knowledge = Knowledge(STANDARD, board, parse_cards("Kd 9d Jc"))
    bad = Placement(parse_cards("Kd"), (), parse_cards("9d"), parse_cards("Jc"))
    reviewed = review(knowledge, bad)
    assert reviewed.given.foul == 1
    assert reviewed.cost > 2


def test_a_fouled_fantasyland_is_no_board_to_rank():
    cards = FANTASYLAND.pending
    best = advise(FANTASYLAND, 1)[0].placement
    back, middle = best.middle, best.back
    wrong = Placement(best.front, middle, back, best.discards)
    reviewed = review(FANTASYLAND, wrong)
    assert reviewed.given.foul == 1
    assert reviewed.rank is None
    assert reviewed.cost > 2
    with pytest.raises(PlacementError):
        review(FANTASYLAND, Placement(cards[:3], cards[3:8], cards[8:12], cards[12:]))


@pytest.mark.parametrize(
    "placement",
    [
        Placement(parse_cards("Qd"), (), (), parse_cards("9s2c")),
        Placement(parse_cards("Ah"), (), parse_cards("9s"), parse_cards("2c")),
    ],
)
def test_what_cannot_be_placed_is_not_reviewed(placement: Placement):
    with pytest.raises(PlacementError):
        review(MIDDLE_OF_HAND, placement)


def test_live_cards_are_all_that_this_seat_has_not_seen():
    live = live_cards(MIDDLE_OF_HAND)
    assert len(live) == 52 - 5 - 3 - 5
    assert not set(live) & {*MIDDLE_OF_HAND.seen, *MIDDLE_OF_HAND.pending}


def test_outs_make_a_better_hand_of_their_row():
    knowledge = Knowledge(
        STANDARD,
        Board.parse("QhQd / 7c7d5h / AsKs9s4s"),
        parse_cards("2c3d8h"),
        opponents=(Opponent(Board.parse("7h / 2s / -")),),
    )
    live, rows = live_cards(knowledge), STANDARD.variant.rows
    found = outs(knowledge.board, live, rows)
    assert format_cards(found[Row.FRONT]) == "QcQs"
    assert format_cards(found[Row.MIDDLE]) == "5c5d5s7s"
    spades = [card for card in DECK if card.suit == "s" and str(card) not in ("2s", "4s", "9s")]
    pairs = parse_cards("4c4d4h9c9d9hKcKdKhAcAdAh")
    assert set(found[Row.BACK]) == {*spades, *pairs} - set(parse_cards("KsAs"))
    after = Placement(parse_cards("3d"), parse_cards("8h"), (), parse_cards("2c"))
    assert Row.FRONT not in outs(knowledge.board.with_rows(after.rows), live, rows)


def test_a_foul_that_is_certain_costs_what_the_rules_say():
    board = Board.parse("AhAdAc / 2c3d9h / 7c7d8s")
    knowledge = Knowledge(STANDARD, board, parse_cards("Kc5d4s"))
    aim = exact_aim(knowledge, np.random.default_rng(1))
    for advice in advise(knowledge):
        assert advice.foul == 1
        assert advice.points == pytest.approx(aim.foul)
