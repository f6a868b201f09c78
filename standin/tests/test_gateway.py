"""The gateway: identify, resume, be interrupted, and hear of guilds and channels."""

import asyncio

import aiohttp
import discord as api
import pytest

from discord_standin.clock import Clock
from discord_standin.gateway.gateway import Drop
from discord_standin.redirect import redirected
from discord_standin.standin import StandIn
from standin.tests.testbot import Screen, running


@pytest.mark.parametrize("how", [Drop.CUT, Drop.RECONNECT])
async def test_a_dropped_connection_is_resumed(discord, bot, ann, channel, how):
    await discord.drop_gateway(how)
    await discord.until(lambda: "RESUMED" in bot.heard)
    assert bot.heard.count("READY") == 1
    assert (await ann.command(channel, "show")).text == "count 0"


@pytest.mark.usefixtures("bot")
async def test_what_happens_meanwhile_is_heard_after_the_resume(discord, ann, channel):
    shown = (await ann.command(channel, "show")).message
    drop = asyncio.create_task(discord.drop_gateway())
    await asyncio.sleep(0)
    assert (await ann.press(shown, "more")).text == "count 1"
    await drop


async def test_an_invalid_session_identifies_anew(discord, bot, ann, channel):
    await discord.drop_gateway(Drop.INVALIDATE)
    await discord.until(lambda: bot.heard.count("READY") == 2)
    assert (await ann.command(channel, "show")).text == "count 0"


async def test_buttons_outlive_the_bot(discord, ann, channel):
    async with running(discord):
        shown = (await ann.command(channel, "show")).message
    async with running(discord):
        assert (await ann.press(shown, "more")).text == "count 1"


async def test_without_a_bot_everything_fails(discord, ann, channel):
    async with running(discord):
        shown = (await ann.command(channel, "show")).message
    press = asyncio.create_task(ann.press(shown, "more"))
    await discord.until(lambda: bool(discord.world.desk.pending))
    discord.advance(3)
    assert (await press).error == "This interaction failed"
    discord.pardon("was not answered within 3 s")


async def test_guilds_and_channels_come_and_go(discord, bot):
    guild = discord.add_guild("Late", locale="fr")
    await discord.until(lambda: bot.get_guild(guild.id) is not None)
    known = bot.get_guild(guild.id)
    assert known
    assert known.preferred_locale is api.Locale.french
    channel = discord.add_channel(guild, "poker")
    await discord.until(lambda: known.get_channel(channel.id) is not None)
    discord.remove_channel(channel)
    await discord.until(lambda: known.get_channel(channel.id) is None)
    discord.remove_bot(guild)
    await discord.until(lambda: bot.get_guild(guild.id) is None)
    discord.add_bot(guild)
    await discord.until(lambda: bot.get_guild(guild.id) is not None)


async def test_every_shard_hears_of_its_own_guilds():
    async with StandIn(shards=3, clock=Clock(is_running=False)) as discord:
        places = []
        for number in range(9):
            discord.advance(0.001)
            places.append(discord.add_channel(discord.add_guild(f"Guild {number}"), "poker"))
        people = [discord.add_person("Ann", place.guild) for place in places]
        async with running(discord) as bot:
            assert {guild.shard_id for guild in bot.guilds} == {0, 1, 2}
            for person, place in zip(people, places, strict=True):
                assert (await person.command(place, "show")).text == "count 0"
            shown = (await people[0].command(people[0].dm, "show")).message
            assert (await people[0].press(shown, "more")).text == "count 1"
            await discord.drop_gateway()
            assert (await people[8].command(places[8], "show")).text == "count 0"
        assert discord.violations == []


async def test_a_bot_without_message_intents_hears_nothing_of_messages(discord, bot, place):
    await place.send(view=Screen("one"))
    await discord.settle()
    assert not [name for name in bot.heard if name.startswith("MESSAGE")]


async def test_a_bot_with_message_intents_hears_what_they_let_through(discord, ann, channel):
    intents = api.Intents(guilds=True, guild_messages=True, dm_messages=True)
    heard: list[str] = []

    class Listener(api.Client):
        async def on_message(self, message: api.Message) -> None:
            heard.append(message.content)

    with redirected(discord.url):
        async with Listener(intents=intents, guild_ready_timeout=0.05) as client:
            await client.login(discord.token)
            connection = asyncio.create_task(client.connect())
            await discord.connected()
            ann.says(channel, "in public")
            ann.says(ann.dm, "in private")
            ann.says(channel, f"<@{discord.world.bot.id}> hello")
            await discord.until(lambda: len(heard) == 3)
            await client.close()
            await connection
    assert heard == ["", "in private", f"<@{discord.world.bot.id}> hello"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 15}, 4014),
        ({"shard": [2, 2]}, 4010),
    ],
)
async def test_an_identify_that_discord_refuses(discord, data, code):
    good = {"token": discord.token, "intents": 1, "properties": {}, "shard": [0, 1]}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{discord.url}/gateway") as ws,
    ):
        assert (await ws.receive_json())["op"] == 10
        await ws.send_json({"op": 2, "d": {**good, **data}})
        await ws.receive()
        assert ws.close_code == code
    if code == 4014:
        assert discord.pardon("privileged intents")


async def test_nothing_but_identify_comes_first(discord):
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{discord.url}/gateway") as ws,
    ):
        await ws.receive_json()
        await ws.send_json({"op": 1, "d": None})
        assert (await ws.receive_json())["op"] == 11
        await ws.send_json({"op": 3, "d": {}})
        await ws.receive()
        assert ws.close_code == 4003


async def test_a_session_nobody_knows_cannot_be_resumed(discord):
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{discord.url}/gateway") as ws,
    ):
        await ws.receive_json()
        known = {"token": discord.token, "session_id": "gone", "seq": 3}
        await ws.send_json({"op": 6, "d": known})
        assert await ws.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
