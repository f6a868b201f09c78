"""The referee of `benchmarks/strength.py`: fair deals, whole Fantasylands, programs as players."""

import sys
from argparse import Namespace

import pytest

from benchmarks.strength import duel, play_deal, player
from bot.ofc.rulesets import PRESETS, STANDARD


def options(**changes: object) -> Namespace:
    plain = {"rules": "standard", "changes": [], "variant": None, "deals": 3, "players": 2}
    return Namespace(**{**plain, "seed": "7", **changes})


def test_a_player_against_itself_wins_nothing_as_seats_are_swapped():
    mean, _, hands = duel(player("random"), player("random"), options(deals=20))
    assert mean == 0
    assert hands >= 40


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
    _, _, hands = duel(player("greedy"), player("random"), options(rules=preset, deals=1))
    assert hands >= 2, "each deal from both sides"


def test_a_program_plays_as_the_level_it_is():
    command = f"cmd:{sys.executable} -m bot player --level steady"
    program = player(command)
    duel(program, player("greedy"), options(deals=1))
    program.close()
    assert program.hands >= 2
