"""R11.2: at a table without a clock any opponent may call time; the player has 30 seconds."""

import pytest

from discord_standin.people.person import Person
from sandbox.placing import placing_message
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
