"""One's own cards stand in one message at a time, which says how things are."""

import pytest

from bot.screens.presses import AcceptWarning, Confirm, LayOut
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from sandbox.placing import pressable
from tests.e2e.house import Group

WAITS = "I'll message you on your next turn"


def boards(group: Group, person: Person) -> list[Shown]:
    """All that only they see and that has a picture of the table."""
    return [shown for shown in group.private(person) if shown.pictures]


async def lay_out_a_hint(group: Group, person: Person, board: Shown) -> Shown:
    """Press Hint below one's cards and have its first placement laid out; the hint after that."""
    hint = (await person.press(board, "Hint")).message
    await person.press(hint, next(str(press) for press in pressable(hint, LayOut)))
    await group.house.settle()
    return person.sees(hint)


async def test_after_a_hand_with_a_hint_on_every_street_one_message_shows_it(alone: Group):
    ann = alone.people[0]
    await alone.sit_down(computer="steady")
    await alone.deal()
    while alone.house.is_dealt(alone.channel):
        await alone.house.catch_up()
        (board,) = boards(alone, ann)
        assert WAITS not in board.text, "it is Ann's turn"
        hint = await lay_out_a_hint(alone, ann, board)
        assert "Laid out." in hint.text
        assert [button.label for button in hint.buttons] == ["To your cards"]
        (board,) = boards(alone, ann)
        (confirm,) = pressable(board, Confirm)
        await ann.press(board, str(confirm))
        await alone.house.settle()
    await alone.house.catch_up()
    (board,) = boards(alone, ann)
    assert "finished" in board.text
    said = "\n".join(shown.text for shown in alone.private(ann))
    assert WAITS not in said
    assert said.count("finished") == 1


async def test_a_hint_for_cards_that_are_placed_shows_no_second_board(alone: Group):
    ann = alone.people[0]
    await alone.sit_down(computer="steady")
    await alone.deal()
    (board,) = boards(alone, ann)
    hint = (await ann.press(board, "Hint")).message
    await alone.act(ann)
    await alone.house.catch_up()
    await ann.press(hint, next(str(press) for press in pressable(hint, LayOut)))
    assert "This is out of date." in ann.sees(hint).text
    assert len(boards(alone, ann)) == 1


@pytest.mark.parametrize("typed", ["/my hand", "/my place cards:bbbbb"])
async def test_what_is_typed_there_brings_the_one_message_down(alone: Group, typed: str):
    ann = alone.people[0]
    await alone.sit_down(computer="steady")
    await alone.deal()
    (board,) = boards(alone, ann)
    await ann.types(ann.dm, typed)
    await alone.house.settle()
    assert board.message.is_deleted
    (board,) = boards(alone, ann)
    assert board == ann.last(ann.dm)
    assert bool(pressable(board, Confirm)) == ("place" in typed)


async def test_of_two_views_in_the_channel_the_earlier_one_goes(group: Group):
    bob = group.people[1]
    first, second = [(await bob.types(group.channel, "/ofc hand")).message for _ in range(2)]
    await group.house.settle()
    assert first.message.is_deleted
    assert not second.message.is_deleted
    tapped = (await bob.press(second, group.choice(bob)[1])).message
    assert tapped.message is second.message
    assert not second.message.is_deleted, "a tap in it changes it"


async def test_a_view_in_the_channel_follows_and_goes_with_the_next_decision(group: Group):
    ann, bob = group.people
    view = (await bob.types(group.channel, "/ofc hand")).message
    await group.house.settle()
    own = bob.last(bob.dm)
    while final := pressable(bob.sees(view), AcceptWarning, Confirm):
        await bob.press(bob.sees(view), str(final[0]))
    await group.house.settle()
    assert WAITS in bob.sees(view).text
    assert WAITS in bob.sees(own).text
    await group.act(ann)
    await group.house.catch_up()
    assert view.message.is_deleted
    assert len(boards(group, bob)) == 1


async def test_who_plays_on_in_the_direct_message_has_no_other_view_left(group: Group):
    bob = group.people[1]
    view = (await bob.types(group.channel, "/ofc hand")).message
    own = bob.last(bob.dm)
    await bob.press(own, group.choice(bob)[1])
    await group.house.settle()
    assert view.message.is_deleted


@pytest.mark.parametrize("since", ["the hand", "the next deal", "the table"])
async def test_a_hint_that_is_pressed_after_what_it_was_for_shows_no_board(
    alone: Group, since: str
):
    """Once the hand is over, the next one is dealt, or the table is closed."""
    ann = alone.people[0]
    await alone.sit_down(computer="steady")
    await alone.deal()
    (board,) = boards(alone, ann)
    hint = (await ann.press(board, "Hint")).message
    if since == "the table":
        await alone.does(ann, "More, End the game")
        await alone.house.settle()
    if alone.house.is_dealt(alone.channel):
        await alone.play_out()
    if since == "the next deal":
        await alone.deal()
    await alone.house.catch_up()
    before = [shown.message for shown in boards(alone, ann)]
    reply = await ann.press(hint, next(str(press) for press in pressable(hint, LayOut)))
    await alone.house.catch_up()
    assert reply.error == ""
    assert [shown.message for shown in boards(alone, ann)] == before
    assert not ann.sees(hint).pictures
