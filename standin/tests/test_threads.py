"""Threads: where there are some, of which type, and how many."""

import discord as api
import pytest

from discord_standin.vocabulary import ChannelType


async def test_threads_are_of_the_type_of_their_channel(discord, bot, guild):
    text = discord.add_channel(guild, "text")
    news = discord.add_channel(guild, "news", ChannelType.ANNOUNCEMENT)
    await discord.until(lambda: bot.get_channel(news.id) is not None)
    for channel, kind in (
        (text, api.ChannelType.public_thread),
        (news, api.ChannelType.news_thread),
    ):
        where = bot.get_channel(channel.id)
        thread = await where.create_thread(name="one", type=kind)
        assert thread.type is kind
        assert (await (await where.send("two")).create_thread(name="two")).type is kind
    with pytest.raises(api.HTTPException) as refused:
        await bot.get_channel(news.id).create_thread(
            name="three", type=api.ChannelType.public_thread
        )
    assert refused.value.code == 50035
    discord.pardon("Value must be one of")


async def test_a_voice_channel_has_no_threads(discord, bot, guild):
    voice = discord.add_channel(guild, "voice", ChannelType.VOICE)
    await discord.until(lambda: bot.get_channel(voice.id) is not None)
    message = await bot.get_channel(voice.id).send("hello")
    with pytest.raises(api.HTTPException) as refused:
        await message.create_thread(name="one")
    assert refused.value.code == 50024
    discord.pardon("50024")


async def test_only_so_many_threads_are_open_and_made_in_a_time(discord, bot, channel):
    await discord.until(lambda: bot.get_channel(channel.id) is not None)
    where = bot.get_channel(channel.id)
    discord.world.most_threads = 1
    first = await (await where.send("one")).create_thread(name="one")
    with pytest.raises(api.HTTPException) as refused:
        await (await where.send("two")).create_thread(name="two")
    assert refused.value.code == 160006
    await first.edit(archived=True)
    discord.limit_threads(1, 100)
    await (await where.send("three")).create_thread(name="three")
    discord.world.most_threads = 9
    bot.http.max_ratelimit_timeout = 30.0
    with pytest.raises(api.RateLimited) as limited:
        await (await where.send("four")).create_thread(name="four")
    assert limited.value.retry_after == pytest.approx(100)
    discord.advance(100)
    await (await where.send("five")).create_thread(name="five")
