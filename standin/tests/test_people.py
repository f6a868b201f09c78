"""What people do reaches the bot, and what the bot does reaches people."""

import asyncio

import pytest

from discord_standin.people.errors import CannotDoError
from discord_standin.vocabulary import CallbackType, Permission

pytestmark = pytest.mark.usefixtures("bot")


def names(offers):
    return [offer.name for offer in offers]


# --- commands -------------------------------------------------------------------------------


async def test_a_command_is_answered_with_a_message_for_all(ann, bob, channel):
    reply = await ann.command(channel, "show")
    assert reply.how is CallbackType.MESSAGE
    assert reply.error == ""
    assert reply.text == "count 0"
    assert [button.label for button in reply.message.buttons] == ["more", "quiet"]
    assert bob.reads(channel) == [reply.message]


async def test_option_values_of_every_type_and_both_locales_arrive(ann, bob, channel):
    options = {"rules": "german", "seats": 2, "ranked": True, "rival": ann, "where": channel}
    reply = await bob.command(channel, "game new", kind="Pineapple", **options)
    assert reply.text == "p german 2 True ann poker fr de"


async def test_a_choice_is_sent_by_its_value_whether_named_by_words_or_value(ann, channel):
    for kind in ("Pineapple", "p"):
        reply = await ann.command(channel, "game new", kind=kind)
        assert reply.text.startswith("p standard 3")


@pytest.mark.parametrize(
    ("typed", "options", "why"),
    [
        ("deal", {}, "/deal is not offered here; the commands are: /show"),
        ("game", {}, "is a group"),
        ("game old", {}, "not offered"),
        ("game new", {}, "needs kind"),
        ("game new", {"kind": "Texas"}, "is one of"),
        ("game new", {"kind": "p", "colour": "red"}, "has no option colour"),
        ("game new", {"kind": "p", "seats": 6}, "at most 5"),
        ("game new", {"kind": "p", "seats": 1}, "at least 2"),
        ("game new", {"kind": "p", "seats": True}, "does not take True"),
        ("game new", {"kind": "p", "rival": "Bob"}, "does not take 'Bob'"),
    ],
)
async def test_what_discords_app_would_not_send_is_not_sent(ann, channel, typed, options, why):
    with pytest.raises(CannotDoError, match=why):
        await ann.command(channel, typed, **options)


async def test_autocompletion_suggests_for_the_option_being_typed(ann, channel):
    choices = await ann.complete(channel, "game new", kind="p", rules="ger")
    assert [(choice.name, choice.value) for choice in choices] == [("German", "german")]
    assert await ann.complete(channel, "game new", rules="x") == ()


async def test_a_command_for_managers_is_offered_to_them_alone(discord, guild, channel, ann):
    manager = discord.add_person("Mia", guild, permissions=Permission.MANAGE_GUILD)
    assert "manage" in names(manager.commands(channel))
    assert (await manager.command(channel, "manage")).text == "True True"
    with pytest.raises(CannotDoError, match="not offered"):
        await ann.command(channel, "manage")


async def test_the_bot_is_told_which_permissions_it_lacks(discord, guild, channel):
    manager = discord.add_person("Mia", guild, permissions=Permission.ADMINISTRATOR)
    discord.deny_bot(channel, Permission.SEND_MESSAGES)
    assert (await manager.command(channel, "manage")).text == "True False"
    discord.deny_bot(channel)
    assert (await manager.command(channel, "manage")).text == "True True"


async def test_guild_commands_are_not_offered_in_direct_messages(ann, channel):
    assert "game new" in names(ann.commands(channel))
    assert "game new" not in names(ann.commands(ann.dm))
    assert (await ann.command(ann.dm, "show")).text == "count 0"


