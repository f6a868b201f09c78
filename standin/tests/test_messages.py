"""Messages of channels and direct messages: who may send what, and what an edit does."""

import discord as api
import pytest

from discord_standin.model.permissions import permissions_in
from discord_standin.model.places import Overwrite
from discord_standin.vocabulary import MessageFlag, Permission
from standin.tests.testbot import V2, Screen, picture


@pytest.fixture
def send(rest, channel):
    """Sends a message and returns status and body of the answer."""

    async def send(**body):
        return await rest("POST", f"/channels/{channel.id}/messages", body)

    return send


# --- who may ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        (Permission.VIEW_CHANNEL, 50001),
        (Permission.SEND_MESSAGES, 50013),
        (Permission.ATTACH_FILES, 50013),
    ],
)
async def test_a_missing_permission_is_named_by_its_code(discord, place, channel, missing, code):
    discord.deny_bot(channel, missing)
    with pytest.raises(api.Forbidden) as refused:
        await place.send(file=picture())
    assert refused.value.code == code


async def test_embeds_need_their_own_permission(discord, place, channel):
    discord.deny_bot(channel, Permission.EMBED_LINKS)
    with pytest.raises(api.Forbidden) as refused:
        await place.send(embed=api.Embed(title="Ledger"))
    assert refused.value.code == 50013
    await place.send("plain")


async def test_the_client_knows_what_the_bot_was_denied(discord, place, channel):
    discord.deny_bot(channel, Permission.SEND_MESSAGES)
    await discord.until(lambda: not place.permissions_for(place.guild.me).send_messages)
    assert place.permissions_for(place.guild.me).view_channel


async def test_overwrites_apply_as_on_discord(discord, guild, channel, ann):
    hidden = Overwrite(deny=Permission.VIEW_CHANNEL, is_for_role=True)
    discord.world.overwrite(channel, guild.everyone, hidden)
    assert not permissions_in(channel, ann.user)
    discord.world.overwrite(channel, ann.user, Overwrite(allow=Permission.VIEW_CHANNEL))
    assert Permission.SEND_MESSAGES in permissions_in(channel, ann.user)
    admin = discord.add_person("Ada", guild, permissions=Permission.ADMINISTRATOR)
    assert Permission.MANAGE_GUILD in permissions_in(channel, admin.user)


async def test_a_deleted_channel_is_unknown(discord, place, channel):
    discord.remove_channel(channel)
    with pytest.raises(api.NotFound) as refused:
        await place.send("anybody?")
    assert refused.value.code == 10003


async def test_only_its_own_messages_can_be_edited_and_deleted(discord, rest, ann, channel):
    said = ann.says(channel, "mine")
    path = f"/channels/{channel.id}/messages/{said.id}"
    status, error = await rest("PATCH", path, {"content": "yours"})
    assert (status, error["code"]) == (403, 50005)
    assert discord.pardon("50005")
    assert (await rest("DELETE", path))[1]["code"] == 50013
    discord.world.grant(channel.guild, discord.world.bot, Permission.MANAGE_MESSAGES)
    assert (await rest("DELETE", path))[0] == 204
    assert ann.reads(channel) == []


# --- direct messages ----------------------------------------------------------------------------


async def test_a_dm_opens_even_where_none_will_arrive(discord, rest, ann):
    stranger = discord.add_person("Eve")
    ann.close_dms()
    for person, code in ((ann, 50007), (stranger, 50278)):
        status, dm = await rest("POST", "/users/@me/channels", {"recipient_id": person.user.id})
        assert status == 200
        assert dm["recipients"][0]["global_name"] == person.name
        status, error = await rest("POST", f"/channels/{dm['id']}/messages", {"content": "hi"})
        assert (status, error["code"]) == (403, code)


async def test_the_bot_cannot_write_to_itself(discord, rest):
    recipient = {"recipient_id": discord.world.bot.id}
    assert (await rest("POST", "/users/@me/channels", recipient))[1]["code"] == 50033
    assert discord.pardon("50033")


# --- sending ------------------------------------------------------------------------------------


async def test_a_nonce_makes_sending_twice_harmless(discord, send, ann, channel):
    once = {"content": "deal", "nonce": "hand-1", "enforce_nonce": True}
    _, first = await send(**once)
    _, second = await send(**once)
    assert first["id"] == second["id"]
    assert len(ann.reads(channel)) == 1
    discord.advance(10 * 60)
    _, third = await send(**once)
    assert third["id"] != first["id"]


async def test_without_enforcement_a_nonce_is_but_a_label(send, ann, channel):
    await send(content="deal", nonce="hand-1")
    await send(content="deal", nonce="hand-1")
    assert len(ann.reads(channel)) == 2


async def test_an_ephemeral_channel_message_is_public_and_a_violation(discord, send, bob, channel):
    await send(content="secret", flags=64)
    assert bob.last(channel).text == "secret"
    assert discord.pardon("only interactions have those")


