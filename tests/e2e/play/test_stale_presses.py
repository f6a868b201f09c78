"""Presses that come too late, twice, from others, or that no button of the bot makes."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from typing import TypeVar

import pytest

from bot.screens.press import Press
from bot.screens.presses import (
    AcceptWarning,
    CardPress,
    ChooseRow,
    Confirm,
    Put,
    Ready,
    ShowProof,
    Start,
    SurrenderNow,
    TablePress,
    Type,
    Undo,
)
from bot.values.draft import Spot
from sandbox.placing import pressable
from tests.e2e.house import Group
from tests.e2e.play.presses import board, press, running_log, screen

P = TypeVar("P", bound=Press)


async def test_a_second_confirm_of_the_same_screen_places_nothing_more(group: Group):
    bob = group.people[1]
    shown = await press(group, bob, "0f")
    confirm = str(pressable(shown, Confirm)[0])
    await bob.press(shown, confirm)
    placed = board(group, 0)
    reply = await bob.press(shown, confirm)
    await group.house.settle()
    assert reply.error == ""
    assert board(group, 0) == placed


async def test_a_confirm_of_a_layout_that_has_changed_places_nothing(group: Group):
    bob = group.people[1]
    before = await press(group, bob, "0f")
    await press(group, bob, "1m")
    await bob.press(before, str(pressable(before, Confirm)[0]))
    await group.house.settle()
    assert board(group, 0) == ["", "", ""]
    assert "1/5" in bob.last(bob.dm).text, "Bob sees the layout as it is now"


async def test_a_tap_on_an_earlier_street_shows_the_street_of_now(group: Group):
    bob = group.people[1]
    early = screen(group, bob)
    await press(group, bob, "0f", "ok")
    reply = await bob.press(early, str(pressable(early, Put)[0]))
    await group.house.settle()
    assert reply.error == ""
    assert "your cards are placed" in bob.last(bob.dm).text


async def test_nobody_presses_anothers_buttons(group: Group):
    """Discord shows the message to its owner alone; a forged press acts for the one who forges."""
    ann, bob = group.people
    bobs = screen(group, bob)
    public = group.board(ann)
    forged = [pressable(bobs, kind)[0] for kind in (Put, AcceptWarning, Type)]
    for each in (*forged, Confirm(Spot(1, 1), "dead"), Undo(Spot(1, 1))):
        reply = await ann.forge(public, str(each))
        await group.house.settle()
        assert reply.error == ""
    assert board(group, 0) == ["", "", ""]
    assert screen(group, bob) == bobs, "Bob's own screen is as it was"


@pytest.mark.parametrize(
    "custom_id",
    [
        str(Put(Spot(999999, 1), 0, "f")),
        str(Put(Spot(1, 1), 99, "f")),
        str(Put(Spot(1, 1), 0, "z")),
        "b1:put:1:1:0",
        "b1:put:1:1:0:x:f",
        str(ChooseRow(Spot(1, 1), "q")),
        str(Confirm(Spot(1, 1), "dead")),
        str(Confirm(Spot(1, 9), "dead")),
        str(Ready(Spot(1, 1))),
        str(Start(Spot(1))),
        str(ShowProof(Spot(1, 1))),
        str(SurrenderNow(Spot(1, 1))),
        "b1:nothing:1:1:0",
        "b9:put:1:1:0:0:f",
        "something else",
        "b1:put:1:1:0:0:f" + "x" * 80,
    ],
)
async def test_forged_buttons_are_answered_and_change_nothing(group: Group, custom_id: str):
    bob = group.people[1]
    log = running_log(group)
    reply = await bob.forge(screen(group, bob), custom_id)
    await group.house.settle()
    assert reply.error == ""
    assert running_log(group) == log


@pytest.mark.parametrize("hand", [1, 2], ids=["finished", "void"])
async def test_every_button_of_an_old_hand_is_answered_with_sense(group: Group, hand: int):
    """Whether the hand was played to its end or cut off, and whatever the button is about."""
    ann, bob = group.people
    await group.play_out()
    await group.deal()
    await group.act(ann)
    await group.break_off()
    presses = [kind(Spot(1, hand)) for kind in _about_hands()]
    assert len(presses) > 30
    for press_ in presses:
        shown = next(s for s in reversed(ann.reads(group.channel)) if s.buttons)
        reply = await bob.forge(shown, str(press_))
        await group.house.settle()
        assert reply.error == "", press_
        assert not any("Something went wrong" in each.text for each in reply.messages), press_


def _about_hands() -> list[type[TablePress | CardPress]]:
    """The presses that say no more than which table and hand they are about."""
    return [
        kind
        for kind in chain(_kinds(TablePress), _kinds(CardPress))
        if [field.name for field in fields(kind)] == ["spot"] and kind.code
    ]


def _kinds(kind: type[P]) -> Iterator[type[P]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _kinds(sub)
