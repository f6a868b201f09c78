"""Two processes serve one bot: nobody at a table notices, even if one of them is killed."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from discord_standin.clock import Clock
from discord_standin.standin import StandIn
from tests.e2e.house import Group
from tests.e2e.pair import HALVES, LEASE, SHARDS, Pair, guild_in
from tests.servers import PostgreSQL

DMS, CHANNELS = 0, 1
"""The process that is told of direct messages, and the one that is told of the table's channel."""


@pytest.fixture
async def pair(postgresql: PostgreSQL, tmp_path: Path) -> AsyncIterator[Pair]:
    clock = Clock(is_running=False)
    async with StandIn(shards=SHARDS, max_concurrency=SHARDS, clock=clock) as discord:
        pair = Pair(discord, postgresql.new(), tmp_path)
        guild = guild_in(discord, HALVES[CHANNELS])
        people = [discord.add_person(name, guild) for name in ("Ann", "Bob")]
        pair.group = Group(pair, guild, discord.add_channel(guild, "poker"), people)
        await pair.start()
        yield pair
        await pair.close()


def results(group: Group) -> list[str]:
    """The results that the channel shows, each once."""
    found = [
        shown.text for shown in group.people[0].reads(group.channel) if "(total " in shown.text
    ]
    assert len(found) == len(set(found))
    return found


async def test_whoever_is_killed_in_mid_hand_every_hand_is_played_once(pair: Pair):
    """A table of one process is played in the direct messages of the other.

    That one paints what a dead one has left, and gives it back when it is there again.
    """
    group = pair.group
    await group.sit_down()
    assert await group.play_hand() > 10
    late = [r for r in pair.discord.replies if r.seconds is None or r.seconds > 3]
    assert late == []
    for half in (CHANNELS, DMS):
        await group.deal()
        await group.act(group.people[1])
        await pair.kill(half)
        if half is DMS:
            await pair.begin_again(half)
        await group.finish()
        if half is CHANNELS:
            await pair.begin_again(half)
    assert len(results(group)) == 3


async def test_what_is_due_is_done_by_the_other_within_a_lease(pair: Pair):
    """Somebody's time runs out while nobody serves their server, because it was stopped or died."""
    group = pair.group
    await group.sit_down(clock="1m")
    await group.deal()
    await pair.kill(CHANNELS)
    await pair.let_pass(90)
    await pair.discord.until(lambda: len(pair.log(group.channel)) > 0, within=3 * LEASE)
    await pair.begin_again(CHANNELS)
    done = len(pair.log(group.channel))
    await pair.stop_one(CHANNELS)
    await pair.let_pass(90)
    await pair.discord.until(lambda: len(pair.log(group.channel)) > done, within=LEASE)
    await group.finish()
    assert len(results(group)) == 1
    await pair.begin_again(CHANNELS)


@pytest.mark.exhaustive
async def test_killed_a_hundred_times_nothing_is_lost_or_twice(pair: Pair):
    group, random = pair.group, Random(21)
    await group.sit_down()
    for hands in range(1, 35):
        await group.deal()
        for _ in range(3):
            person = random.choice(group.people)
            for _ in range(random.randint(0, 3)):
                choice = group.choice(person)
                if choice is not None:
                    await person.press(*choice)
            half = random.choice([DMS, CHANNELS])
            await pair.kill(half)
            await pair.begin_again(half)
        await group.finish()
        assert len(results(group)) == hands
