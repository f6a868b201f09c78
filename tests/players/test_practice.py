"""What good players do, and the master too: known best practice, one position at a time."""

import numpy as np
import pytest

from ofc_engine.board import Row
from ofc_engine.notation import parse_seat
from ofc_engine.players.advice import advise
from ofc_engine.players.deciding import decide
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.rulesets import STANDARD
from tools.benchmarks.first_fives import FIVES, five


@pytest.mark.parametrize(("cards", "practice"), [(c, p) for _, c, p in FIVES if p])
def test_first_fives_are_placed_as_good_players_place_them(cards: str, practice: str):
    assert five(cards, practice).follows


@pytest.mark.parametrize("variant", ["pineapple", "classic"])
def test_a_dealt_straight_stays_whole_for_the_master_and_in_a_hint(variant: str):
    rules = STANDARD.changed({"variant": variant})
    knowledge = Knowledge(rules, *seat("- / - / - + 5h6d7c8s9h"))
    played = decide(level("master"), knowledge, np.random.default_rng(2))
    for placement in (played, advise(knowledge, 1)[0].placement):
        assert set(placement.rows[Row.BACK]) == set(knowledge.pending)


@pytest.mark.parametrize(
    ("position", "card"),
    [
        ("Ac / 2dTh / QhQc + As7d3s", "As"),
        ("Qc / 8s4d / TcTd + Qs6h2c", "Qs"),
        ("AcQd / 7h7d / 2d8d8s x 4c + 5s9dQc", "Qc"),
        ("Qh / KcKd7s3h / AsAdAc5h x 2c2d + Qs9d4h", "Qs"),
    ],
    ids=["aces, street 2", "queens, street 2", "queens, street 3", "queens, street 4"],
)
def test_a_pair_for_fantasyland_is_not_refused(position: str, card: str):
    knowledge = Knowledge(STANDARD, *seat(position))
    played = decide(level("master"), knowledge, np.random.default_rng(1))
    for placement in (played, advise(knowledge, 1)[0].placement):
        assert card in map(str, placement.rows[Row.FRONT])


def seat(text: str):
    """The board, the cards in hand and the discards of a seat in the notation of positions."""
    found = parse_seat(text)
    return found.board, found.pending, found.discards
