"""Placing cards: taps, typing, the form, confirming, and everything that must do no harm."""

import pytest

from bot.screens.presses import Confirm, Put, Undo
from discord_standin.people.shown import Shown
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


async def test_the_confirming_button_names_the_layout(group: Group):
    bob = group.people[1]
    shown = await press(group, bob, "0f", "1m")
    confirm = next(button for button in shown.buttons if button.label.startswith("✓"))
    layout = entry(group, 0, "fmbbb").layout
    named = " / ".join(format_cards(layout[letter]) for letter in "fmb")
    assert confirm.label == f"✓ {named}"


async def test_nothing_is_placed_before_the_confirmation(group: Group):
    await press(group, group.people[1], "0f", "1m", "2m")
    assert board(group, 0) == ["", "", ""]


async def test_a_tap_changes_words_and_buttons_and_leaves_the_picture(group: Group):
    bob = group.people[1]
    (before,) = screen(group, bob).pictures
    (after,) = (await press(group, bob, "0f")).pictures
    assert after.url == before.url


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


async def test_undo_steps_back_tap_by_tap(group: Group):
    bob = group.people[1]
    fresh = screen(group, bob).text
    one = (await press(group, bob, "0f")).text
    await press(group, bob, "1m")
    assert (await press(group, bob, "undo")).text == one
    assert (await press(group, bob, "undo")).text == fresh
    assert not pressable(screen(group, bob), Undo), "nothing is left to undo"


async def test_a_lifted_card_is_put_back_by_a_second_tap(group: Group):
    bob = group.people[1]
    fresh = screen(group, bob).text
    await press(group, bob, "0f")
    assert (await press(group, bob, "0.")).text == fresh


async def test_a_full_row_takes_no_more_cards(group: Group):
    shown = await press(group, group.people[1], "0f", "1f", "2f")
    enabled = {f"{p.card}{p.letter}" for p in pressable(shown, Put)}
    assert not enabled & {"3f", "4f"}
    assert "3m" in enabled


async def test_leaving_all_cards_in_the_back_takes_two_taps(group: Group):
    bob = group.people[1]
    assert not pressable(screen(group, bob), Confirm)
    await press(group, bob, "arm")
    assert board(group, 0) == ["", "", ""]
    await press(group, bob, "ok")
    assert board(group, 0)[2] == format_cards(entry_of_log(group))


def entry_of_log(group: Group):
    running = group.house.table(group.channel).running
    assert running is not None
    return running.hand.seats[0].board[2]


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


async def test_a_stranger_sees_no_cards(group: Group, discord, guild):
    stranger = discord.add_person("Stranger", guild)
    reply = await stranger.press(group.board(stranger), "My cards")
    assert reply.text == "You don't have a seat at this table. Sit down with /ofc join."


async def test_it_is_not_your_turn(group: Group):
    ann = group.people[0]
    reply = await ann.types(group.channel, "/ofc place cards:fmmbb!")
    assert reply.text == ("It isn't your turn yet: the hand is waiting for Bob. I'll let you know.")
    (offered,) = await ann.complete(group.channel, "ofc place", cards="fm")
    assert offered.name == reply.text
    reply = await ann.press(group.board(ann), "My cards")
    assert placing_message(ann, group.channel) is None
    assert reply.message.is_ephemeral


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("fmm", "You have 5 cards"),
        ("ffffm", "The Front only has room for 3 more."),
        ("fmmbx", "you don't discard any"),
        ("hello", "front / middle / back"),
        ("Zz / 2c / 3c", "isn't a card"),
        ("9 / 1 / 2", "numbered 1 to 5"),
    ],
)
async def test_a_typed_entry_that_cannot_be_says_why(group: Group, typed: str, sentence: str):
    bob = group.people[1]
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


async def test_the_picture_in_words_tells_the_total_after_every_click(group: Group):
    await group.finish()
    await group.deal()
    person = next(p for p in group.people if placing_message(p, group.channel))
    told = alt_total(screen(group, person))
    assert told != "0", "the hand before brought points"
    assert alt_total(await press(group, person, "0f")) == told
    shown = screen(group, person)
    reply = await person.press(shown, str(pressable(shown, Confirm)[0]))
    assert alt_total(reply.message) == told


def alt_total(shown: Shown) -> str:
    return shown.pictures[0].alt.split("total ")[1].split(":")[0]
