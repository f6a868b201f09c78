"""Summaries of days, which a server may have posted in a channel."""

from random import Random

import pytest

from bot.daily.days import day_at, over_at
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.daily.playing import begin, finish
from tests.e2e.house import House


@pytest.mark.parametrize(("late", "comes"), [(3600, True), (24 * 3600, False)])
async def test_one_that_its_channel_did_not_take_comes_until_the_next_is_due(
    discord: StandIn, guild: Guild, house: House, late: int, comes: bool
):
    ann, news = discord.add_person("Ann", guild), discord.add_channel(guild, "daily-news")
    ann.join(guild, Permission.MANAGE_GUILD)
    own = (await ann.types(news, "/my settings")).message
    server = (await ann.press(own, "Settings of this server")).message
    page = (await ann.press(server, "Daily deal")).message
    await ann.select(page, news)
    day = day_at(None, int(discord.clock.now()))
    await finish(ann, await begin(ann, news, house), house, Random(1))
    discord.deny_bot(news, Permission.SEND_MESSAGES)
    await house.let_pass(over_at(day) + late - discord.clock.now())
    said = [shown.text for shown in ann.reads(news) if "1 person played it here" in shown.text]
    assert said == []
    discord.deny_bot(news)
    await house.catch_up()
    said = [shown for shown in ann.reads(news) if "1 person played it here" in shown.text]
    assert bool(said) is comes
