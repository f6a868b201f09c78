"""What rows are called (R2.1)."""

import pytest

from bot.pictures.wording import scoring_text
from bot.texts import ENGLISH
from bot.values.phrases import hand_name, spoken_number
from ofc_engine.cards import parse_cards
from ofc_engine.ranking import shape, strength
from ofc_engine.rule_options import SCORINGS


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("AhKd2c", "Ace high"),
        ("QhQd5c", "Pair of queens"),
        ("6s6hTcTh2d", "Two pair, tens & sixes"),
        ("7h7d7c", "Trips, sevens"),
        ("5h4d3c2sAs", "Straight, five high"),
        ("Ad9dJd4d3d", "Flush, ace high"),
        ("8cKc8d8hKh", "Full house, eights"),
        ("2c2d2h2sKh", "Quads, twos"),
        ("9h8h7h6h5h", "Straight flush, nine high"),
        ("AsKsQsJsTs", "Royal flush"),
    ],
)
def test_hand_names(row: str, name: str):
    assert hand_name(shape(strength(parse_cards(row))), ENGLISH) == name


def test_how_points_are_counted():
    assert scoring_text(SCORINGS["1-6"], ENGLISH) == "1 point a row, scoop +3"
    assert scoring_text(SCORINGS["2-4"], ENGLISH) == "1 point a row, two rows +1"


def test_points_as_one_says_them():
    assert [spoken_number(n, ENGLISH) for n in (7, -14, 0)] == ["plus 7", "minus 14", "0"]
