"""Presses: what a button does stands in its custom_id, and nothing else does anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.assembly import HANDLERS
from bot.screens.press import Press, parse
from bot.screens.presses import AcceptWarning, CardPress, ChooseRow, Confirm, FillRow, Put
from bot.values.draft import DealSpot, LessonSpot, Spot
from tests.screens.presses import presses


def kinds_below(kind: type[Press]) -> set[type[Press]]:
    return {kind, *(each for sub in kind.__subclasses__() for each in kinds_below(sub))}


def test_every_kind_of_press_has_a_handler_and_a_code_of_its_own():
    kinds = {kind for kind in kinds_below(Press) if kind.code}
    assert kinds == {*HANDLERS}
    assert len({kind.code for kind in kinds}) == len(kinds)


@given(presses())
def test_a_press_survives_being_written_and_fits_into_a_custom_id(press: Press):
    assert parse(str(press)) == press
    assert len(str(press)) <= 100


@given(st.text(max_size=120))
def test_strange_custom_ids_are_no_presses(text: str):
    press = parse(text)
    assert press is None or str(press) == text


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "b1",
        "b1:join",
        "b1:join:1:0",
        "b1:join:1:0:0:0",
        "b1:join:-1:0:0",
        "b1:join:1e3:0:0",
        "b1:join:99999999999:0:0",
        "b1:nothing:1:0:0",
        "b2:join:1:0:0",
        "b1:put:1:1:0:0:F",
        "b1:page:nothing:::0",
        "b1:page:standing:vpoker::0",
        "b1:page:standing:x1::0",
        "b1:page:player::1..2:0",
        "b1:page:charttext:czzzzzzzzzzzzz:1.1:200",
        "b1:page:chart:c0::0",
    ],
)
def test_what_another_version_or_a_forger_wrote_is_no_press(custom_id: str):
    assert parse(custom_id) is None


def test_a_press_about_a_table_names_table_hand_and_street_in_this_order():
    press = parse("b1:ok:7:12:3:00ff")
    assert isinstance(press, CardPress)
    assert press.spot == Spot(7, 12, 3)


@pytest.mark.parametrize(
    ("custom_id", "press"),
    [
        ("b1:rput:5:0:1:3:f", Put(DealSpot(5, 0, 1), 3, "f")),
        ("b1:rarm:5:1:0", AcceptWarning(DealSpot(5, 1, 0))),
        ("b1:rok:5:0:1:00ff", Confirm(DealSpot(5, 0, 1), "00ff")),
        ("b1:lput:1:77:3:f", Put(LessonSpot(1, 77), 3, "f")),
        ("b1:lgather:7:77:b", FillRow(LessonSpot(7, 77), "b")),
        ("b1:lbrush:7:77:b", ChooseRow(LessonSpot(7, 77), "b")),
        ("b1:larm:1:77", AcceptWarning(LessonSpot(1, 77))),
        ("b1:lok:1:77:00ff", Confirm(LessonSpot(1, 77), "00ff")),
    ],
)
def test_buttons_of_older_messages_do_what_they_did(custom_id: str, press: Press):
    assert parse(custom_id) == press