async def test_an_empty_message_is_refused(discord, send):
    assert (await send())[1] == {"message": "Cannot send an empty message", "code": 50006}
    assert discord.pardon("50006")


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, True),
        ({"parse": []}, False),
        ({"parse": ["users"]}, True),
        ({"parse": [], "users": ["{bob}"]}, False),
        ({"parse": [], "users": ["{ann}"]}, True),
    ],
)
async def test_a_mention_pings_whom_allowed_mentions_allow(send, ann, bob, allowed, pinged):
    ids = {"{ann}": str(ann.user.id), "{bob}": str(bob.user.id)}
    if allowed and "users" in allowed:
        allowed = {**allowed, "users": [ids[name] for name in allowed["users"]]}
    text = {"type": 10, "content": f"{ann.mention} to act"}
    await send(components=[text], flags=V2, allowed_mentions=allowed)
    assert bool(ann.pings()) is pinged
    assert not bob.pings()


async def test_edits_and_silent_messages_never_ping(rest, send, ann, channel):
    await send(content=ann.mention, flags=int(MessageFlag.SUPPRESS_NOTIFICATIONS))
    _, message = await send(content="quiet")
    await rest(
        "PATCH", f"/channels/{channel.id}/messages/{message['id']}", {"content": ann.mention}
    )
    assert ann.pings() == []


async def test_a_reply_refers_to_its_message(discord, send, ann, channel):
    said = ann.says(channel, "a question")
    _, answer = await send(content="an answer", message_reference={"message_id": str(said.id)})
    assert answer["type"] == 19
    assert answer["referenced_message"]["content"] == "a question"
    _, error = await send(content="an answer", message_reference={"message_id": "1"})
    assert error["errors"]["message_reference"]["_errors"][0]["code"] == "REPLIES_UNKNOWN_MESSAGE"
    assert discord.pardon("Unknown message")


async def test_the_history_is_read_newest_first_and_in_pages(discord, place, ann, channel):
    for number in range(5):
        ann.says(channel, str(number))
    assert [m.content async for m in place.history(limit=2)] == ["4", "3"]
    assert [m.content async for m in place.history(oldest_first=True)] == list("01234")
    discord.deny_bot(channel, Permission.READ_MESSAGE_HISTORY)
    assert [m async for m in place.history()] == []


# --- editing ------------------------------------------------------------------------------------


async def test_a_field_left_out_stays_and_null_empties_it(rest, send, ann, channel):
    _, message = await send(content="text", embeds=[{"title": "Ledger"}])
    path = f"/channels/{channel.id}/messages/{message['id']}"
    await rest("PATCH", path, {"content": None})
    assert ann.last(channel).text == "Ledger"
    await rest("PATCH", path, {"content": "again", "embeds": []})
    assert ann.last(channel).text == "again"


async def test_components_v2_is_for_good(discord, rest, place, ann, channel):
    sent = await place.send(view=Screen("one"))
    path = f"/channels/{channel.id}/messages/{sent.id}"
    text = {"type": 10, "content": "two"}
    await rest("PATCH", path, {"components": [text]})
    assert ann.last(channel).text == "two"
    _, error = await rest("PATCH", path, {"components": [text], "flags": 0})
    assert error["errors"]["components"]["0"]["_errors"] == [
        {"code": "UNION_TYPE_CHOICES", "message": 'Value of field "type" must be one of (1,).'}
    ]
    _, error = await rest("PATCH", path, {"content": "three"})
    assert "IS_COMPONENTS_V2" in error["errors"]["content"]["_errors"][0]["message"]
    assert MessageFlag.COMPONENTS_V2 in ann.last(channel).version.flags
    assert len(discord.pardon("50035")) == 2


async def test_a_message_becomes_v2_only_when_its_text_is_taken_away(discord, rest, send, channel):
    _, message = await send(content="legacy")
    path = f"/channels/{channel.id}/messages/{message['id']}"
    body = {"components": [{"type": 10, "content": "new"}], "flags": V2}
    assert (await rest("PATCH", path, body))[1]["code"] == 50035
    assert (await rest("PATCH", path, {**body, "content": None}))[0] == 200
    assert discord.pardon("50035")


# --- threads ------------------------------------------------------------------------------------


async def test_an_archived_thread_blocks_edits_and_wakes_up_when_written_to(
    discord, place, ann, channel
):
    thread = discord.add_thread(channel, "table 1")
    await discord.until(lambda: place.guild.get_thread(thread.id) is not None)
    known = place.guild.get_thread(thread.id)
    assert known
    message = await known.send("one")
    discord.world.archive(thread, archived=True)
    with pytest.raises(api.HTTPException) as refused:
        await message.edit(content="two")
    assert refused.value.code == 50083
    await known.send("three")
    await message.edit(content="four")
    assert [shown.text for shown in ann.reads(thread)] == ["four", "three"]


@pytest.mark.parametrize(("archived", "code"), [(True, 50083), (False, 160005)])
async def test_in_a_locked_thread_only_who_manages_threads_writes(
    discord, place, channel, archived: bool, code: int
):
    thread = discord.add_thread(channel, "table 1")
    discord.world.archive(thread, archived=archived)
    discord.world.lock(thread, locked=True)
    there = api.PartialMessageable(place._state, thread.id)
    with pytest.raises(api.HTTPException) as refused:
        await there.send("one")
    assert refused.value.code == code
    discord.world.grant(channel.guild, discord.world.bot, Permission.MANAGE_THREADS)
    assert await there.send("two")


async def test_the_bot_starts_and_archives_a_thread(discord, place, channel):
    message = await place.send("table")
    thread = await message.create_thread(name="Table 1")
    assert discord.world.channel(thread.id).parent is channel
    await thread.edit(archived=True)
    assert discord.world.channel(thread.id).is_archived
