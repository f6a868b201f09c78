"""Where commands are offered: in servers, in direct messages, in people's menus, on their own."""

import pytest

from discord_standin.people.errors import CannotDoError
from discord_standin.vocabulary import Permission

pytestmark = pytest.mark.usefixtures("bot")


def names(person, where):
    return [offer.name for offer in person.commands(where)]


async def test_a_command_from_somebodys_menu_is_run_on_them(ann, bob, channel):
    assert ann.menu_of_others(channel) == ["Greet"]
    reply = await ann.uses(channel, "Greet", on=bob)
    assert reply.text == "Hello Bob!"
    assert bob.reads(channel) == [reply.message]


async def test_it_is_no_slash_command_and_not_offered_where_it_does_not_belong(ann, bob, channel):
    assert "Greet" not in names(ann, channel)
    with pytest.raises(CannotDoError, match="the menu has: Greet"):
        await ann.uses(channel, "Insult", on=bob)
    assert ann.menu_of_others(ann.dm) == []
    with pytest.raises(CannotDoError, match="the menu has: none"):
        await ann.uses(ann.dm, "Greet", on=bob)


async def test_whoever_installs_the_app_has_some_commands_where_the_bot_is_not(discord):
    elsewhere = discord.add_channel(discord.add_guild("Elsewhere", with_bot=False), "general")
    eve = discord.add_person("Eve", elsewhere.guild)
    assert names(eve, elsewhere) == []
    eve.install_app()
    assert names(eve, elsewhere) == ["anywhere"], "those for a server need the bot in it"
    assert eve.menu_of_others(elsewhere) == []
    reply = await eve.command(elsewhere, "anywhere")
    assert reply.text == "[False, True] True"
    assert reply.message.is_ephemeral


async def test_where_both_have_it_the_bot_is_told_so(ann, channel):
    assert (await ann.command(channel, "anywhere")).text == "[True, False] True"
    ann.install_app()
    assert (await ann.command(channel, "anywhere")).text == "[True, True] True"


async def test_in_direct_messages_it_is_there_for_everybody(ann):
    assert "anywhere" in names(ann, ann.dm)
    assert "game new" not in names(ann, ann.dm)


async def test_in_group_messages_only_who_has_installed_it_has_it(discord, ann, bob):
    group = discord.add_group("Trip", ann, bob)
    ann.install_app()
    assert (names(ann, group), names(bob, group)) == (["anywhere"], [])
    reply = await ann.command(group, "anywhere")
    assert reply.text == "[False, True] True"
    assert bob.reads(group) == []


async def test_without_the_permission_for_commands_there_are_none(discord, guild, channel, ann):
    ann.install_app()
    discord.world.grant(guild, ann.user, Permission(0))
    guild.everyone.permissions &= ~Permission.USE_APPLICATION_COMMANDS
    assert names(ann, channel) == []
