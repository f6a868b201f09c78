"""Edits of private messages: never back to what was before a tap, and no more posts than needed."""

import pytest

from bot.screens.components import Style
from bot.screens.presses import Put
from bot.texts import ENGLISH
from bot.values.phrases import card_name
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Delay
from sandbox.placing import placing_message, pressable
from tests.e2e.house import Group, House
from tests.e2e.menus import menu_of
from tests.e2e.requests import EDIT


async def choose_deck(group: Group, person: Person, deck: str) -> None:
    """Have the person's own message painted anew."""
    shown = (await person.types(group.channel, "/my settings")).message
    await person.select(shown, deck, menu=menu_of(shown, "my.deck"))


def lifted(group: Group, person: Person) -> int:
    shown = placing_message(person, group.channel)
    assert shown is not None
    puts = {str(press) for press in pressable(shown, Put)}
    return sum(b.style == Style.GREEN for b in shown.buttons if b.custom_id in puts)


async def test_an_edit_that_was_on_its_way_does_not_undo_a_tap(
    group: Group, discord: StandIn, house: House
):
    bob = group.people[1]
    discord.fail_next(*EDIT, Delay(30))
    await choose_deck(group, bob, "four")
    await discord.until(lambda: discord.troubles_are_over)
    shown = placing_message(bob, group.channel)
    assert shown is not None
    await bob.press(shown, str(pressable(shown, Put)[0]))
    assert lifted(group, bob) == 1
    discord.advance(30)
    await house.catch_up()
    assert lifted(group, bob) == 1


async def test_a_tap_on_what_was_just_painted_anew_keeps_the_new_picture(
    group: Group, house: House
):
    """Discord says which picture the message had when it was tapped, and that is gone by then."""
    bob = group.people[1]
    tapped = placing_message(bob, group.channel)
    assert tapped is not None
    await choose_deck(group, bob, "four")
    await house.catch_up()
    painted = bob.sees(tapped)
    assert painted.pictures[0].url != tapped.pictures[0].url
    reply = await bob.press(tapped, str(pressable(tapped, Put)[0]))
    assert reply.message.pictures[0].url == painted.pictures[0].url
    assert lifted(group, bob) == 1
    house.verify_accepted()


async def test_while_only_computers_act_the_next_decision_comes_as_an_edit(gather, house: House):
    """Nobody has been away from the message since their last tap, so nothing has to notify."""
    alone = gather(1)
    ann = alone.people[0]
    await alone.sit_down(computer="beginner")
    before = len(ann.reads(ann.dm))
    await alone.play_by_presses()
    await house.catch_up()
    assert len(ann.reads(ann.dm)) - before <= 1
    ids = {shown.message.id for shown in ann.pings() if shown.message.channel == ann.dm}
    assert len(ids) <= 2, "the seat, and the hand"


async def test_among_people_every_decision_notifies(group: Group, house: House):
    bob = group.people[1]
    for person in (bob, group.people[0]):
        await group.act(person)
    await house.catch_up()
    called = [s for s in bob.pings() if s.message.channel == bob.dm and "Hand 1" in s.text]
    assert called
    first = called[-1].message.id
    for person in (bob, group.people[0]):
        await group.act(person)
    await house.catch_up()
    assert [s for s in bob.pings() if s.message.channel == bob.dm][-1].message.id > first


@pytest.mark.table(3)
async def test_a_picture_has_the_others_boards_without_an_edit_for_each_of_their_moves(
    group: Group, house: House
):
    ann, bob, third = group.people
    await group.act(bob)
    await house.catch_up()
    waiting = bob.last(bob.dm)
    assert f"{third.name} (to act): empty." in (waiting.pictures[0].alt or "")
    await group.act(third)
    await house.catch_up()
    assert waiting.is_current, "the next decision will show it"
    await group.act(ann)
    await house.catch_up()
    asked = bob.last(bob.dm)
    assert asked.id != waiting.id
    running = house.table(group.channel).running
    assert running is not None
    theirs = [card for seat in running.hand.seats[1:] for card in seat.board.cards]
    told = (asked.pictures[0].alt or "").partition("Still to come")[0]
    assert len(theirs) == 10
    assert [card for card in theirs if card_name(card, ENGLISH) not in told] == []
