"""Interactions: one answer, in 3 seconds, and what may follow it for 15 minutes."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from discord_standin.model.interactions import Interaction, Phase
from discord_standin.vocabulary import CallbackType, MessageFlag
from standin.tests.testbot import PNG, V2, Screen, picture

MESSAGE = {"type": 4, "data": {"content": "hello"}}
THINKING = {"type": 5}
TEXT = {"type": 10, "content": "words"}


@pytest.fixture
def answering(discord, rest, ann, channel):
    """Opens an interaction that no client answers, so that a test can."""

    @asynccontextmanager
    async def answering(command: str = "show"):
        body = [{"name": command, "description": "A command"}]
        await rest("PUT", f"/applications/{discord.world.bot.id}/commands", body)
        running = asyncio.create_task(ann.command(channel, command))
        await discord.until(lambda: bool(discord.world.desk.pending))
        yield discord.world.desk.pending[-1], running
        await discord.until(running.done)

    return answering


@pytest.fixture
def callback(rest):
    async def callback(interaction: Interaction, body: object, query: str = ""):
        path = f"/interactions/{interaction.id}/{interaction.token}/callback{query}"
        return await rest("POST", path, body)

    return callback


@pytest.fixture
def webhook(discord, rest):
    async def webhook(method: str, interaction: Interaction, body: object = None, name: str = ""):
        path = f"/webhooks/{discord.world.bot.id}/{interaction.token}"
        return await rest(method, path + (name and f"/messages/{name}"), body)

    return webhook


async def test_an_answer_after_3_seconds_comes_too_late(discord, answering, callback):
    async with answering() as (interaction, running):
        discord.advance(3.01)
        status, error = await callback(interaction, MESSAGE)
    assert (status, error) == (404, {"message": "Unknown interaction", "code": 10062})
    assert (await running).error == "The application did not respond"
    assert (await running).seconds is None
    assert discord.pardon("command /show by ann was not answered within 3 s")
    assert discord.pardon(r"Unknown interaction: command /show by ann answered after \d")


async def test_the_time_of_the_answer_is_kept(discord, answering, callback):
    async with answering() as (interaction, running):
        discord.advance(1)
        await callback(interaction, MESSAGE)
    assert (await running).seconds >= 1


async def test_a_second_answer_is_refused(discord, answering, callback):
    async with answering() as (interaction, _):
        await callback(interaction, MESSAGE)
        status, error = await callback(interaction, MESSAGE)
    assert (status, error["code"]) == (400, 40060)
    assert discord.pardon("40060 Interaction has already been acknowledged.: command /show by ann")


async def test_an_invalid_answer_is_none_and_may_be_put_right(discord, answering, callback):
    async with answering() as (interaction, _):
        status, error = await callback(interaction, {"type": 4, "data": {"content": "x" * 2001}})
        assert (status, error["code"]) == (400, 50035)
        assert (await callback(interaction, MESSAGE))[0] == 204
    assert discord.pardon("50035 Invalid Form Body: data.content: Must be 2000 or fewer in length")
    discord.world.violations.clear()


async def test_with_response_the_message_comes_back(answering, callback):
    async with answering() as (interaction, running):
        status, body = await callback(interaction, MESSAGE, "?with_response=1")
    assert status == 200
    assert body["resource"]["type"] == 4
    assert body["resource"]["message"]["content"] == "hello"
    assert body["interaction"]["response_message_id"] == str((await running).message.id)


async def test_thinking_ends_with_the_first_message_that_follows(answering, callback, webhook):
    async with answering() as (interaction, running):
        _, body = await callback(
            interaction, {"type": 5, "data": {"flags": MessageFlag.EPHEMERAL}}, "?with_response=1"
        )
        assert body["interaction"]["response_message_loading"]
        assert "resource" not in body
        assert interaction.phase is Phase.THINKING
        assert not running.done()
        _, message = await webhook("POST", interaction, {"content": "done"})
    reply = await running
    assert message["id"] == body["interaction"]["response_message_id"]
    assert (reply.text, reply.message.is_ephemeral) == ("done", True)
    assert message["edited_timestamp"] is None


async def test_thinking_for_15_minutes_is_a_violation(discord, answering, callback):
    async with answering() as (interaction, running):
        await callback(interaction, THINKING)
        discord.advance(15 * 60)
    assert (await running).error
    assert discord.pardon("was left thinking for 15 minutes")


async def test_the_token_is_of_use_for_15_minutes(discord, answering, callback, webhook):
    async with answering() as (interaction, _):
        await callback(interaction, MESSAGE)
    discord.advance(14 * 60)
    assert (await webhook("POST", interaction, {"content": "more"}))[0] == 200
    discord.advance(61)
    for method, name in (("POST", ""), ("PATCH", "@original"), ("DELETE", "@original")):
        status, error = await webhook(method, interaction, {"content": "more"}, name)
        assert (status, error) == (401, {"message": "Invalid Webhook Token", "code": 50027})
    assert len(discord.pardon("50027")) == 3


async def test_nothing_follows_before_the_answer(discord, answering, callback, webhook):
    async with answering() as (interaction, _):
        status, error = await webhook("POST", interaction, {"content": "early"})
        assert (status, error) == (404, {"message": "Unknown Webhook", "code": 10015})
        await callback(interaction, MESSAGE)
    assert discord.pardon("10015")


async def test_the_original_is_read_edited_and_deleted(answering, callback, webhook, ann, channel):
    async with answering() as (interaction, _):
        await callback(interaction, MESSAGE)
    assert (await webhook("GET", interaction, name="@original"))[1]["content"] == "hello"
    await webhook("PATCH", interaction, {"content": "changed"}, "@original")
    assert ann.last(channel).text == "changed"
    assert (await webhook("DELETE", interaction, name="@original"))[0] == 204
    assert ann.reads(channel) == []
    status, error = await webhook("GET", interaction, name="@original")
    assert (status, error["code"]) == (404, 10008)


async def test_an_ephemeral_message_is_had_with_its_token_alone(
    rest, answering, callback, webhook, channel
):
    private = {"type": 4, "data": {"content": "secret", "flags": 64}}
    async with answering() as (interaction, running):
        await callback(interaction, private)
    number = (await running).message.id
    for method in ("GET", "PATCH", "DELETE"):
        status, error = await rest(method, f"/channels/{channel.id}/messages/{number}", {})
        assert (status, error["code"]) == (404, 10008)
    assert (await webhook("GET", interaction, name=str(number)))[1]["content"] == "secret"


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [(6, "(4, 5, 9)"), (7, "(4, 5, 9)"), (8, "(4, 5, 9)"), (99, "(4, 5, 9)")],
)
async def test_a_command_is_not_answered_like_a_button(discord, answering, callback, kind, allowed):
    async with answering() as (interaction, _):
        status, error = await callback(interaction, {"type": kind, "data": {}})
        assert status == 400
        [fault] = error["errors"]["type"]["_errors"]
        assert fault == {
            "code": "BASE_TYPE_CHOICES",
            "message": f"Value must be one of {allowed}.",
        }
        await callback(interaction, MESSAGE)
    assert discord.pardon("type: Value must be one of")
    discord.world.violations.clear()


async def test_a_wrong_token_is_unknown(discord, rest, answering, callback):
    async with answering() as (interaction, _):
        path = f"/interactions/{interaction.id}/guessed/callback"
        assert (await rest("POST", path, MESSAGE))[1]["code"] == 10062
        await callback(interaction, MESSAGE)
    assert discord.pardon("10062")


async def test_a_modal_must_be_the_first_answer(discord, answering, callback, webhook):
    modal = {"type": 9, "data": {"custom_id": "m", "title": "Late", "components": [TEXT]}}
    async with answering() as (interaction, _):
        await callback(interaction, THINKING)
        assert (await callback(interaction, modal))[1]["code"] == 40060
        await webhook("POST", interaction, {"content": "done"})
    assert discord.pardon("40060")


# --- with the real client -------------------------------------------------------------------


@pytest.mark.usefixtures("bot")
async def test_a_deferred_update_is_edited_later(discord, ann, channel):
    shown = (await ann.command(channel, "show", verbs="later")).message
    reply = await ann.press(shown, "later")
    assert reply.how is CallbackType.DEFERRED_UPDATE
    await discord.settle()
    assert reply.text == ann.sees(shown).text == "later"


@pytest.fixture
async def pressed(discord, place, ann, channel, callback):
    """Presses a button under a picture and answers with another text; the test bot is silent."""
    await place.send(view=Screen("one", "silent", picture="a.png"), file=picture("a.png"))
    (attachment,) = ann.last(channel).version.attachments

    async def pressed(*shown: dict, **listed: object):
        running = asyncio.create_task(ann.press(ann.last(channel), "silent"))
        await discord.until(lambda: bool(discord.world.desk.pending))
        body = {"type": 7, "data": {"components": [TEXT, *shown], "flags": V2, **listed}}
        answer = await callback(discord.world.desk.pending[-1], body)
        if answer[0] != 204:
            discord.advance(3.01)
            discord.pardon("was not answered within 3 s")
        await running
        return answer

    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    return pressed, gallery, {"id": str(attachment.id), "filename": "a.png"}


async def test_an_answer_to_a_press_keeps_the_picture_that_it_lists(pressed, ann, channel):
    answer, gallery, entry = pressed
    assert (await answer(gallery, attachments=[entry]))[0] == 204
    assert [p.content for p in ann.last(channel).pictures] == [PNG]


async def test_an_answer_to_a_press_drops_the_pictures_that_it_does_not_list(
    discord, pressed, ann, channel
):
    answer, gallery, _ = pressed
    assert (await answer(gallery))[1]["code"] == 50035
    assert discord.pardon("The referenced attachment was not found")
    assert ann.last(channel).text.startswith("one"), "what is refused changes nothing"
    assert (await answer())[0] == 204
    assert ann.last(channel).version.attachments == ()


@pytest.mark.usefixtures("bot")
async def test_follow_ups_come_after_the_first_message(discord, ann, bob, channel):
    reply = await ann.command(channel, "think")
    await discord.settle()
    assert [shown.text for shown in reply.messages] == ["thought of it", "and more"]
    assert [shown.text for shown in bob.reads(channel)] == ["thought of it"]


@pytest.mark.usefixtures("bot")
async def test_a_silent_bot_is_found_out(discord, ann, channel):
    silence = asyncio.create_task(ann.command(channel, "silent"))
    await discord.until(lambda: bool(discord.world.desk.pending))
    discord.advance(3)
    assert (await silence).error == "The application did not respond"
    assert discord.pardon("command /silent by ann was not answered within 3 s")