async def test_guilds_do_not_see_each_other(discord, ann, channel):
    other = discord.add_channel(discord.add_guild("Others"), "poker")
    await ann.command(channel, "show")
    with pytest.raises(CannotDoError, match="Ann does not see the channel 'poker'"):
        ann.reads(other)
    eve = discord.add_person("Eve")
    with pytest.raises(CannotDoError):
        await eve.command(channel, "show")


async def test_a_command_can_be_typed_as_in_discords_app(ann, bob, channel):
    text = "/game new kind:Pineapple rules:my own rules seats:4 ranked:True rival:@bob where:#poker"
    reply = await ann.types(channel, text)
    assert reply.text == "p my own rules 4 True bob poker en-US de"
    assert (await bob.types(channel, "show")).text == "count 0"


@pytest.mark.parametrize("text", ["pineapple", "kind:PINEAPPLE", "P", "p seats:3"])
async def test_a_choice_is_typed_in_any_case_and_the_first_option_without_its_name(
    ann, channel, text
):
    reply = await ann.types(channel, f"/game new {text}")
    assert reply.text.startswith("p standard 3")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("/fold", "'/fold' is not a command here. Type / to see those there are."),
        ("/game", "/game is a group of commands, such as /game new. Choose one."),
        ("/ask now", "/ask takes no options, not 'now'"),
        ("/game new now", "kind is one of .*Pineapple.*, not now"),
        ("/game new kind:p seats:four", "seats does not take 'four'"),
        ("/game new kind:p ranked:maybe", "ranked does not take 'maybe'"),
        ("/game new kind:p rival:@eve", "rival does not take '@eve'"),
        ("/game new kind:p where:#attic", "where does not take '#attic'"),
    ],
)
async def test_what_is_typed_wrong_is_explained(ann, channel, text, why):
    with pytest.raises(CannotDoError, match=why):
        await ann.types(channel, text)


# --- buttons --------------------------------------------------------------------------------


async def test_a_press_changes_the_message_for_all(ann, bob, channel):
    before = (await ann.command(channel, "show")).message
    reply = await bob.press(before, "more")
    assert reply.how is CallbackType.UPDATE
    assert ann.last(channel).text == "count 1"
    assert ann.last(channel).message.is_edited
    assert before.text == "count 0"
    assert not before.is_current


async def test_an_ephemeral_reply_is_seen_by_its_receiver_alone(ann, bob, channel):
    shown = (await ann.command(channel, "show")).message
    private = (await bob.press(shown, "quiet")).message
    assert private.is_ephemeral
    assert bob.reads(channel) == [shown, private]
    assert ann.reads(channel) == [shown]
    with pytest.raises(CannotDoError, match="does not see that message"):
        ann.sees(private)
    assert "only for you" in bob.has_seen()
    assert "only for you" not in ann.has_seen()


async def test_ephemeral_messages_are_gone_when_dismissed_or_the_app_is_restarted(ann, channel):
    shown = (await ann.command(channel, "show")).message
    for get_rid in (ann.dismiss, lambda _: ann.restart_app()):
        private = (await ann.press(shown, "quiet")).message
        get_rid(private)
        assert ann.reads(channel) == [shown]
    assert "only for you" in ann.has_seen()


async def test_buttons_are_found_by_label_or_the_start_of_the_custom_id(ann, channel):
    shown = (await ann.command(channel, "show")).message
    assert (await ann.press(shown, "more")).text == "count 1"
    assert (await ann.press(ann.last(channel), "t:more")).text == "count 2"
    with pytest.raises(
        CannotDoError, match=r"'fold' does not exist; there are: \[more\] \[quiet\]"
    ):
        await ann.press(shown, "fold")
    with pytest.raises(CannotDoError, match="2 buttons fit 't:'"):
        await ann.press(shown, "t:")


async def test_a_stale_press_brings_the_old_message_and_its_custom_id(ann, bob, channel):
    old = (await ann.command(channel, "show")).message
    await ann.press(old, "more")
    await ann.press(ann.last(channel), "more")
    assert ann.last(channel).text == "count 2"
    # The bot counts from the custom_id, which is that of Bob's screen at that time.
    assert (await bob.press(old, "more")).text == "count 1"


