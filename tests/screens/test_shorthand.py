"""Typed placements: letters, rows, numbers."""

import pytest

from bot.ofc.errors import OfcError
from bot.screens.shorthand import understand
from tests.screens.positions import CLASSIC, FANTASYLAND, FIRST_FIVE, PINEAPPLE, draft


@pytest.mark.parametrize(
    "text",
    [
        "bbmmf",
        "BBMMF",
        "bbmmt",
        "..mmf",
        "2c / 7h7c / AsKd",
        "2c/7h 7c",
        "5 / 3,4 / 1,2",
        "5/3 4",
        "2C/7H7C",
    ],
)
def test_first_five_can_be_written_in_many_ways(text: str):
    entry = understand(draft(FIRST_FIVE), text)
    assert str(entry.draft.placement) == "2c / 7h7c / AsKd"
    assert not entry.commits


@pytest.mark.parametrize("text", ["fmx", "fm.", "Kh / 7d x 3c", "Kh/7d", "1 / 2 / - x 3", "1/2"])
def test_pineapple_can_be_written_in_many_ways(text: str):
    entry = understand(draft(PINEAPPLE, seat=1), text)
    assert str(entry.draft.placement) == "Kh / 7d / - x 3c"


@pytest.mark.parametrize("text", ["m", "m!", "/9h/", "-/9h", "-/1/- !"])
def test_one_card(text: str):
    entry = understand(draft(CLASSIC), text)
    assert str(entry.draft.placement) == "- / 9h / -"
    assert entry.commits is text.endswith("!")


def test_fantasyland_by_numbers_beyond_nine():
    entry = understand(draft(FANTASYLAND), "4,5,1 / 6,7,8,9,10 / 2,3,11,12,13 x 14 !")
    assert str(entry.draft.placement) == "AsQsQc / JsTs9s9d7h / AhKd6h5h4c x 2d"
    assert entry.commits


def test_an_unfinished_entry_is_only_a_preview():
    entry = understand(draft(FANTASYLAND), "4,5,1/6,7!")
    assert entry.draft.missing == 4
    assert not entry.commits


def test_ten_may_be_written_10():
    entry = understand(draft(FANTASYLAND), "10s / Js")
    assert str(entry.draft.placement.front) == "(Ts,)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bbmm", "You have 5 cards, so type 5 letters, such as bbmmf."),
        ("hello", "front / middle / back"),
        ("3h / 7h7c / AsKd", "3h is not among the cards"),
        ("7h / 7h / AsKd", "7h appears twice"),
        ("6 / 1", "numbered 1 to 5"),
        ("ffffb", "The Front only has room for 3 more."),
        ("bbmmx", "Place 5 of these cards and discard 0."),
        ("As / / / Kd", "front / middle / back"),
        ("", "front / middle / back"),
        ("Zz / 7h", "is not a card"),
    ],
)
def test_a_wrong_entry_says_what_is_wrong(text: str, sentence: str):
    with pytest.raises(OfcError) as caught:
        understand(draft(FIRST_FIVE), text)
    assert sentence in str(caught.value)


def test_too_many_cards_placed_in_pineapple():
    with pytest.raises(OfcError, match="Place 2 of these cards and discard 1"):
        understand(draft(PINEAPPLE, seat=1), "mmm")
