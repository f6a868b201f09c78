"""The fourth place at a table of three: what rows are worth now, and who placed what."""

import pytest

from bot.pictures.boards import cell_box
from bot.pictures.layout import Face, Label
from bot.pictures.table_picture import table_layout
from bot.texts import ENGLISH
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
    assert texts[2:6] == ["M", "Pair of tens", "B", "Trips"]
    assert texts[7:12] == ["M", "Flush", "+8", "B", "Pair of kings"]
    assert texts[12:] == ["Mia", "M", "Pair of sevens", "→ F", "→ M"]
    assert cards == ["Kd", "7c"]


def test_it_tells_no_hidden_cards():
    texts, cards = notes("3 seats, all in Fantasyland")
    assert texts.count("FL 14") == 3
    assert not cards


def test_a_row_that_makes_nothing_is_left_out():
    texts, _cards = notes("3 seats, one ahead of the others")
    assert texts == ["Street 2 of 5", "Ann", "M", "Pair of tens", "B", "Pair of eights",
                     "Bertr…", "–", "Mia", "–"]  # fmt: skip


@pytest.mark.parametrize("name", ["3 seats, street placed together", "3 seats, one away"])
def test_cards_of_many_are_not_repeated_where_they_have_no_room(name: str):
    _texts, cards = notes(name)
    assert cards == ([] if "together" in name else ["Kd", "7c"])