async def test_a_forged_custom_id_reaches_the_bot(ann, channel):
    shown = (await ann.command(channel, "show")).message
    assert (await ann.forge(shown, "t:more:41")).text == "count 42"


async def test_a_forged_custom_id_the_bot_does_not_know_fails(discord, ann, channel):
    shown = (await ann.command(channel, "show")).message
    press = asyncio.create_task(ann.forge(shown, "nonsense"))
    await discord.until(lambda: bool(discord.world.desk.pending))
    discord.advance(3.01)
    assert (await press).error == "This interaction failed"
    assert discord.pardon("component nonsense by ann was not answered within 3 s")


async def test_two_presses_at_once_are_both_answered(ann, channel):
    shown = (await ann.command(channel, "show")).message
    first, second = await asyncio.gather(ann.press(shown, "more"), ann.press(shown, "more"))
    assert first.error == second.error == ""
    assert len(shown.message.versions) == 3


async def test_hundreds_of_presses_at_once_are_all_answered_in_time(discord, guild, channel, ann):
    shown = (await ann.command(channel, "show")).message
    crowd = [discord.add_person(f"Guest {number}", guild) for number in range(300)]
    replies = await asyncio.gather(*(guest.press(shown, "quiet") for guest in crowd))
    assert all(reply.how is CallbackType.MESSAGE for reply in replies)
    assert all(len(guest.reads(channel)) == 2 for guest in crowd)


async def test_a_deleted_message_cannot_be_used(ann, channel, bot):
    shown = (await ann.command(channel, "show")).message
    await bot.get_channel(channel.id).get_partial_message(shown.id).delete()
    with pytest.raises(CannotDoError, match="deleted"):
        await ann.press(shown, "more")


# --- menus ----------------------------------------------------------------------------------


async def test_menus_are_chosen_from_by_words_or_values(ann, channel):
    shown = (await ann.command(channel, "choose")).message
    assert [option.description for option in shown.select("A row").options] == ["", "The last row"]
    reply = await ann.select(shown, "Front", "b", menu="A row")
    assert reply.text == "f b"


async def test_a_menu_of_members_takes_people(ann, bob, channel):
    shown = (await ann.command(channel, "choose")).message
    assert (await ann.select(shown, bob, menu="A rival")).text == "bob"


async def test_what_a_menu_does_not_offer_cannot_be_chosen(ann, channel):
    shown = (await ann.command(channel, "choose")).message
    with pytest.raises(CannotDoError, match=r"offers \['Front', 'Back'\], not 'Middle'"):
        await ann.select(shown, "Middle", menu="A row")
    with pytest.raises(CannotDoError, match="Choose 1 to 2, not 0"):
        await ann.select(shown, menu="A row")
    with pytest.raises(CannotDoError, match="2 enabled menus fit ''"):
        await ann.select(shown, "Front")


async def test_links_and_greyed_out_buttons_cannot_be_pressed(ann, channel):
    shown = (await ann.command(channel, "choose")).message
    for label in ("Rules", "Fold"):
        with pytest.raises(CannotDoError, match="is greyed out or a link"):
            await ann.press(shown, label)
    assert [button.url for button in shown.buttons] == ["https://example.org/rules", ""]


async def test_a_role_stays_when_the_last_who_has_it_leaves(discord, guild, ann):
    role = discord.world.add_role(guild, "Players", ann.user)
    discord.world.grant(guild, ann.user, Permission.MANAGE_GUILD)
    member = guild.members[ann.user.id]
    assert role in member.roles, "permissions of one's own take no role away"
    own = member.own_role
    ann.leave(guild)
    assert guild.roles[role.id] is role
    assert own is not None
    assert own.id not in guild.roles
