"""`/my games`: one's tables in all servers, and the way from one to the next."""

import pytest

from bot.screens.presses import Ready
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK, set_all


async def games(group: Group, who: int) -> list[str]:
    reply = await group.people[who].types(group.channel, "/my games")
    assert reply.message.is_ephemeral
    return reply.text.splitlines()


async def test_without_a_seat_the_list_says_how_to_get_one(gather):
    assert (await games(gather(1), 0))[1:] == [
        "You don't have a seat at any table. Open one with /play in a channel."
    ]


async def test_games_that_wait_for_me_come_first_with_a_link(
    gather, discord: StandIn, house: House
):
    group: Group = gather(2)
    club = discord.add_guild("Club")
    for person in group.people:
        person.join(club)
    other = Group(house, club, discord.add_channel(club, "late"), group.people)
    await group.sit_down()
    await group.deal()
    await other.sit_down()
    lines = await games(group, 1)
    assert lines[1] == f"**<#{group.channel.id}>**"
    assert lines[2] == "hand 1, street 1 of 5: **your turn**"
    assert lines[4] == "waiting for the first hand"
    bob = group.people[1]
    shown = (await bob.types(group.channel, "/my games")).message
    assert shown.buttons[0].url == (
        f"https://discord.com/channels/@me/{bob.dm.id}/{bob.reads(bob.dm)[-2].id}"
    )
    assert f"/{club.id}/{other.channel.id}/" in shown.buttons[1].url
    assert (await games(group, 0))[4] == f"hand 1, street 1 of 5: waiting for {bob.mention}"


@pytest.fixture
async def waited_for(gather, discord: StandIn, house: House, guild: Guild) -> Group:
    """Two people at two tables, at both of which Bob is to act; this is the first."""
    group: Group = gather(2)
    other = Group(house, guild, discord.add_channel(guild, "second"), group.people)
    for table in (group, other):
        await table.sit_down()
        await table.deal()
    return group


async def test_after_a_placement_a_button_leads_to_the_next_table(waited_for: Group):
    group, bob = waited_for, waited_for.people[1]
    await group.act(bob)
    links = [b for s in bob.reads(bob.dm) for b in s.buttons if b.url]
    assert [button.label for button in links] == ["Your turn at another table"]


async def test_a_typed_placement_leads_to_the_next_table_too(waited_for: Group):
    group, bob = waited_for, waited_for.people[1]
    reply = await bob.types(group.channel, "/ofc place cards:fmmbb!")
    assert reply.text.startswith("Placed.")
    assert [b.label for b in reply.message.buttons] == ["Your turn at another table"]


async def test_between_two_hands_it_says_who_has_to_press_ready(gather):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down(**QUICK, next_hand="600")
    await group.deal()
    await set_all(group)
    asked = (await games(group, 0))[2]
    assert asked.startswith("hand 1 is over: **press Ready**, the next comes at the latest <t:")
    await group.press(ann, Ready)
    assert (await games(group, 0))[2] == "hand 1 is over: waiting for Bob"
    await group.does(bob, "More, Sit out")
    assert (await games(group, 0))[2] == "hand 1 is over", "the table is paused"
