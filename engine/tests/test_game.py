"""A hand that deals itself: its verbs, what they refuse, and who sees what."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import random_placement, rulesets
from ofc_engine.board import Placement
from ofc_engine.deal import Deal
from ofc_engine.errors import OfcError, PlacementError, TurnError
from ofc_engine.game import Game
from ofc_engine.hand import Hand
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import score_hand

DEAL = Deal(bytes(32))


def played(game: Game, random: Random) -> Game:
    while not game.is_over:
        seat = random.choice(game.actors)
        game.place(random_placement(game.hand, seat, random), seat)
    return game


@given(rulesets, st.data(), st.randoms(use_true_random=False))
def test_any_game_ends_in_a_score_that_sums_to_zero_and_can_be_replayed(
    rules: Ruleset, data: st.DataObject, random: Random
):
    players = data.draw(st.integers(2, rules.variant.most_players))
    visits = data.draw(st.lists(st.sampled_from([0, 13]), min_size=players, max_size=players))
    visits[0] = data.draw(st.sampled_from([visits[0], rules.variant.most_cards(players)]))
    game = played(Game(rules, fantasyland=visits, deal=DEAL), random)
    assert sum(game.score().points) == 0
    assert game.score() == score_hand(Hand.replay(rules, visits, game.log))


@given(rulesets, st.randoms(use_true_random=False))
def test_undo_goes_back_through_the_very_same_positions(rules: Ruleset, random: Random):
    game = Game(rules, deal=DEAL)
    positions = [(game.hand, game.log)]
    while not game.is_over:
        game.place(random_placement(game.hand, game.turn, random))
        positions.append((game.hand, game.log))
    for before in reversed(positions[:-1]):
        game.undo()
        assert (game.hand, game.log) == before
    with pytest.raises(TurnError, match="nothing to take back"):
        game.undo()


def test_what_may_be_placed_is_what_is_taken():
    game = Game("standard", deal=DEAL)
    legal = list(game.legal_placements())
    assert len(legal) == len(set(legal)) == 232
    for placement in legal:
        game.place(placement)
        game.undo()


def test_what_is_refused_changes_nothing():
    game = Game("standard", deal=DEAL)
    before = game.hand, game.log
    with pytest.raises(PlacementError):
        game.place(Placement(back=game.pending()[:4]))
    with pytest.raises(OfcError):
        game.place("XX / - / -")
    with pytest.raises(TurnError):
        game.place(next(game.legal_placements(0)), seat=1)
    with pytest.raises(TurnError, match="not over yet"):
        game.score()
    assert (game.hand, game.log) == before
    assert list(game.legal_placements(1)) == []


def test_once_it_is_over_nobody_is_on_turn():
    game = played(Game("standard", deal=DEAL), Random(1))
    with pytest.raises(TurnError, match="The hand is over"):
        _ = game.turn


def test_giving_up_settles_what_the_rules_say_and_can_be_taken_back():
    game = Game("german", deal=DEAL)
    game.surrender()
    assert game.is_over
    assert game.score().points == (-2, 2)
    game.undo()
    assert not game.is_over


def test_rules_may_be_written_in_words():
    assert Game("german surrender=off", 3, deal=DEAL).rules.surrender == 0
    with pytest.raises(OfcError, match="There are no rules called"):
        Game("dutch")


@given(st.sampled_from(["standard", "german", "standard variant=chinese"]), st.integers(0, 99))
def test_nobody_sees_in_a_view_or_a_picture_what_is_hidden(rules: str, seed: int):
    random = Random(seed)
    game = Game(rules, fantasyland=(14, 0), deal=Deal(random.randbytes(32)))
    while not game.is_over:
        for viewer in (None, 0, 1):
            hidden = {
                card
                for number, seat in enumerate(game.hand.seats)
                if number != viewer
                for card in (*seat.pending, *seat.discards)
            }
            assert not hidden & game.view(viewer).seen
        assert not any(str(card) in str(game) for seat in game.hand.seats for card in seat.pending)
        seat = random.choice(game.actors)
        game.place(random_placement(game.hand, seat, random), seat)


def test_a_game_is_shown_as_a_table():
    game = Game("standard", fantasyland=(0, 14), deal=DEAL)
    game.place(Placement(game.pending()[:1], game.pending()[1:3], game.pending()[3:]))
    own = [" ".join(map(str, row)) for row in game.hand.seats[0].board]
    assert str(game).splitlines() == [
        "         Seat 0           Seat 1",
        f"Front    {own[0]} -- --         ?? ?? ??",
        f"Middle   {own[1]} -- -- --   ?? ?? ?? ?? ??",
        f"Back     {own[2]} -- -- --   ?? ?? ?? ?? ??",
        "                          Fantasyland 14",
    ]
