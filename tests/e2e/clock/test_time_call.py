"""R11.2: at a table without a clock any opponent may call time; the player has 30 seconds."""

import pytest

from discord_standin.people.person import Person
from sandbox.placing import placing_message
from tests.e2e.computers import add
from tests.e2e.house import Group, House
from tests.e2e.reminding import be_quiet, begin, calls, cards, choose, count, passes


async def call(group: Group, person: Person, *, offered: bool = True) -> str:
    first = "Call time" if offered else "!Call time"
    reply = await group.does(person, f"More, {first}, Call time")
    await group.house.settle()
    return reply.text


async def test_the_player_is_told_anew_and_has_30_seconds(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group)
    heard = count(bob)
    assert "Time has been called. Bob: place by <t:" in await call(group, group.people[0])
    assert count(bob) == heard + 1
    (shown,) = cards(bob)
    assert "Ann has called time: you have 30 seconds. When your time is up, I place" in shown.text
    assert "Your time runs out <t:" in shown.text
    assert "time runs out <t:" in group.board(bob).text, "everybody sees it"
    await passes(house, 28)
    assert cards(bob), "a second is left"
    await passes(house, 4)
    assert cards(bob) == []
    assert placing_message(group.people[0], group.channel) is not None
    assert "time runs out" not in group.board(bob).text, "the next one has no limit"
    await passes(house, 3600)
    assert placing_message(group.people[0], group.channel) is not None


async def test_r11_1_dead_kills_the_hand_when_called_time_is_up(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group, options="time_out=dead")
    await call(group, group.people[0])
    assert "your hand is dead" in cards(bob)[0].text
    await passes(house, 31)
    running = house.table(group.channel).running
    assert running is not None
    assert running.hand.seats[0].is_done


async def test_whoever_acts_in_time_loses_nothing(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group)
    await call(group, group.people[0])
    await group.act(bob)
    await passes(house, 60)
    assert placing_message(group.people[0], group.channel) is not None
    assert house.table(group.channel).deadlines == {}


async def test_time_is_called_once(gather, house: House):
    group: Group = gather(3)
    bob = await begin(group)
    await call(group, group.people[0])
    heard, due = count(bob), house.table(group.channel).deadlines
    await passes(house, 10)
    assert await call(group, group.people[2]) == "Time has already been called."
    assert (count(bob), house.table(group.channel).deadlines) == (heard, due)


async def test_the_button_asks_first(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await begin(group)
    await group.act(bob)
    shown = bob.last(bob.dm)
    question = await bob.press(shown, "Call time")
    assert "Ann will have 30 seconds. After that I place their cards." in question.text
    assert house.table(group.channel).deadlines == {}
    reply = await bob.press(question.message, "Call time")
    await house.settle()
    assert "Time has been called. Ann: place by" in bob.sees(reply.message).text
    assert "Bob has called time" in cards(ann)[0].text


async def test_a_question_answered_when_the_hand_has_moved_on_does_nothing(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await begin(group)
    await group.act(bob)
    question = await bob.press(bob.last(bob.dm), "Call time")
    await group.act(mia)
    reply = await bob.press(question.message, "Call time")
    assert "The hand has moved on" in reply.text
    assert house.table(group.channel).deadlines == {}
    assert cards(ann)


async def test_only_an_opponent_who_waits_may_call_time(gather, discord, house: House, guild):
    group: Group = gather(2)
    bob = await begin(group)
    assert await call(group, bob, offered=False) == "Place your own cards first."
    kim = discord.add_person("Kim", guild)
    assert "You aren't in this hand" in await call(group, kim, offered=False)
    assert house.table(group.channel).deadlines == {}


async def test_with_a_clock_there_is_no_time_call(gather):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    assert await call(group, group.people[0], offered=False) == "This table already has a clock."
    await group.act(bob)
    assert not any(b.label == "Call time" for b in bob.last(bob.dm).buttons)


async def test_no_hand_no_time_call(gather):
    group: Group = gather(2)
    await group.sit_down()
    assert "No hand is being played" in await call(group, group.people[0], offered=False)


async def test_the_host_may_switch_time_calls_off(gather):
    group: Group = gather(2)
    ann, bob = group.people
    await begin(group)
    await choose(group, ann, "table.time", "no")
    assert "turned off time calls" in await call(group, ann, offered=False)
    await group.act(bob)
    assert not any(b.label == "Call time" for b in bob.last(bob.dm).buttons)
    await choose(group, ann, "table.time", "yes")
    assert "Time has been called" in await call(group, bob)


async def test_nobody_is_called_in_quiet_hours(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group)
    await be_quiet(group, bob, 0, 8)
    assert await call(group, group.people[0]) == "Bob has quiet hours now. Call time later."
    assert house.table(group.channel).deadlines == {}


@pytest.mark.parametrize("way", ["channel", "none"])
async def test_without_direct_messages_the_player_is_told_in_the_channel(gather, way: str):
    """Even those who want no calls: here an opponent calls time, and it costs them their turn."""
    group: Group = gather(2)
    bob = group.people[1]
    await choose(group, bob, "my.calls", way)
    await begin(group)
    await call(group, group.people[0])
    (told,) = calls(group, bob)
    assert bob.pings()[-1] == told
    assert "Ann has called time" in told.text


async def test_simultaneous_streets_call_all_who_are_left(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await begin(group, options="deal_mode=simultaneous")
    assert await call(group, ann, offered=False) == "Place your own cards first."
    await group.act(ann)
    assert "Bob, Mia: place by" in await call(group, ann)
    await passes(house, 31)
    running = house.table(group.channel).running
    assert running is not None
    assert running.hand.street == 1
    assert (cards(bob), cards(mia)) != ([], []), "the next street"


async def test_called_time_outlives_a_restart_and_is_nobodys_loss(gather, house: House):
    group: Group = gather(2)
    bob = await begin(group)
    await call(group, group.people[0])
    await house.stop()
    house.discord.advance(3600)
    await house.start()
    await passes(house, 0)
    assert cards(bob), "the bot was away, Bob loses nothing"
    await passes(house, 31)
    assert cards(bob) == []


async def test_against_computers_alone_there_is_nobody_to_call(gather):
    group: Group = gather(1)
    (ann,) = group.people
    await group.sit_down()
    await add(group, "steady")
    await group.deal()
    await group.act(ann)
    assert not any(b.label == "Call time" for b in ann.last(ann.dm).buttons)
