"""The fourth place at a table of three: what rows are worth now, and who placed what."""

import pytest

from bot.pictures.boards import cell_box
from bot.pictures.layout import Face, Label
from bot.pictures.table_picture import table_layout
from bot.texts import ENGLISH, languages, texts_for
from tests.pictures.measures import contains
from tools.gallery import samples

PLACE = cell_box(3)


def notes(name: str) -> tuple[list[str], list[str]]:
    """The texts and the cards of the place."""
    items = table_layout(samples.tables()[name], ENGLISH).items
    texts = [i.text for i in items if isinstance(i, Label) and contains(PLACE, i.box)]
    cards = [str(i.card) for i in items if isinstance(i, Face) and contains(PLACE, i.box)]
    return texts, cards


def test_it_tells_what_each_row_makes_and_what_that_brings():
    texts, cards = notes("3 seats")
    assert texts[:2] == ["Street 3 of 5", "Ann"]
    assert texts[2:6] == ["M", "Pair of tens", "B", "Trips, eights"]
    assert texts[7:12] == ["M", "Flush, ace high", "+8", "B", "Pair of kings"]
    assert texts[12:] == ["Mia", "M", "Pair of sevens", "→ F", "→ M"]
    assert cards == ["Kd", "7c"]


@pytest.mark.parametrize("language", languages())
def test_names_have_the_room_that_hands_leave_them(language: str):
    """Where a name is cut, the longest hand leaves it no room for three more letters."""
    for name in ("3 seats", "3 seats, one away", "3 seats, first five placed"):
        labels = [
            item
            for item in table_layout(samples.tables()[name], texts_for(language)).items
            if isinstance(item, Label) and contains(PLACE, item.box)
        ]
        assert any(label.text.endswith("…") for label in labels), "a long name sits there"
        ends = [label.box.right for label in labels if label.text not in ("→ F", "→ M", "→ B")]
        assert PLACE.right - max(ends) < 90


def test_it_tells_no_hidden_cards():
    texts, cards = notes("3 seats, all in Fantasyland")
    assert texts.count("FL 14") == 3
    assert not cards


def test_a_row_that_makes_nothing_is_left_out():
    texts, _cards = notes("3 seats, one ahead of the others")
    assert texts == ["Street 2 of 5", "Ann", "M", "Pair of tens", "B", "Pair of eights",
                     "Bertrand_du…", "–", "Mia", "–"]  # fmt: skip


@pytest.mark.parametrize("name", ["3 seats, street placed together", "3 seats, one away"])
def test_cards_of_many_are_not_repeated_where_they_have_no_room(name: str):
    _texts, cards = notes(name)
    assert cards == ([] if "together" in name else ["Kd", "7c"])
