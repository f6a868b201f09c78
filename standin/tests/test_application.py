"""The application's commands and emojis, as the real client handles them."""

import discord as api
import pytest

from discord_standin.vocabulary import Permission
from standin.tests.testbot import PNG


async def test_a_command_keeps_its_id_when_synced_again(bot):
    before = {command.name: command.id for command in await bot.tree.fetch_commands()}
    bot.tree.remove_command("think")
    await bot.tree.sync()
    after = {command.name: command.id for command in await bot.tree.fetch_commands()}
    assert before.keys() - after.keys() == {"think"}
    assert after.items() < before.items()


async def test_commands_cannot_be_replaced_without_the_entry_point_command(bot, discord):
    discord.enable_activities()
    before = [command["name"] for command in discord.world.commands.of(None)]
    with pytest.raises(api.HTTPException) as refused:
        await bot.tree.sync()
    assert (refused.value.status, refused.value.code) == (400, 50240)
    assert [command["name"] for command in discord.world.commands.of(None)] == before
    assert discord.pardon("50240")


async def test_a_guild_command_is_offered_in_its_guild_alone(bot, discord, guild, channel, ann):
    @api.app_commands.command(description="For friends")
    async def friends(interaction: api.Interaction) -> None:
        await interaction.response.send_message("hello, friends")

    bot.tree.add_command(friends, guild=api.Object(guild.id))
    await bot.tree.sync(guild=api.Object(guild.id))
    assert (await ann.command(channel, "friends")).text == "hello, friends"
    elsewhere = discord.add_channel(discord.add_guild("Others"), "poker")
    ann.join(elsewhere.guild)
    assert "friends" not in [offer.name for offer in ann.commands(elsewhere)]


async def test_commands_of_a_guild_the_bot_is_not_in_cannot_be_set(bot, discord):
    foreign = discord.add_guild("Others", with_bot=False)
    with pytest.raises(api.NotFound) as refused:
        await bot.tree.sync(guild=api.Object(foreign.id))
    assert refused.value.code == 10004


@pytest.mark.usefixtures("bot")
async def test_without_the_permission_no_commands_are_offered(channel, guild, ann):
    assert ann.commands(channel)
    guild.everyone.permissions &= ~Permission.USE_APPLICATION_COMMANDS
    assert ann.commands(channel) == ()


async def test_emojis_are_made_shown_renamed_and_deleted(bot, channel, ann):
    emoji = await bot.create_application_emoji(name="As", image=PNG)
    assert [e.name for e in await bot.fetch_application_emojis()] == ["As"]
    assert await bot.http.get_from_cdn(emoji.url) == PNG
    view = api.ui.LayoutView(timeout=None)
    view.add_item(api.ui.ActionRow(api.ui.Button(emoji=emoji, custom_id="t:more:1")))
    await bot.get_channel(channel.id).send(view=view)
    assert (await ann.press(ann.last(channel), "As")).text == "count 2"
    renamed = await emoji.edit(name="Ah")
    assert renamed.name == "Ah"
    await renamed.delete()
    assert await bot.fetch_application_emojis() == []


@pytest.mark.parametrize(
    ("name", "image", "code"),
    [
        ("A", PNG, "STRING_TYPE_REGEX"),
        ("As♠", PNG, "STRING_TYPE_REGEX"),
        ("Kd", PNG, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        ("As", PNG + bytes(256 * 1024), "BINARY_TYPE_MAX_SIZE"),
    ],
)
async def test_emojis_that_discord_refuses(bot, discord, name, image, code):
    await bot.create_application_emoji(name="Kd", image=PNG)
    with pytest.raises(api.HTTPException) as refused:
        await bot.create_application_emoji(name=name, image=image)
    assert (refused.value.status, refused.value.code) == (400, 50035)
    assert code in str(discord.requests[-1].answer)
    assert discord.pardon("50035")
    discord.violations.clear()


@pytest.mark.usefixtures("bot")
async def test_in_a_guild_without_the_bot_no_commands_are_offered(discord):
    other = discord.add_channel(discord.add_guild("Others"), "poker")
    eve = discord.add_person("Eve", other.guild)
    assert eve.commands(other)
    discord.remove_bot(other.guild)
    assert eve.commands(other) == ()


async def test_the_bot_leaves_a_guild(bot, discord, guild):
    await discord.until(lambda: bot.get_guild(guild.id) is not None)
    await bot.get_guild(guild.id).leave()
    await discord.until(lambda: bot.get_guild(guild.id) is None)
    with pytest.raises(api.NotFound):
        await bot.fetch_guild(guild.id)


async def test_places_and_people_are_fetched(bot, discord, guild, channel, ann):
    fetched = await bot.fetch_guild(guild.id)
    assert (fetched.name, fetched.preferred_locale) == ("Friends", api.Locale.german)
    assert [c.name for c in await fetched.fetch_channels()] == ["poker"]
    assert (await fetched.fetch_member(ann.user.id)).display_name == "Ann"
    assert (await bot.fetch_user(ann.user.id)).name == "ann"
    assert (await bot.fetch_channel(channel.id)).name == "poker"
    assert len(await fetched.fetch_roles()) == 2
    stranger = discord.add_person("Eve")
    for fetch, code in (
        (fetched.fetch_member(stranger.user.id), 10007),
        (bot.fetch_user(1), 10013),
        (bot.fetch_channel(1), 10003),
        (bot.fetch_guild(1), 10004),
    ):
        with pytest.raises(api.NotFound) as refused:
            await fetch
        assert refused.value.code == code
