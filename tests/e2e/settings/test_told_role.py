"""The role that is told of new tables: chosen by the server, notified once for each."""

import pytest

from bot.screens.presses import Join
from bot.screens.settings.menus import ChangeServer
from bot.store import guilds
from discord_standin.model.places import Role
from discord_standin.model.writing import erase
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(3, until="gathered")


@pytest.fixture
def group(group: Group) -> Group:
    """Ann, who has Manage Server, Bob and Mia."""
    group.people[0].join(group.guild, Permission.MANAGE_GUILD)
    return group


@pytest.fixture
def role(group: Group, discord: StandIn) -> Role:
    """A role that Mia has."""
    return discord.world.add_role(group.guild, "Poker", group.people[2].user)


async def page(group: Group) -> Shown:
    """The server's settings as Ann sees them."""
    ann = group.people[0]
    own = (await ann.types(group.channel, "/my settings")).message
    return (await ann.press(own, "Settings of this server")).message


async def choose(group: Group, *roles: Role) -> Shown:
    """Ann chooses the role that is told."""
    reply = await group.people[0].select(await page(group), *roles, menu=str(ChangeServer("told")))
    assert reply.error == ""
    return reply.message


async def opens(group: Group, who: Person) -> None:
    await group.does(who, "/play")
    await group.house.settle()


def pings_in(group: Group, person: Person) -> list[Shown]:
    """What notified somebody in the channel."""
    return [shown for shown in person.pings() if shown.message.channel is group.channel]


async def test_a_new_table_notifies_the_role_once_and_nobody_else(group: Group, role: Role):
    ann, bob, mia = group.people
    await choose(group, role)
    await opens(group, bob)
    (called,) = pings_in(group, mia)
    assert f"<@&{role.id}>, a new table is open. Press Join to play." in called.text
    assert pings_in(group, ann) == []
    await group.press(ann, Join)
    assert "2. Ann" in mia.sees(called).text
    await bob.types(group.channel, "/ofc board")
    await group.house.settle()
    assert group.board(bob).id != called.id
    erase(group.house.discord.world, group.board(bob).message)
    await mia.types(group.channel, "/ofc join")
    await group.house.settle()
    assert "3. Mia" in group.board(bob).text, "another message"
    await group.house.restart()
    await group.house.catch_up()
    assert len(pings_in(group, mia)) == 1, "never again, wherever the lobby is posted"


async def test_tables_in_quick_succession_notify_once_in_ten_minutes(
    group: Group, role: Role, house: House
):
    _ann, bob, mia = group.people
    await choose(group, role)
    for minutes in (0, 9, 2):
        await house.let_pass(60 * minutes)
        await opens(group, bob)
        await group.does(bob, "More, End the game")
        await house.settle()
    assert len(pings_in(group, mia)) == 2


async def test_without_a_role_nobody_is_notified(group: Group, role: Role):
    _ann, bob, mia = group.people
    shown = await choose(group, role)
    assert "This role is notified of new tables" in shown.text
    shown = await choose(group)
    assert "is notified" not in shown.text
    await opens(group, bob)
    assert pings_in(group, mia) == []
    assert "<@&" not in group.board(mia).text


async def test_the_setting_says_when_the_bot_may_not_notify_the_role(
    group: Group, discord: StandIn, house: House
):
    _ann, bob, mia = group.people
    closed = discord.world.add_role(group.guild, "Club", mia.user, is_mentionable=False)
    assert "I can't notify this role." in (await choose(group, closed)).text
    await opens(group, bob)
    assert pings_in(group, mia) == []
    await group.does(bob, "More, End the game")
    await house.let_pass(601)
    discord.world.grant(group.guild, discord.world.bot, Permission.MENTION_EVERYONE)
    await discord.settle()
    assert "I can't notify this role." not in (await choose(group, closed)).text
    await opens(group, bob)
    assert len(pings_in(group, mia)) == 1


async def test_everyone_is_no_such_role(group: Group, house: House):
    ann = group.people[0]
    reply = await ann.select(
        await page(group), group.guild.everyone, menu=str(ChangeServer("told"))
    )
    assert reply.text == "Choose a role that people can leave, not @everyone."
    forged = await ann.forge(await page(group), str(ChangeServer("told")))
    assert forged.error == ""
    with house.read() as db:
        assert guilds.get(db, group.guild.id).told_role_id is None


async def test_a_rematch_calls_those_who_played_and_not_the_role(group: Group, role: Role):
    ann, bob, mia = group.people
    await choose(group, role)
    group.people = [ann, bob]
    await group.sit_down(length="1 hands")
    await group.deal()
    await group.play_out()
    await group.house.let_pass(601)
    before = len(pings_in(group, mia))
    await ann.press(group.board(ann), "Rematch")
    await group.house.settle()
    assert group.house.has_table(group.channel)
    assert len(pings_in(group, mia)) == before == 1
