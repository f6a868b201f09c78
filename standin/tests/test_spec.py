"""The stand-in against Discord's own spec: requests that break it, and its own answers."""

from datetime import UTC, datetime, timedelta

import discord as api
import pytest

from discord_standin.clock import Clock
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from standin.tests.spec import Spec
from standin.tests.testbot import PNG, Screen, picture, running


@pytest.fixture(scope="module")
def discords(spec: Spec | None) -> Spec:
    if spec is None:
        pytest.skip("needs Discord's spec")
    return spec


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"contents": "typo"}, "body: Additional properties are not allowed ('contents'"),
        ({"content": 5}, 'content: 5 is not of types "null", "string"'),
        (
            {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "lable": "x"}]}]},
            "components.0.components.0: Additional properties are not allowed ('lable'",
        ),
        (
            {"components": [{"type": 17, "components": [{"type": 10}]}]},
            'components.0.components.0: "content" is a required property',
        ),
        ({"components": [{"type": 99}]}, "components.0.type: 99 is not one of"),
        ({"flags": "32768"}, 'flags: "32768" is not of types'),
    ],
)
async def test_a_request_that_breaks_the_spec_is_a_violation(
    discords, discord, rest, channel, body, fault
):
    assert [f for f in discords("POST", "/channels/{c}/messages", body) if fault in f]
    if isinstance(body.get("content", ""), str) and body.get("flags") != "32768":
        await rest("POST", f"/channels/{channel.id}/messages", body)
        assert [sentence for sentence in discord.violations if fault in sentence]
    discord.violations.clear()


def test_ids_may_be_numbers(discords):
    path = "/users/@me/channels"
    assert not list(discords("POST", path, {"recipient_id": 1}))
    assert not list(discords("POST", path, {"recipient_id": "1"}))
    assert list(discords("POST", path, {"recipient_id": True}))


async def test_the_answers_of_the_stand_in_are_what_the_spec_says(discords):
    async with StandIn(validator=discords, clock=Clock(is_running=False)) as discord:
        guild = discord.add_guild("Friends")
        channel = discord.add_channel(guild, "poker")
        ann = discord.add_person("Ann", guild)
        async with running(discord) as bot:
            await _use_everything(discord, bot, ann, channel)
        assert discord.violations == []
    seen = set()
    for exchange in discord.requests:
        if exchange.status in (200, 201):
            seen.add((exchange.method, exchange.path))
            faults = discords.answer_faults(
                exchange.method, exchange.path, exchange.status, exchange.answer
            )
            assert list(faults) == [], exchange
    assert len(seen) >= 24


async def _use_everything(discord, bot, ann, channel):
    shown = (await ann.command(channel, "paint")).message
    await ann.press(shown, "paint")
    shown = (await ann.command(channel, "show", verbs="whisper later ask")).message
    await ann.press(shown, "whisper")
    await ann.press(shown, "later")
    await ann.submit((await ann.press(shown, "ask")).modal, {"Your answer": "x"})
    await ann.complete(channel, "game new", kind="p", rules="g")
    await ann.command(channel, "think", private=True)
    await discord.settle()
    place = bot.get_channel(channel.id)
    message = await place.send(
        view=Screen("one", picture="a.png"), file=picture("a.png"), nonce="n"
    )
    await message.edit(view=Screen("two", "more"))
    await message.reply("and a reply", file=picture("b.png"))
    await place.fetch_message(message.id)
    assert [m async for m in place.history()]
    thread = await message.create_thread(name="Table 1")
    await thread.edit(archived=True)
    emoji = await bot.create_application_emoji(name="As", image=PNG)
    await emoji.edit(name="Ah")
    await bot.fetch_application_emojis()
    await bot.fetch_application_emoji(emoji.id)
    await bot.tree.fetch_commands()
    guild = await bot.fetch_guild(channel.guild.id)
    await guild.fetch_member(ann.user.id)
    await guild.fetch_roles()
    await guild.fetch_channels()
    await bot.application_info()
    await _use_events(discord, guild)
    await bot.fetch_user(ann.user.id)
    await bot.fetch_channel(channel.id)
    await bot.fetch_channel(ann.dm.id)


async def _use_events(discord, guild):
    discord.world.grant(discord.world.guild(guild.id), discord.world.bot, Permission.CREATE_EVENTS)
    now = datetime.fromtimestamp(discord.clock.now(), UTC)
    event = await guild.create_scheduled_event(
        name="Tournament",
        description="Press Join",
        start_time=now + timedelta(hours=1),
        end_time=now + timedelta(hours=2),
        entity_type=api.EntityType.external,
        privacy_level=api.PrivacyLevel.guild_only,
        location="#poker",
    )
    await event.edit(name="Another name")
    assert [each.name for each in await guild.fetch_scheduled_events()] == ["Another name"]
    assert (await guild.fetch_scheduled_event(event.id)).creator_id == discord.world.bot.id
