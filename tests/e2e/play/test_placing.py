"""Placing cards: taps, typing, the form, confirming, and everything that must do no harm."""

import pytest

from bot.screens.presses import Confirm
from discord_standin.vocabulary import CallbackType
from ofc_engine.cards import format_cards
from sandbox.placing import fill_in_form, placing_message, pressable, tap, type_command
from tests.e2e.house import Group, House
from tests.e2e.play.presses import board, entry, press, screen


@pytest.mark.parametrize("way", [tap, type_command, fill_in_form])
async def test_three_ways_of_placing_come_to_the_same(group: Group, way):
    bob = group.people[1]
    street = entry(group, 0, "fmmbb")
    await way(bob, group.channel, street, lambda _: None)
    await group.house.settle()
    assert board(group, 0) == [format_cards(street.layout[letter]) for letter in "fmb"]
    assert placing_message(bob, group.channel) is None, "it is the other's turn"
    assert placing_message(group.people[0], group.channel) is not None


async def test_an_answer_that_takes_long_is_deferred_and_then_shown(group: Group):
    bob = group.people[1]
    shown = await press(group, bob, "0f")
    group.house.limit(deferred_after=0.0)
    reply = await bob.press(shown, str(pressable(shown, Confirm)[0]))
    assert reply.how is CallbackType.DEFERRED_UPDATE
    await group.house.settle()
    assert board(group, 0)[2], "the cards are placed"
    await group.people[0].types(group.channel, "/ofc place cards:bbbbb!")
    await group.house.settle()
    assert board(group, 1)[2], "a command is served as well"


async def test_pineapple_confirms_two_cards_and_names_the_discard(group: Group):
    ann, bob = group.people
    await type_command(bob, group.channel, entry(group, 0, "fmmbb"), lambda _: None)
    await group.house.settle()
    await type_command(ann, group.channel, entry(group, 1, "fmmbb"), lambda _: None)
    await group.house.settle()
    street = entry(group, 0, "mbx")
    shown = await press(group, bob, "0m", "1b")
    confirm = next(button for button in shown.buttons if button.label.startswith("✓"))
    assert confirm.label.endswith(f"× {format_cards(street.layout['x'])}")
    await press(group, bob, "ok")
    assert [len(row) // 2 for row in board(group, 0)] == [1, 3, 3]
    public = group.board(ann)
    discard = format_cards(street.layout["x"])
    assert discard not in public.text


async def test_it_is_not_your_turn(group: Group):
    ann = group.people[0]
    reply = await ann.types(group.channel, "/ofc place cards:fmmbb!")
    assert reply.text == ("It isn't your turn yet: the hand is waiting for Bob. I'll let you know.")
    (offered,) = await ann.complete(group.channel, "ofc place", cards="fm")
    assert offered.name == reply.text
    reply = await ann.press(group.board(ann), "My cards")
    assert placing_message(ann, group.channel) is None
    assert reply.message.is_ephemeral


async def test_a_typed_entry_that_cannot_be_says_why(group: Group):
    bob = group.people[1]
    for typed, sentence in (
        ("fmm", "You have 5 cards"),
        ("ffffm", "The Front only has room for 3 more."),
        ("fmmbx", "you don't discard any"),
        ("hello", "front / middle / back"),
        ("Zz / 2c / 3c", "isn't a card"),
        ("9 / 1 / 2", "numbered 1 to 5"),
    ):
        reply = await bob.types(group.channel, f"/ofc place cards:{typed}")
        assert sentence in reply.text
        assert reply.message.is_ephemeral
        modal = (await bob.press(screen(group, bob), "⌨")).modal
        reply = await bob.submit(modal, {modal.fields[0].label: typed})
        assert sentence in reply.text
    assert board(group, 0) == ["", "", ""]


async def test_a_typed_entry_without_its_mark_is_laid_out_but_not_placed(group: Group):
    bob = group.people[1]
    reply = await bob.types(group.channel, "/ofc place cards:fmmbb")
    assert board(group, 0) == ["", "", ""]
    await bob.press(reply.message, str(pressable(reply.message, Confirm)[0]))
    await group.house.settle()
    assert [len(row) // 2 for row in board(group, 0)] == [1, 2, 2]
    assert placing_message(bob, group.channel) is None, "the direct message has followed"


async def test_the_form_of_an_earlier_street_places_nothing(group: Group):
    bob = group.people[1]
    modal = (await bob.press(screen(group, bob), "⌨")).modal
    await press(group, bob, "0f", "ok")
    placed = board(group, 0)
    reply = await bob.submit(modal, {modal.fields[0].label: "fmmbb!"})
    await group.house.settle()
    assert reply.error == ""
    assert board(group, 0) == placed


async def test_a_draft_survives_a_restart(group: Group, house: House):
    bob = group.people[1]
    await press(group, bob, "0f", "1m")
    await house.restart()
    await press(group, bob, "undo", "2m", "ok")
    assert [len(row) // 2 for row in board(group, 0)] == [1, 1, 3]
