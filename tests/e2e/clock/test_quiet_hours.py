"""In quiet hours nothing notifies a player; what they have missed they hear afterwards."""

import pytest

from discord_standin.standin import StandIn
from tests.e2e.house import Group, House
from tests.e2e.reminding import HOUR, be_quiet, begin, calls, cards, choose, count, passes


def until_the_hour(discord: StandIn) -> float:
    """Seconds until the clock strikes."""
    return HOUR - discord.clock.now() % HOUR


async def test_in_quiet_hours_the_cards_come_silently_and_notify_when_they_end(
    gather, house: House, discord: StandIn
):
    group: Group = gather(2)
    bob = group.people[1]
    heard = count(bob)
    await be_quiet(group, bob, 0, 8)
    await begin(group)
    assert len(cards(bob)) == 1, "they are there"
    assert count(bob) == heard
    await passes(house, 6 * HOUR + until_the_hour(discord))
    assert count(bob) == heard
    await passes(house, HOUR + 1)
    assert count(bob) == heard + 1
    assert len(cards(bob)) == 1


async def test_whoever_acts_in_quiet_hours_hears_nothing_when_they_end(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    await be_quiet(group, bob, 0, 8)
    await begin(group)
    heard = count(bob)
    await group.act(bob)
    await passes(house, 9 * HOUR)
    assert count(bob) == heard


@pytest.mark.parametrize("way", ["closed", "channel"])
async def test_in_the_channel_the_player_is_named_but_not_notified(
    gather, house: House, discord: StandIn, way: str
):
    group: Group = gather(2)
    bob = group.people[1]
    if way == "closed":
        bob.close_dms()
    else:
        await choose(group, bob, "my.calls", "channel")
    await be_quiet(group, bob, 0, 8)
    await begin(group)
    assert len(calls(group, bob)) == 1
    assert bob.pings() == []
    await passes(house, 7 * HOUR + until_the_hour(discord) + 1)
    assert bob.pings() == calls(group, bob)


async def test_others_are_notified_by_the_same_message(gather, house: House, discord: StandIn):
    group: Group = gather(3)
    ann, bob, mia = group.people
    for person in group.people:
        await choose(group, person, "my.calls", "channel")
    await be_quiet(group, bob, 0, 8)
    await begin(group, options="deal_mode=simultaneous")
    assert [count(person) for person in (ann, bob, mia)] == [1, 0, 1]
    await passes(house, 7 * HOUR + until_the_hour(discord) + 1)
    assert [count(person) for person in (ann, bob, mia)] == [1, 1, 1], "the others know already"
    for person in (bob, ann):
        await person.types(group.channel, "/ofc place cards:fmmbb!")
        await house.settle()
    assert [count(person) for person in (ann, bob, mia)] == [1, 1, 1], "their going is no news"


async def test_a_reminder_waits_for_the_end_of_quiet_hours(gather, house: House, discord: StandIn):
    group: Group = gather(2)
    bob = await begin(group, "24h")
    await be_quiet(group, bob, 11, 15)
    heard = count(bob)
    await passes(house, 13 * HOUR)
    assert count(bob) == heard, "half time, but quiet"
    await passes(house, HOUR + until_the_hour(discord) + 1)
    assert count(bob) == heard + 1
    assert "Half of your time is gone" in cards(bob)[0].text


async def test_the_clock_runs_on_in_quiet_hours_and_the_last_reminder_comes_before(
    gather, house: House, discord: StandIn
):
    group: Group = gather(2)
    bob = await begin(group, "12h")
    heard = count(bob)
    assert "clocks keep running" in await be_quiet(group, bob, 2, 14)
    before_quiet = HOUR + until_the_hour(discord)
    await passes(house, before_quiet - 15 * 60 - 5)
    assert count(bob) == heard
    await passes(house, 10)
    assert count(bob) == heard + 1
    assert "the last reminder" in cards(bob)[0].text
    await passes(house, 12 * HOUR - before_quiet + 15 * 60)
    assert cards(bob) == [], "it was placed for Bob"
    assert count(bob) == heard + 1


async def test_what_cannot_be_is_refused_and_changes_nothing(gather):
    group: Group = gather(1)
    (ann,) = group.people
    for typed, why in (
        ("quiet_hours:22-8", "Add your time zone"),
        ("quiet_hours:late time_zone:Europe/Berlin", "Write quiet hours as 22-8"),
        ("quiet_hours:8-22 time_zone:Europe/Berlin", "1 to 12 hours long"),
        ("quiet_hours:22-8 time_zone:Atlantis", "I don't know this time zone"),
    ):
        assert why in (await ann.types(group.channel, f"/my settings {typed}")).text
        assert "You don't have quiet hours" in (await ann.types(group.channel, "/my settings")).text


async def test_time_zones_are_suggested_with_the_time_it_is_there(gather):
    group: Group = gather(1)
    offers = await group.people[0].complete(group.channel, "my settings", time_zone="tokyo")
    assert [offer.value for offer in offers] == ["Asia/Tokyo"]
    assert offers[0].name.startswith("Asia/Tokyo, ")
    everything = await group.people[0].complete(group.channel, "my settings", time_zone="")
    assert len(everything) == 25
