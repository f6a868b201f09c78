"""Typed placements: letters, rows, numbers."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.card_buttons import typing_form
from bot.screens.placements import example, example_rows, understand
from bot.screens.presses import Typed
from bot.texts import ENGLISH, languages, texts_for
from bot.values.draft import Draft, Spot
from ofc_engine.cards import format_cards
from ofc_engine.errors import OfcError
from tests.screens.positions import CLASSIC, FANTASYLAND, FIRST_FIVE, MOST, PINEAPPLE, draft


@pytest.mark.parametrize(
    "text",
    [
        "bbmmf",
        "BBMMF",
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


BY_SUIT = replace(draft(FANTASYLAND), by_suit=True)


def test_what_is_typed_about_cards_sorted_by_suit_goes_by_that_order():
    assert format_cards(BY_SUIT.shown) == "AsQsJsTs9sAh7h6h5hKd9d2dQc4c"
    spoken = understand(BY_SUIT, "1,2,13 / 3,4,5,11,7 / 6,10,8,9,14 x 12 !").draft
    assert str(spoken.placement) == "AsQsQc / JsTs9s9d7h / AhKd6h5h4c x 2d"
    lettered = understand(BY_SUIT, "ffmmmbmbbbmxfb").draft
    assert lettered.layout == spoken.layout
    assert typing_form(lettered, Typed(Spot(1)), ENGLISH).fields[0].value == "ffmmmbmbbbmxfb"


def test_a_street_of_a_few_cards_is_not_sorted():
    few = replace(draft(FIRST_FIVE), by_suit=True)
    assert few.shown == few.cards


@given(st.lists(st.tuples(st.integers(0, 13), st.sampled_from("fmx.")), max_size=20))
def test_another_order_of_the_cards_moves_none(taps: list[tuple[int, str]]):
    laid = draft(FANTASYLAND)
    for index, letter in taps:
        laid = laid.put(index, letter)
    by_suit = replace(laid, by_suit=True)
    assert by_suit.layout_of(by_suit.shown_layout) == laid.layout
    assert understand(by_suit, by_suit.shown_layout).draft.layout == laid.layout


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
        ("3h / 7h7c / AsKd", "3h isn't one of the cards"),
        ("7h / 7h / AsKd", "7h appears twice"),
        ("6 / 1", "numbered 1 to 5"),
        ("ffffb", "The Front only has room for 3 more."),
        ("bbmmx", "Place all 5 cards; you don't discard any."),
        ("As / / / Kd", "front / middle / back"),
        ("", "front / middle / back"),
        ("Zz / 7h", "“Zz” isn't a card"),
        ("Front: 2c / 7h", "“Front:” isn't a card"),
        ("2c / x / As", "front / middle / back"),
    ],
)
def test_a_wrong_entry_says_what_is_wrong(text: str, sentence: str):
    with pytest.raises(OfcError) as caught:
        understand(draft(FIRST_FIVE), text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("laid", "letters", "rows"),
    [
        (draft(FIRST_FIVE), "bbmmf", "2c / 7h7c / AsKd"),
        (draft(PINEAPPLE, seat=1), "bmx", "- / 7d / Kh x 3c"),
        (draft(CLASSIC), "b", "- / - / 9h"),
        (draft(FANTASYLAND), "bbbbbmmmmmfffx", "6h5h4c / JsTs9s9d7h / AsAhKdQsQc x 2d"),
    ],
)
def test_the_examples_fit_the_cards_at_hand(laid: Draft, letters: str, rows: str):
    assert (example(laid), example_rows(laid)) == (letters, rows)
    assert str(understand(laid, letters).draft.placement) == rows
    assert str(understand(laid, rows).draft.placement) == rows
    with pytest.raises(OfcError, match=f"such as {rows}, or .* such as {letters}"):
        understand(laid, "hello")


@pytest.mark.parametrize("locale", languages())
@pytest.mark.parametrize("position", [FIRST_FIVE, CLASSIC, FANTASYLAND, MOST])
def test_the_form_for_typing_keeps_the_limits(position: str, locale: str):
    form = typing_form(draft(position), Typed(Spot(1, 1)), texts_for(locale))
    (field,) = form.fields
    assert max(len(form.title), len(field.label)) <= 45
    assert max(len(field.help), len(field.hint)) <= 100
    assert ("x" in field.help.partition(":")[2]) == (draft(position).room("x") > 0)


@pytest.mark.parametrize("text", ["X / Kd / 2c", "Kd / X / 2c", "Joker / Kd / 2c"])
def test_whoever_writes_a_joker_in_another_way_is_told_how(text: str):
    with pytest.raises(OfcError, match="X1"):
        understand(draft("standard jokers=1 ; - / - / - + X1Kd7h7c2c ; - / - / -"), text)


def test_too_many_cards_placed_in_pineapple():
    with pytest.raises(OfcError, match="Place 2 of these cards and discard 1"):
        understand(draft(PINEAPPLE, seat=1), "mmm")
