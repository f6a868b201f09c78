"""Whoever takes no direct messages is told of a tournament's start in its channel."""

from itertools import count as numbers

import pytest

from bot.screens.presses import Join
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.trouble import Reset
from tests.e2e import knock_out
from tests.e2e.house import Group, House
from tests.e2e.mains import Moment, MortalHouse
from tests.e2e.reminding import HOUR, MINUTE, be_quiet, choose
from tests.e2e.requests import POST
from tests.e2e.tournaments import plans_start, shows


def calls(group: Group) -> list[Shown]:
    """What the channel was told of the start, oldest first."""
    return [
        shown
        for shown in group.people[0].reads(group.channel)
        if shown.text.startswith("<@") and "The tournament in <#" in shown.text
    ]


def named(call: Shown, group: Group) -> list[str]:
    """The people whom a call names."""
    return [each.user.name for each in group.people if each.mention in call.text]


def heard(person: Person, group: Group) -> int:
    """How many of the calls have notified somebody."""
    told = {shown.message.id for shown in calls(group)}
    return sum(shown.message.id in told for shown in person.pings())


def told(person: Person) -> list[str]:
    return [s.text for s in person.reads(person.dm) if s.text.startswith("The tournament in <#")]


async def open_one(group: Group, starts: str) -> None:
    """Have Ann open a sit-and-go with a time, which all the others join."""
    reply = await group.people[0].types(group.channel, f"/tournament new starts:{starts}")
    await group.house.settle()
    assert "Your tournament is open." in reply.text
    for person in group.people[1:]:
        await group.press(person, Join)


async def test_one_message_names_those_without_direct_messages(gather, house: House):
    group: Group = gather(5)
    ann, bob, mia, tom, zoe = group.people
    await knock_out.opened(group, starts="2h", seats=3)
    for person in group.people[1:]:
        await knock_out.press(group, person, "Join")
    await choose(group, bob, "my.calls", "channel")
    mia.close_dms()
    await choose(group, tom, "my.calls", "channel")
    await be_quiet(group, tom, 0, 8)
    await choose(group, zoe, "my.calls", "none")
    await house.let_pass(2 * HOUR - 16 * MINUTE)
    assert calls(group) == []
    await house.let_pass(2 * MINUTE)
    (call,) = calls(group)
    assert named(call, group) == [each.user.name for each in (bob, mia, tom)]
    assert f"\nThe tournament in <#{group.channel.id}> starts <t:" in call.text
    assert [heard(each, group) for each in group.people] == [0, 1, 1, 0, 0]
    assert [len(told(each)) for each in group.people] == [1, 0, 0, 0, 0]
    reply = await plans_start(ann, group.channel, "3h")
    assert "I'll tell everybody who has joined." in reply.text
    await house.settle()
    moved = calls(group)[-1]
    assert "has another time: <t:" in moved.text
    assert named(moved, group) == named(call, group)
    assert heard(mia, group) == 2
    await house.let_pass(5 * MINUTE)
    assert len(calls(group)) == 2


@pytest.mark.parametrize("trouble", [Reset(), Reset(after=True)], ids=str)
async def test_it_comes_once_and_names_nobody_who_leaves_before_the_next_attempt(
    gather, house: House, trouble: Reset
):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await open_one(group, "2h")
    await choose(group, ann, "my.calls", "none")
    for person in (bob, mia):
        await choose(group, person, "my.calls", "channel")
    await house.let_pass(2 * HOUR - 16 * MINUTE)
    house.discord.fail_next(*POST, trouble)
    await house.let_pass(2 * MINUTE)
    left = await bob.press(await shows(bob, group.channel), "Leave")
    assert left.text == "You've left the table."
    await house.let_pass(31)
    (call,) = calls(group)
    assert named(call, group) == [mia.user.name]
    assert heard(mia, group) == 1


@pytest.mark.house(kind=MortalHouse)
@pytest.mark.parametrize("moment", Moment)
async def test_it_comes_once_whenever_the_bot_is_killed(gather, house: MortalHouse, moment: Moment):
    for write in numbers(1):
        group: Group = gather(3, f"poker-{write}")
        _ann, bob, mia = group.people
        await open_one(group, "2h")
        for person in (bob, mia):
            await choose(group, person, "my.calls", "channel")
        await house.let_pass(2 * HOUR - 16 * MINUTE)
        house.fail_at(write, moment)
        failed = await house.outlast(house.let_pass(2 * MINUTE))
        await house.let_pass(31)
        await house.catch_up()
        (call,) = calls(group)
        assert named(call, group) == [bob.user.name, mia.user.name]
        assert heard(bob, group) == 1
        await group.break_off()
        if not failed:
            assert write > 3
            return
