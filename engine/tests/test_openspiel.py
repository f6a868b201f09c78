"""The game for OpenSpiel, by its library's own checks; skipped where that is not installed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofc_engine.cards import format_cards
from ofc_engine.scoring import score_hand

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("ofc_engine.openspiel")

GAMES = [
    "python_open_face_chinese",
    "python_open_face_chinese(players=3)",
    "python_open_face_chinese(players=4,rules=german)",
    "python_open_face_chinese(rules=standard variant:chinese)",
    "python_open_face_chinese(rules=progressive,fantasyland=0 16)",
    "python_open_face_chinese(players=3,rules=standard variant:turbo deal_mode:simultaneous)",
]


@pytest.mark.parametrize("name", GAMES)
def test_the_librarys_own_simulations_pass(name: str):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_two_to_four_play_as_the_library_is_told():
    kind = pyspiel.load_game(GAMES[0]).get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 4)


@settings(max_examples=10)
@given(st.sampled_from(GAMES), st.integers(0, 999))
def test_nobody_sees_what_others_hold_and_points_are_those_of_the_rules(name: str, seed: int):
    random = Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
            continue
        player = state.current_player()
        hidden = {
            card
            for number, seat in enumerate(state.hand.seats)
            if number != player
            for card in (*seat.pending, *seat.discards)
        }
        told = state.information_state_string(player) + state.observation_string(player)
        assert not [card for card in hidden if format_cards([card]) in told]
        assert format_cards(state.hand.seats[player].pending) in told
        state.apply_action(random.choice(state.legal_actions()))
    assert state.returns() == list(score_hand(state.hand).points)


def test_the_tensor_has_each_card_where_it_lies():
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    for action in [*range(10), 0, 1, 2, 2, 2, 1, 2]:
        state.apply_action(action)
    first, second = (
        [divmod(at, 52) for at, there in enumerate(state.observation_tensor(player)) if there == 1]
        for player in (0, 1)
    )
    assert first == [(0, 0), (1, 1), (2, 2), (2, 3), (2, 4)]
    # The other's board, five cards in hand, and two of them on their way to Middle and Back.
    others = [(3, 0), (4, 1), (5, 2), (5, 3), (5, 4)]
    assert second == [*others, *((6, card) for card in range(5, 10)), (8, 5), (9, 6)]
