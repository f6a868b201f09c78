"""What rows are called (R2.1)."""

import pytest

from bot.pictures.wording import outs_text, scoring_text
from bot.texts import ENGLISH
from bot.values.phrases import hand_name, spoken_number
from ofc_engine.board import Row
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.lows import LOW_MIDDLE
from ofc_engine.players.knowledge import row_outs
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


def test_r13_1_outs_of_a_row_that_can_become_a_low_are_named():
    row = parse_cards("7c5d4h3s")
    live = tuple(card for card in DECK if card not in row)
    found = row_outs(LOW_MIDDLE.rankings[Row.MIDDLE], row, live)
    assert outs_text(found, ENGLISH) == "Low: 16 live"


def test_how_points_are_counted():
    assert scoring_text(SCORINGS["1-6"], ENGLISH) == "1 point a row, scoop +3"
    assert scoring_text(SCORINGS["2-4"], ENGLISH) == "1 point a row, two rows +1"


def test_points_as_one_says_them():
    assert [spoken_number(n, ENGLISH) for n in (7, -14, 0)] == ["plus 7", "minus 14", "0"]
