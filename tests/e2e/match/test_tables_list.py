"""`/ofc tables`: the open tables of a server, for whoever looks for a game."""

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


async def test_everybody_is_told_of_the_tables_of_this_server_that_they_can_see(
    gather, discord: StandIn, house: House
):
    """Those in channels that they can see, and in the threads of these."""
    group: Group = gather(2)
    world, (ann, bob) = discord.world, group.people
    hidden = discord.add_channel(group.guild, "club")
    deny = Overwrite(deny=Permission.VIEW_CHANNEL, is_for_role=True)
    world.overwrite(hidden, group.guild.everyone, deny)
    for user in (ann.user, world.bot):
        world.overwrite(hidden, user, Overwrite(allow=Permission.VIEW_CHANNEL))
    thread = world.add_thread(group.channel, "tonight", ann.user)
    other_server = discord.add_guild("Club")
    ann.join(other_server)
    elsewhere = discord.add_channel(other_server, "late")
    assert "You can't see any open table here" in await listed(ann, group.channel)
    for channel in (hidden, elsewhere):
        await does(house, ann, channel, "/play")
    assert f"<#{hidden.id}>" in await listed(ann, group.channel)
    assert "You can't see any open table here" in await listed(bob, group.channel)
    await does(house, ann, thread, "/play")
    assert f"<#{thread.id}>" in await listed(bob, group.channel)
    assert f"<#{elsewhere.id}>" not in await listed(ann, group.channel)
    assert f"<#{elsewhere.id}>" in await listed(ann, elsewhere)
    (button,) = (await bob.types(group.channel, "/ofc tables")).message.buttons
    (lobby,) = (shown for shown in bob.reads(thread) if shown.buttons)
    assert button.url == f"https://discord.com/channels/{group.guild.id}/{thread.id}/{lobby.id}"
