"""Who takes no direct messages is called in the channel when their group waits for them."""

from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.duplicates import DAY, Eyes, begun, place
from tests.e2e.house import Group, House
from tests.e2e.reminding import HOUR, choose


def calls(group: Group) -> list[Shown]:
    """The calls in the tournament's channel."""
    shown = group.people[0].reads(group.channel)
    return [s for s in shown if not s.is_ephemeral and "it's your turn" in s.text]


def named(call: Shown, group: Group) -> list[str]:
    return [each.name for each in group.people if each.mention in call.text]


async def take_no_messages(group: Group, bob: Person, mia: Person, tom: Person) -> None:
    """Bob wants calls in the channel, Mia has closed her direct messages, Tom wants no calls."""
    await choose(group, bob, "my.calls", "channel")
    mia.close_dms()
    await choose(group, tom, "my.calls", "none")


async def test_a_round_calls_each_group_and_reminds_it(gather, house: House):
    group: Group = gather(5)
    _ann, bob, mia, tom, _kim = group.people
    eve = house.discord.add_person("Eve", group.guild)
    await take_no_messages(group, bob, mia, tom)
    await begun(group, rounds=2, hands=1)
    eyes = Eyes(group, eve)
    called = [name for call in calls(group) for name in named(call, group)]
    assert sorted(called) == sorted([bob.name, mia.name])
    assert bob.pings()
    assert len(mia.pings()) == 1, "though others of the group may have been called before"
    assert tom.pings() == []
    heard = [len(person.pings()) for person in (bob, mia)]
    await house.let_pass(DAY + HOUR)
    assert "Half of your time is gone." in calls(group)[-1].text
    assert [len(person.pings()) for person in (bob, mia)] == [each + 1 for each in heard]
    call = next(call for call in calls(group) if bob.name in named(call, group))
    assert "You don't have a seat" in (await eve.press(call, "My cards")).text
    assert "place 13 cards" in (await bob.press(call, "My cards")).text
    for person in (bob, mia):
        await place(group, person)
    assert calls(group) == []
    assert eyes.leaks == []
    await place(group, *group.people)
    await house.let_pass(60)
    again = [name for call in calls(group) for name in named(call, group)]
    assert sorted(again) == sorted([bob.name, mia.name]), "the next round has begun"
    await place(group, *group.people)
    await house.let_pass(60)
    assert calls(group) == []
