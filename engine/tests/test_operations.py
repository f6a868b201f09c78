"""A hand is the fold of its operations, and survives being written."""

from functools import reduce

import pytest
from hypothesis import given

from engine.tests.hands import Game, games
from ofc_engine.board import Placement
from ofc_engine.cards import parse_cards
from ofc_engine.deal import advance, deck
from ofc_engine.errors import DealError, OfcError, TurnError
from ofc_engine.hand import Hand
from ofc_engine.notation import format_position, parse_position
from ofc_engine.operations import (
    Dealt,
    DeclaredDead,
    Placed,
    Surrendered,
    actor_in,
    parse_operation,
)
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.seat import Fate


@given(games())
def test_a_hand_is_the_fold_of_its_operations(game: Game):
    assert Hand.replay(game.rules, game.fantasyland, game.log) == game.hand


@given(games())
def test_rules_and_operations_survive_being_written(game: Game):
    assert Ruleset.parse(str(game.rules)) == game.rules
    assert tuple(map(parse_operation, map(str, game.log))) == game.log


@given(games())
def test_every_position_survives_being_written(game: Game):
    for hand in game.positions:
        assert parse_position(format_position(hand)) == hand


def test_a_position_is_legible():
    hand = parse_position(
        "standard ; Qh / TdTc* / 8c8d8h5c* x 2s ; - / - / - + 2c3c4c FL14 ; - / - / - surrendered"
    )
    assert hand.fresh == frozenset(parse_cards("Tc5c"))
    assert hand.seats[1].fantasyland == 14
    assert hand.seats[2].fate is Fate.SURRENDERED


@pytest.mark.parametrize("cards", ["9" * 5000, "١٤"])
def test_what_is_no_number_of_cards_is_refused_in_a_sentence(cards: str):
    with pytest.raises(OfcError):
        parse_position(f"standard ; - / - / - FL{cards} ; - / - / -")


def test_operations_that_do_not_fit_are_refused():
    fresh = Hand.start(PRESETS["standard"], (0, 0))
    dealt = reduce(Hand.apply, advance(fresh, deck(bytes(32))), fresh)
    with pytest.raises(DealError, match="no cards now"):
        dealt.apply(Dealt(1, parse_cards("AsKsQsJsTs")))
    with pytest.raises(DealError, match="gets 5 cards, not 1"):
        fresh.apply(Dealt(0, parse_cards("As")))
    with pytest.raises(DealError, match="dealt twice"):
        fresh.apply(Dealt(0, parse_cards("AsAsQsJsTs")))
    with pytest.raises(TurnError):
        fresh.apply(Placed(0, Placement(back=parse_cards("AsKsQsJsTs"))))


@given(games())
def test_who_acts_is_read_without_the_cards(game: Game):
    actors = [None if isinstance(each, Dealt) else each.seat for each in game.log]
    assert [actor_in(str(each)) for each in game.log] == actors


def test_every_operation_has_its_line():
    lines = ["deal 0 AsKd", "place 1 2c / 7h7c / - x 3h", "surrender 2", "dead 0"]
    types = [Dealt, Placed, Surrendered, DeclaredDead]
    log = [parse_operation(line) for line in lines]
    assert [type(operation) for operation in log] == types
    assert [str(operation) for operation in log] == lines
