"""Where people begin: `/help`, a message to the bot, and what it says in a server it has joined."""

import re

import pytest

from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House

WAYS = ["Play", "Learn in two minutes", "Today's deal"]


def labels(shown: Shown) -> list[str]:
    return [button.label for button in shown.buttons]


def of_bot(discord: StandIn, person: Person, where: Channel) -> list[Shown]:
    bot = discord.world.bot.display_name
    return [shown for shown in person.reads(where) if shown.author == bot]


@pytest.fixture
def ann(discord: StandIn, guild: Guild) -> Person:
    return discord.add_person("Ann", guild)


@pytest.fixture
def channel(discord: StandIn, guild: Guild) -> Channel:
    return discord.add_channel(guild, "poker")


# --- /help ----------------------------------------------------------------------------------


async def test_help_in_a_server_has_every_command_to_be_tapped(
    ann: Person, channel: Channel, house: House
):
    shown = (await ann.types(channel, "/help")).message
    await house.settle()
    assert shown.is_ephemeral
    assert labels(shown) == [*WAYS, "Add me to a server"]
    assert {name for name, _ in shown.commands} == {o.name for o in ann.commands(channel)}


async def test_a_table_is_open_after_one_tap(ann: Person, channel: Channel, house: House):
    shown = (await ann.types(channel, "/help")).message
    assert "Your table is open" in (await ann.press(shown, "Play")).text
    await house.settle()
    assert house.has_table(channel)


async def test_the_lessons_and_the_deal_of_the_day_are_one_tap_away(
    ann: Person, channel: Channel, house: House
):
    shown = (await ann.types(channel, "/help")).message
    assert "I've sent you a message" in (await ann.press(shown, WAYS[1])).text
    assert "### Daily deal" in (await ann.press(shown, WAYS[2])).text
    await house.settle()


async def test_in_direct_messages_it_offers_what_can_be_done_there(ann: Person, house: House):
    shown = (await ann.types(ann.dm, "/help")).message
    await house.settle()
    assert labels(shown) == ["Play the computer", *WAYS[1:], "Add me to a server"]
    assert "To play with others, type /play in a channel of a server." in shown.text
    assert {name for name, _ in shown.commands} == {o.name for o in ann.commands(ann.dm)}


async def test_where_the_bot_may_not_play_it_says_what_it_needs(
    discord: StandIn, ann: Person, channel: Channel, house: House
):
    shown = (await ann.types(channel, "/help")).message
    discord.deny_bot(channel, Permission.ATTACH_FILES)
    assert "I still need: Attach Files." in (await ann.press(shown, "Play")).text
    await house.settle()
    assert not house.has_table(channel)


# --- messages to the bot ----------------------------------------------------------------------


async def test_who_writes_to_the_bot_is_told_where_to_begin(
    discord: StandIn, ann: Person, house: House
):
    ann.says(ann.dm, "hi")
    await house.settle()
    (answer,) = of_bot(discord, ann, ann.dm)
    assert labels(answer)[1:3] == WAYS[1:]
    ann.says(ann.dm, "are you there?")
    await house.settle()
    assert of_bot(discord, ann, ann.dm) == [answer], "they have it before them"
    await house.let_pass(11)
    ann.says(ann.dm, "help")
    await house.settle()
    assert len(of_bot(discord, ann, ann.dm)) == 2


async def test_they_are_answered_in_their_language(discord: StandIn, guild: Guild, house: House):
    max_ = discord.add_person("Max", guild, locale="de")
    await max_.types(max_.dm, "/my games")
    max_.says(max_.dm, "Hilfe")
    await house.settle()
    assert labels(of_bot(discord, max_, max_.dm)[-1])[2] == "Deal von heute"


async def test_who_mentions_the_bot_is_answered_and_nobody_else(
    discord: StandIn, ann: Person, channel: Channel, house: House
):
    ann.says(channel, "Shall we play a hand?")
    await house.settle()
    assert of_bot(discord, ann, channel) == []
    ann.says(channel, f"<@{discord.world.bot.id}> how?")
    await house.settle()
    (answer,) = of_bot(discord, ann, channel)
    assert labels(answer)[:3] == WAYS
    assert (await ann.press(answer, "Play")).message.is_ephemeral
    await house.settle()
    assert house.has_table(channel)


