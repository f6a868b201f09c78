"""`/ofc tables`: the open tables of a server, for whoever looks for a game."""

import pytest

from discord_standin.model.places import Channel, Overwrite
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.doing import does
from tests.e2e.house import Group, House


async def listed(person: Person, channel: Channel) -> str:
    reply = await person.types(channel, "/ofc tables")
    assert reply.message.is_ephemeral
    return reply.text


def beside(group: Group, name: str) -> Group:
    """The same people in another channel of their server."""
    channel = group.house.discord.add_channel(group.guild, name)
    return Group(group.house, group.guild, channel, group.people)


@pytest.fixture
def second(gather) -> Group:
    """Ann, Bob, and another channel of their server."""
    return beside(gather(2), "second")


async def test_without_a_table_the_list_says_how_to_open_one(second: Group):
    assert (await listed(second.people[0], second.channel)).splitlines()[1] == (
        "You can't see any open table here. Open one with /play."
    )


async def test_it_tells_who_sits_where_and_puts_free_seats_first(second: Group, house: House):
    full = beside(second, "full")
    await full.sit_down(seats=2, stake=3)
    await full.deal()
    ann, bob = second.people
    await second.does(ann, "/play variant:classic seats:4")
    await house.settle()
    lea = house.discord.add_person("Lea", second.guild)
    told = (await listed(lea, second.channel)).splitlines()
    assert told[1] == f"**<#{second.channel.id}>** · Classic"
    assert told[2] == "-# rules: Standard · no time limit"
    assert told[3] == "Ann: waiting for the first hand"
    assert told[4] == "3 seats are free: press Join to sit down."
    assert told[5] == f"**<#{full.channel.id}>** · Pineapple"
    assert told[6] == "-# rules: Standard · points ×3 · no time limit"
    assert told[7] == "Ann, Bob: hand 1 is being played"
    assert told[8] == "All seats are taken. Wait for one with /ofc join."
    assert told[-1] == "-# To watch a table, press More below it, then Follow."
    assert "You have a seat here." in await listed(bob, second.channel)
    shown = (await lea.types(second.channel, "/ofc tables")).message
    lobby = second.board(ann)
    assert shown.buttons[0].url == (
        f"https://discord.com/channels/{second.guild.id}/{second.channel.id}/{lobby.id}"
    )
    await lea.types(full.channel, "/ofc join")
    assert "You're on the waiting list." in await listed(lea, second.channel)
    sue = house.discord.add_person("Sue", second.guild)
    assert "Wait for one with /ofc join. 1 person is waiting." in await listed(sue, second.channel)
    await full.play_out()
    assert "Ann, Bob: hand 1 is over" in await listed(lea, second.channel)


async def test_a_channel_that_somebody_cannot_see_stays_unknown_to_them(
    second: Group, discord: StandIn
):
    hidden = beside(second, "club")
    world, ann, bob = discord.world, *second.people
    world.overwrite(
        hidden.channel,
        second.guild.everyone,
        Overwrite(deny=Permission.VIEW_CHANNEL, is_for_role=True),
    )
    world.overwrite(hidden.channel, ann.user, Overwrite(allow=Permission.VIEW_CHANNEL))
    world.overwrite(hidden.channel, world.bot, Overwrite(allow=Permission.VIEW_CHANNEL))
    await hidden.does(hidden.people[0], "/play")
    await hidden.house.settle()
    assert f"<#{hidden.channel.id}>" in await listed(ann, second.channel)
    assert "You can't see any open table here" in await listed(bob, second.channel)


async def test_a_thread_is_as_visible_as_its_channel(second: Group, discord: StandIn, house: House):
    ann, bob = second.people
    thread = discord.world.add_thread(second.channel, "tonight", ann.user)
    await does(house, ann, thread, "/play")
    await house.settle()
    assert f"<#{thread.id}>" in await listed(bob, second.channel)


async def test_another_servers_tables_are_not_told(second: Group, discord: StandIn, house: House):
    ann = second.people[0]
    club = discord.add_guild("Club")
    ann.join(club)
    elsewhere = discord.add_channel(club, "late")
    await does(house, ann, elsewhere, "/play")
    await house.settle()
    assert "can't see any open table" in await listed(ann, second.channel)
    assert f"<#{elsewhere.id}>" in await listed(ann, elsewhere)
