"""Tournaments in which Discord says no, in time that passes as it does for a bot that runs."""

import asyncio
from functools import partial
from typing import Final

import pytest

from discord_standin.clock import Clock
from discord_standin.standin import StandIn
from discord_standin.traffic import Exchange
from discord_standin.vocabulary import Permission
from tests.e2e import knock_out
from tests.e2e.house import Group, House
from tests.simulation.disk import Disk
from tests.simulation.network import ADDRESS
from tests.simulation.steadily import live, with_bot
from tests.simulation.world import logged_to
from tools.benchmarks.requests import Routes
from tools.benchmarks.town import Town, deal_everywhere

OPENINGS: Final = 10
"""So many direct messages a minute may be opened."""
MINUTE: Final = 60.0
OPEN: Final = ("POST", "/users/@me/channels")
OK: Final = 200
REFUSED: Final = (401, 403, 429)
"""What counts towards a ban."""


def gathered(people: int, disk: Disk) -> Group:
    """So many people in a channel of a stand-in whose bot does not run yet."""
    discord = StandIn(clock=Clock(), port=ADDRESS[1])
    guild = discord.add_guild("Friends")
    discord.add_channel(guild, "welcome")  # where the bot greets them
    channel = discord.add_channel(guild, "poker")
    crowd = [discord.add_person(f"p{number}", guild) for number in range(people)]
    house = House(discord, disk.database, disk.database.parent)
    with house.read():
        pass  # tests copy the first database of their process: it must outlive this world
    return Group(house, guild, channel, crowd)


async def joined(group: Group) -> None:
    """Open a knock-out that all join, one right after the other."""
    await knock_out.opened(group, seats=3)
    for person in group.people[1:]:
        told = await knock_out.press(group, person, "Join")
        assert told.startswith("You're in."), told


async def rush(people: int, disk: Disk) -> None:
    """People whose direct messages cannot all be opened play the first hand of a knock-out."""
    group = gathered(people, disk)
    house, discord, crowd = group.house, group.house.discord, group.people
    discord.limit_openings(OPENINGS, MINUTE)
    refused: list[Exchange] = []

    def note(each: Exchange) -> None:
        if (each.method, each.path) == OPEN and each.status != OK:
            refused.append(each)

    async def play() -> None:
        await joined(group)
        before = [len(person.pings()) for person in crowd]
        await knock_out.press(group, crowd[0], "Start")
        await asyncio.sleep(MINUTE)
        called = [len(person.pings()) for person in crowd]
        assert all(now > was for now, was in zip(called, before, strict=True))
        assert all(knock_out.to_place(group, person) for person in crowd), "all have their cards"
        await knock_out.place_all(group)
        assert not any(knock_out.to_place(group, person) for person in crowd)
        await asyncio.sleep(MINUTE)
        assert knock_out.found(house).row.round == 2, "the next hand comes"
        house.committed.close()

    discord.follow_requests(note)
    await with_bot(discord, disk, play)
    assert 0 < len(refused) <= 5, "it does not go on trying"
    assert discord.violations == []


async def play_where_nothing_may_be_written(people: int, disk: Disk) -> None:
    """They play on in private for ten minutes, once their threads take no messages."""
    group = gathered(people, disk)
    house, discord = group.house, group.house.discord
    refused: list[Exchange] = []

    def note(each: Exchange) -> None:
        if each.status in REFUSED:
            refused.append(each)

    async def play() -> None:
        await joined(group)
        await knock_out.press(group, group.people[0], "Start")
        discord.deny_bot(group.channel, Permission.SEND_MESSAGES_IN_THREADS)
        until = discord.clock.now() + 10 * MINUTE
        while discord.clock.now() < until:
            await knock_out.place_all(group)
            await asyncio.sleep(5)
        assert knock_out.found(house).row.round > 5
        house.committed.close()

    discord.follow_requests(note)
    await with_bot(discord, disk, play)
    assert 0 < len(refused) <= 60


async def start_with_much_to_show(tables: int, disk: Disk) -> None:
    """More is to be posted at once than Discord takes in a second."""
    discord = StandIn(clock=Clock(), port=ADDRESS[1], rate_limits=True)
    town, routes = Town(discord), Routes(discord)
    town.settle_down(tables, seats=3)
    deal_everywhere(disk.database, town)

    async def look() -> None:
        await asyncio.sleep(MINUTE)
        assert len(town.cards) == tables, "whoever is first has cards"

    with logged_to([]):
        await with_bot(discord, disk, look)
    assert routes.all.total() > 60
    assert not routes.limited


@pytest.mark.parametrize("people", [12, pytest.param(200, marks=pytest.mark.exhaustive)])
def test_everybody_is_called_within_a_minute_and_nobodys_hand_is_lost(people: int):
    live(partial(rush, people))


def test_discord_is_never_asked_more_than_it_takes_in_a_second():
    live(partial(start_with_much_to_show, 20))


@pytest.mark.parametrize("people", [4, pytest.param(9, marks=pytest.mark.exhaustive)])
def test_a_knock_out_without_its_permission_is_refused_seldom(people: int):
    live(partial(play_where_nothing_may_be_written, people))
