"""Who wants no direct messages, or gets none, is called in the channel, or not at all."""

from sandbox.placing import placing_message
from tests.e2e.house import Group, House
from tests.e2e.reminding import DAY, HOUR, begin, calls, cards, choose, count, passes


async def test_for_who_is_called_in_the_channel_cards_are_behind_the_button(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    await choose(group, bob, "my.calls", "channel")
    await begin(group, "12h")
    assert bob.reads(bob.dm) == []
    (call,) = calls(group, bob)
    assert bob.pings()[-1] == call
    heard = count(bob)
    await passes(house, 6 * HOUR + 60)
    (again,) = calls(group, bob)
    assert call.message.is_deleted, "the previous call is removed"
    assert "Half of your time is gone" in again.text
    assert "<t:" in again.text
    assert count(bob) == heard + 1
    reply = await bob.press(again, "My cards")
    assert placing_message(bob, group.channel) == reply.message
    assert not any(b.label == "Try direct messages again" for b in reply.message.buttons)
    await group.act(bob)
    assert calls(group, bob) == []
    assert "your cards are placed" in bob.sees(reply.message).text


async def test_who_plays_on_alone_is_not_called_street_after_street(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await choose(group, ann, "my.calls", "channel")
    await begin(group)
    await group.act(bob)
    heard = count(ann)
    asked = (await bob.types(group.channel, "/ofc leave")).message
    await bob.press(asked, "Leave")
    await house.settle()
    for letters in ("fmmbb", "bbx", "mmx"):
        placed = await ann.types(group.channel, f"/ofc place cards:{letters}!")
        assert placed.text == "Placed."
        await house.settle()
        assert len(calls(group, ann)) == 1
        assert count(ann) == heard


async def test_a_reminder_of_an_earlier_street_is_forgotten(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await choose(group, bob, "my.calls", "channel")
    await begin(group)
    await passes(house, DAY + 60)
    await bob.press(calls(group, bob)[0], "My cards")
    await group.act(bob)
    await group.act(ann)
    heard, (call,) = count(bob), calls(group, bob)
    assert "for a day" not in call.text
    await ann.types(group.channel, "/ofc board")
    await house.settle()
    assert calls(group, bob) == [call]
    assert count(bob) == heard


async def test_a_change_of_mind_in_mid_hand_changes_the_way_of_calling(gather):
    group: Group = gather(2)
    bob = await begin(group)
    await choose(group, bob, "my.calls", "channel")
    assert cards(bob) == []
    assert len(calls(group, bob)) == 1
    await choose(group, bob, "my.calls", "dm")
    assert len(cards(bob)) == 1
    assert calls(group, bob) == []
    await choose(group, bob, "my.calls", "none")
    assert (cards(bob), calls(group, bob)) == ([], [])
    assert (await bob.types(group.channel, "/ofc hand")).message.buttons
    assert group.house.is_dealt(group.channel)


async def test_none_is_called_nowhere_and_never(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    await choose(group, bob, "my.calls", "none")
    heard = count(bob)
    await begin(group)
    await passes(house, 3 * DAY)
    assert count(bob) == heard
    reply = await bob.press(group.board(bob), "My cards")
    assert placing_message(bob, group.channel) == reply.message
    await group.act(bob)
    await group.act(group.people[0])
    assert placing_message(bob, group.channel) is not None, "the next street as well"
    await group.play_out()
    assert count(bob) == heard


async def test_whoever_chooses_direct_messages_again_is_written_to_again(gather):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await begin(group)
    shown = (await bob.types(group.channel, "/my settings")).message
    assert "Discord doesn't let me message you" in shown.text
    bob.open_dms()
    await choose(group, bob, "my.calls", "dm")
    assert len(cards(bob)) == 1
    assert calls(group, bob) == []


async def test_with_closed_messages_the_reminder_is_in_the_channel(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await begin(group, "12h")
    heard = count(bob)
    await passes(house, 6 * HOUR + 60)
    assert count(bob) == heard + 1
    assert "Half of your time is gone" in calls(group, bob)[0].text


async def test_simultaneous_streets_remind_each_once(gather, house: House):
    group: Group = gather(3)
    for person in group.people:
        await choose(group, person, "my.calls", "channel")
    await begin(group, "12h", options="deal_mode=simultaneous")
    assert [count(person) for person in group.people] == [1, 1, 1]
    await passes(house, 6 * HOUR + 60)
    assert [count(person) for person in group.people] == [2, 2, 2]
    await group.people[0].types(group.channel, "/ofc place cards:fmmbb!")
    await house.settle()
    assert [count(person) for person in group.people] == [2, 2, 2], "that Bob is done is no news"


async def test_the_list_of_games_says_how_long_is_left(gather):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    reply = await bob.types(group.channel, "/my games")
    assert "**your turn**, time runs out <t:" in reply.text
    reply = await group.people[0].types(group.channel, "/my games")
    assert f"waiting for {bob.mention}, time runs out <t:" in reply.text
