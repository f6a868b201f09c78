"""The referee of `tools.benchmarks.strength`: fair deals, whole Fantasylands, any program."""

import sys

import numpy as np
import pytest

from ofc_engine.board import EMPTY
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset
from tools.benchmarks.luck import luck
from tools.benchmarks.strength import duel, play_deal, play_without_luck, player


def test_a_player_against_itself_wins_nothing_as_seats_are_swapped():
    mean, _, hands = duel(player("random"), player("random"), STANDARD, 20, "1", without_luck=False)
    assert mean == 0
    assert hands >= 40


@pytest.mark.parametrize("players", [2, 3])
def test_points_of_a_deal_without_luck_sum_to_zero(players: int):
    points, _ = play_without_luck(STANDARD, "7", [player("random") for _ in range(players)])
    assert sum(points) == pytest.approx(0)


def test_seats_are_swapped_without_luck_too():
    seated = player("random"), player("random")
    mean, _, hands = duel(*seated, STANDARD, 1, "1")
    assert mean == pytest.approx(0)
    assert hands >= 2


@pytest.mark.parametrize("visit", [0, 14])
def test_luck_has_a_mean_of_nothing(visit: int):
    rng, dealt = np.random.default_rng(4), visit or 5
    lucks = [
        luck(Knowledge(STANDARD, EMPTY, tuple(cards[:dealt]), fantasyland=visit), (), rng)
        for cards in (rng.permutation(DECK) for _ in range(6))
    ]
    assert abs(np.mean(lucks)) < 3 * np.std(lucks) / np.sqrt(len(lucks))


def test_a_good_draw_is_luck():
    rng, aces = np.random.default_rng(4), Knowledge(STANDARD, EMPTY, parse_cards("AcAdAhAs2c"))
    assert luck(aces, (), rng) > 5


def test_what_others_hold_can_not_be_drawn():
    rng, kings = np.random.default_rng(4), Knowledge(STANDARD, EMPTY, parse_cards("KcKdKh7s2c"))
    high = [card for card in DECK if card.rank > 9 and card not in kings.pending]
    low = [card for card in DECK if card.rank < 7 and card not in kings.pending]
    assert luck(kings, high, rng) > luck(kings, low, rng) + 1


def test_points_of_a_deal_sum_to_zero_and_fantasyland_is_played_in_full():
    both = [player("careful"), player("random")]
    for number in range(5):
        totals, hands = play_deal(STANDARD, str(number), both)
        assert sum(totals) == 0
        assert hands >= 1
    for tally in both:
        assert tally.visits >= tally.entries


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played(preset: str):
    _, _, hands = duel(
        player("greedy"), player("random"), Ruleset.of(preset), 1, "1", without_luck=False
    )
    assert hands >= 2, "each deal from both sides"


def test_a_program_plays_as_the_level_it_is():
    command = f"cmd:{sys.executable} -m ofc_engine player --level steady"
    program = player(command)
    duel(program, player("greedy"), STANDARD, 1, "1", without_luck=False)
    program.close()
    assert program.hands >= 2
