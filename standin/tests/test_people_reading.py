"""Modals, pictures and direct messages reach people, and what they do is remembered."""

import pytest
from discord import NotFound

from discord_standin.people.errors import CannotDoError
from discord_standin.vocabulary import CallbackType
from standin.tests.testbot import PNG

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_modal_is_filled_in_and_sent(ann, channel):
    modal = (await ann.command(channel, "ask")).modal
    assert modal.title == "A question"
    assert [field.label for field in modal.fields] == ["Your answer"]
    assert (await ann.submit(modal, {"Your answer": "42"})).text == "you said 42"


async def test_a_modal_from_a_button(ann, channel):
    shown = (await ann.command(channel, "show", verbs="ask")).message
    reply = await ann.press(shown, "ask")
    assert reply.how is CallbackType.MODAL
    assert (await ann.submit(reply.modal, {"Your answer": "no"})).text == "you said no"


async def test_a_modal_is_not_sent_unless_discords_app_would(ann, channel):
    modal = (await ann.command(channel, "ask")).modal
    for values, why in (
        ({}, "must be filled in"),
        ({"Your answer": "x" * 21}, "0 to 20 characters, not 21"),
        ({"Your name": "Ann"}, r"asks for \['Your answer'\], not \['Your name'\]"),
    ):
        with pytest.raises(CannotDoError, match=why):
            await ann.submit(modal, values)


async def test_a_modal_with_fields_of_many_kinds(ann, channel):
    modal = (await ann.command(channel, "wish")).modal
    assert modal.text == "Choose well."
    assert [(field.label, field.is_required) for field in modal.fields] == [
        ("Row", True),
        ("Loud", True),
        ("Card", False),
    ]
    assert (await ann.submit(modal)).text == "Front False As"
    modal = (await ann.command(channel, "wish")).modal
    assert (await ann.submit(modal, Row="Back", Loud=True, Card="")).text == "Back True "
    modal = (await ann.command(channel, "wish")).modal
    with pytest.raises(CannotDoError, match=r"'Row' offers \['Back', 'Front'\], not 'Middle'"):
        await ann.submit(modal, Row="Middle")


async def test_asking_for_what_did_not_come_says_why(ann, channel):
    reply = await ann.command(channel, "ask")
    with pytest.raises(CannotDoError, match="command /ask by ann brought no message"):
        _ = reply.message
    shown = await ann.command(channel, "show")
    with pytest.raises(CannotDoError, match="command /show by ann opened no modal"):
        _ = shown.modal
    with pytest.raises(CannotDoError, match="There are no messages"):
        ann.last(ann.dm)
    with pytest.raises(CannotDoError, match="Only a message of one's own can be dismissed"):
        ann.dismiss(shown.message)


async def test_a_message_is_legible(ann, channel):
    shown = (await ann.command(channel, "paint")).message
    assert str(shown) == "Bot: painted 0\n(alt 0)\n[paint]"
    assert repr(ann.says(channel, "hello")) == "<Shown 'Ann: hello'>"
    assert repr(shown.message) == f"<Message {shown.id} in <Channel poker>>"


async def test_everything_people_did_is_remembered_with_its_outcome(discord, ann, channel):
    await ann.command(channel, "show")
    await ann.complete(channel, "game new", rules="g")
    first, second = discord.replies
    assert first.text == "count 0"
    assert [choice.value for choice in second.choices] == ["german"]


async def test_pictures_come_with_file_name_alt_text_and_bytes(ann, channel):
    shown = (await ann.command(channel, "paint")).message
    [picture] = shown.pictures
    assert (picture.file_name, picture.alt, picture.content) == ("board-0.png", "alt 0", PNG)
    after = (await ann.press(shown, "paint")).message
    assert [picture.file_name for picture in after.pictures] == ["board-1.png"]


async def test_a_picture_that_was_replaced_is_gone_from_discord(bot, discord, ann, channel):
    shown = (await ann.command(channel, "paint")).message
    [old] = shown.pictures
    await ann.press(shown, "paint")
    with pytest.raises(NotFound):
        await bot.http.get_from_cdn(old.url)
    assert len(discord.world.files) == 1


async def test_direct_messages_arrive_and_notify(ann, bob, channel):
    shown = (await ann.command(channel, "show", verbs="whisper")).message
    reply = await ann.press(shown, "whisper")
    assert (reply.text, reply.message.is_ephemeral) == ("sent", True)
    [letter] = ann.reads(ann.dm)
    assert letter.text == "your cards"
    assert ann.pings() == [letter]
    assert not bob.pings()
    assert (await ann.press(letter, "more")).text == "count 1"
    with pytest.raises(CannotDoError):
        bob.reads(ann.dm)


async def test_closed_direct_messages_give_50007(ann, channel):
    shown = (await ann.command(channel, "show", verbs="whisper")).message
    ann.close_dms()
    assert (await ann.press(shown, "whisper")).text == "no DM: 50007"
    ann.open_dms()
    assert (await ann.press(shown, "whisper")).text == "sent"


async def test_somebody_without_a_common_server_gives_50278(ann, guild, channel):
    shown = (await ann.command(channel, "show", verbs="whisper")).message
    await ann.press(shown, "whisper")
    ann.leave(guild)
    [letter] = ann.reads(ann.dm)
    reply = await ann.forge(letter, "t:whisper:0")
    assert reply.text == "no DM: 50278"


async def test_people_talk_and_the_bot_hears_nothing_of_it(bot, discord, ann, bob, channel):
    said = ann.says(channel, "Good evening")
    assert bob.reads(channel) == [said]
    await discord.settle()
    assert "MESSAGE_CREATE" not in bot.heard


async def test_changes_are_told_as_they_happen(discord, ann, bob, channel):
    with discord.changes() as changes:
        shown = (await ann.command(channel, "show")).message
        await bob.press(shown, "quiet")
        told = [await anext(changes) for _ in range(6)]
    assert [change.event.value for change in told] == [
        "interaction_started",
        "message_created",
        "interaction_ended",
        "interaction_started",
        "message_created",
        "interaction_ended",
    ]
    assert [ann.shown(change) for change in told if ann.shown(change)] == [shown]
    assert len([change for change in told if bob.shown(change)]) == 2