async def test_where_it_may_not_write_it_goes_on(
    discord: StandIn, ann: Person, channel: Channel, house: House
):
    discord.deny_bot(channel, Permission.SEND_MESSAGES)
    ann.says(channel, f"<@{discord.world.bot.id}> hello")
    await house.settle()
    assert of_bot(discord, ann, channel) == []
    assert (await ann.types(channel, "/help")).message.is_ephemeral


# --- a server that it has joined --------------------------------------------------------------


def joins(discord: StandIn, *names: str) -> tuple[Guild, list[Channel], Person]:
    """A server with some channels, and somebody who manages it; the bot is not there yet."""
    guild = discord.add_guild("New", with_bot=False)
    channels = [discord.add_channel(guild, name) for name in names]
    host = discord.add_person("Kim", guild, permissions=Permission.MANAGE_GUILD)
    return guild, channels, host


@pytest.mark.house(greets=True)
async def test_a_server_is_greeted_once_where_the_system_writes(discord: StandIn, house: House):
    guild, (first, second), kim = joins(discord, "rules", "general")
    guild.system_channel = second
    discord.add_bot(guild)
    await house.settle()
    (shown,) = of_bot(discord, kim, second)
    assert labels(shown) == ["Open a table", "Learn", "Set up"]
    assert [name for name, _ in shown.commands] == ["help"]
    assert of_bot(discord, kim, first) == []
    await house.restart()
    discord.remove_bot(guild)
    discord.add_bot(guild)
    await house.settle()
    assert of_bot(discord, kim, second) == [shown]
    assert "Step 1 of" in (await kim.press(shown, "Set up")).text
    assert "Your table is open" in (await kim.press(shown, "Open a table")).text
    await house.settle()
    assert house.has_table(second)


@pytest.mark.house(greets=True)
async def test_without_such_a_channel_it_is_the_first_where_the_bot_may_write(
    discord: StandIn, house: House
):
    guild, (first, second), kim = joins(discord, "rules", "general")
    discord.deny_bot(first, Permission.SEND_MESSAGES)
    discord.add_bot(guild)
    await house.settle()
    assert [len(of_bot(discord, kim, each)) for each in (first, second)] == [0, 1]


@pytest.mark.house(greets=True)
async def test_where_it_may_write_nowhere_it_says_nothing(discord: StandIn, house: House):
    guild, (first,), kim = joins(discord, "rules")
    discord.deny_bot(first, Permission.SEND_MESSAGES)
    discord.add_bot(guild)
    await house.settle()
    assert of_bot(discord, kim, first) == []


@pytest.mark.house(greets=True)
async def test_a_server_that_added_it_while_it_was_away_is_greeted_when_it_comes(
    discord: StandIn, house: House
):
    await house.stop()
    guild, (channel,), kim = joins(discord, "general")
    discord.add_bot(guild)
    old, (quiet,), _ = joins(discord, "general")
    discord.add_bot(old)
    old.members[discord.world.bot.id].joined -= 2 * 24 * 3600
    await house.start()
    assert len(of_bot(discord, kim, channel)) == 1
    assert of_bot(discord, discord.add_person("Ann", old), quiet) == []


# --- commands that can be tapped --------------------------------------------------------------


async def test_a_sentence_that_names_a_command_has_it_to_be_tapped(gather, house: House):
    group: Group = gather(1)
    shown = (await group.people[0].types(group.channel, "/ofc board")).message
    assert re.fullmatch(
        r"There's no table in this channel\. Open one with /\w+( new)?\.", shown.text
    )
    assert len(shown.commands) == 1
    await house.restart()
    again = (await group.people[0].types(group.channel, "/ofc board")).message
    assert again.commands == shown.commands, "the ids are known after a restart"


async def test_in_direct_messages_what_is_not_offered_there_is_only_named(
    ann: Person, channel: Channel, house: House
):
    shown = (await ann.types(ann.dm, "/my hand")).message
    assert [name for name, _ in shown.commands] == ["my games"]
    await ann.types(channel, "/play")
    page = (await ann.types(ann.dm, "/privacy")).message
    asked = (await ann.press(page, "Forget me")).message
    shown = (await ann.press(asked, "Forget me")).message
    await house.settle()
    assert "with /ofc leave" in shown.text
    assert shown.commands == ()


async def test_as_long_as_discord_takes_no_commands_their_names_are_shown(
    ann: Person, channel: Channel, house: House
):
    assert house.bot is not None
    house.bot.command_mentions = type(house.bot.command_mentions)()
    shown = (await ann.types(channel, "/ofc board")).message
    await house.settle()
    assert "Open one with /" in shown.text
    assert shown.commands == ()
