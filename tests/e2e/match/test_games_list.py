"""`/my games`: one's tables in all servers, and the way from one to the next."""

from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from tests.e2e.house import Group, House


async def games(group: Group, who: int) -> list[str]:
    reply = await group.people[who].types(group.channel, "/my games")
    assert reply.message.is_ephemeral
    return reply.text.splitlines()


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


async def test_after_a_placement_by_taps_or_typed_a_button_leads_to_the_next_table(
    gather, discord: StandIn, house: House, guild: Guild
):
    group: Group = gather(2)
    bob = group.people[1]
    second, third = (discord.add_channel(guild, name) for name in ("second", "third"))
    others = [Group(house, guild, channel, group.people) for channel in (second, third)]
    for table in (group, *others):
        await table.sit_down()
        await table.deal()
    await group.act(bob)
    links = [b.label for s in bob.reads(bob.dm) for b in s.buttons if b.url]
    assert links == ["Your turn at another table"]
    reply = await bob.types(second, "/ofc place cards:fmmbb!")
    assert reply.text.startswith("Placed.")
    assert [b.label for b in reply.message.buttons] == ["Your turn at another table"]
