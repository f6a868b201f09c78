"""The leaderboard of a server: one message, renewed each Monday by the server's clock."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.daily.days import day_at, ends_at, set_of
from bot.leaderboard import month_at, month_begins
from bot.screens.settings.menus import ChangeServer
from bot.store.deal_sets import WEEK
from bot.store.ledger import seals
from discord_standin.model.places import Channel
from discord_standin.model.writing import erase
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group
from tests.e2e.own_data import is_forgotten

ZONE = "Pacific/Kiritimati"
DAY = 86_400


async def page(group: Group) -> Shown:
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    own = (await ann.types(group.channel, "/my settings")).message
    server = (await ann.press(own, "Settings of this server")).message
    return (await ann.press(server, "Leaderboard")).message


async def choose(group: Group, *channels: Channel) -> None:
    menu = str(ChangeServer("channel", "leaderboard"))
    reply = await group.people[0].select(await page(group), *channels, menu=menu)
    assert reply.error == ""
    await group.house.settle()


async def choose_zone(group: Group) -> None:
    ann = group.people[0]
    own = (await ann.types(group.channel, "/my settings")).message
    server = (await ann.press(own, "Settings of this server")).message
    daily = (await ann.press(server, "Daily deal")).message
    modal = (await ann.press(daily, "Time zone")).modal
    assert modal is not None
    await ann.submit(modal, {"When does the day end here?": ZONE})
    await group.house.settle()


def leaderboards(person: Person, channel: Channel) -> list[Shown]:
    """What somebody reads there besides the summaries of months."""
    return [shown for shown in person.reads(channel) if "The month" not in shown.text]


def monday(group: Group) -> int:
    """When the next week begins there."""
    now = int(group.house.discord.clock.now())
    begins = ends_at(set_of(WEEK, day_at(ZONE, now)), ZONE)
    there = datetime.fromtimestamp(begins, ZoneInfo(ZONE))
    assert (there.weekday(), there.hour, there.minute) == (0, 0, 0)
    return begins


async def let_pass_until(group: Group, at: int) -> None:
    await group.house.let_pass(at - group.house.discord.clock.now())


@pytest.mark.table(2, until="played")
async def test_one_message_is_renewed_each_monday(group: Group, discord: StandIn):
    ann, bob = group.people
    news = discord.add_channel(group.guild, "news")
    await choose(group, news)
    await choose_zone(group)
    (first,) = bob.reads(news)
    assert "Leaderboard" in first.text
    assert "· 1 hand" in first.text
    assert "No hand was won last week." in first.text, "this week is not over"
    assert all(each.message.channel is not news for each in bob.pings()), "it notifies nobody"

    begins = monday(group)
    await let_pass_until(group, begins - 1)
    assert bob.last(news).text == first.text
    await group.house.restart()
    await let_pass_until(group, begins + 60)
    (second,) = leaderboards(bob, news)
    assert second.message is first.message, "it is the same message"
    assert "in hand #1" in second.text
    with group.house.read() as db:
        sealed = seals.latest(db, group.guild.id)
    assert sealed is not None
    assert sealed.written in second.text
    assert f"<t:{begins + 7 * DAY}:R>" in second.text
    standing = await bob.press(second, "Standing")
    assert standing.message.is_ephemeral
    assert "Ledger" in standing.text

    erase(discord.world, second.message)
    await let_pass_until(group, begins + 7 * DAY + 60)
    (third,) = leaderboards(ann, news)
    assert third.message is not first.message, "it was deleted, and is posted anew"
    assert "No hand was won last week." in third.text

    assert "Bob" in third.text
    await bob.types(group.channel, "/ofc leave")
    await is_forgotten(bob, group.channel)
    await group.house.let_pass(60)
    (fourth,) = leaderboards(ann, news)
    assert fourth.message is third.message
    assert "Bob" not in fourth.text
    assert "Player " in fourth.text


@pytest.mark.table(2, until="played")
async def test_a_month_is_summed_up_in_one_message_once_it_is_over(group: Group, discord: StandIn):
    _ann, bob = group.people
    news = discord.add_channel(group.guild, "news")
    await choose(group, news)
    await choose_zone(group)
    month = month_at(ZONE, int(discord.clock.now()))
    over = month_begins(month + 1, ZONE)
    await let_pass_until(group, over - 60)
    assert len(bob.reads(news)) == 1
    await group.house.restart()
    await let_pass_until(group, over + 60)
    _leaderboard, summary = bob.reads(news)
    assert summary.text.startswith("## The month")
    assert f"<t:{month_begins(month, ZONE)}:D> – <t:{over - 1}:D> · 1 hand · 2 people played" in (
        summary.text
    )
    assert re.findall(r"^\d\. \*\*(?:Ann|Bob) ", summary.text, re.MULTILINE) != []
    assert all(each.message.channel is not news for each in bob.pings()), "it notifies nobody"
    await let_pass_until(group, month_begins(month + 2, ZONE) + 60)
    assert len(bob.reads(news)) == 2, "there was no hand in the month after"


@pytest.mark.table(2, until="played")
async def test_without_a_leaderboard_no_month_is_summed_up(group: Group, discord: StandIn):
    news = discord.add_channel(group.guild, "news")
    await choose(group, news)
    await choose(group)
    over = month_begins(month_at(None, int(discord.clock.now())) + 1, None)
    await let_pass_until(group, over + 60)
    assert group.people[1].reads(news) == []


@pytest.mark.parametrize("zone", ["UTC", ZONE, "America/New_York"])
def test_a_month_ends_where_the_next_one_begins(zone: str):
    for month in range(12 * 2026, 12 * 2028):
        begins = month_begins(month, zone)
        assert month_at(zone, begins) == month
        assert month_at(zone, begins - 1) == month - 1


@pytest.mark.table(1, until="gathered")
async def test_it_moves_with_its_channel_and_goes_with_it(group: Group, discord: StandIn):
    (ann,) = group.people
    one, two = (discord.add_channel(group.guild, name) for name in ("one", "two"))
    await choose(group, one)
    assert "No hand counts here yet" in ann.last(one).text
    await choose(group, two)
    assert ann.reads(one) == []
    assert len(ann.reads(two)) == 1
    await choose(group)
    assert ann.reads(two) == []
    await choose(group, one)
    assert len(ann.reads(one)) == 1, "it is posted anew where it was before"

    await choose(group, two)
    discord.remove_channel(two)
    await group.house.let_pass(8 * DAY)
    with group.house.read() as db:
        (row,) = db.execute("SELECT * FROM messages WHERE kind = 'leaderboard'").fetchall()
        kept = db.execute("SELECT leaderboard_channel_id AS id FROM guilds").fetchall()
    assert [each["id"] for each in kept] == [None]
    assert (row["message_id"], row["changes"], row["due_at"]) == (None, 0, None)
