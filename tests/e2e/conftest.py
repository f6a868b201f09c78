"""A stand-in with the bot in it; at the end nothing may have gone wrong unseen."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from discord_standin.clock import Clock
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from standin.tests.spec import Spec
from tests.e2e.house import Group, House
from tests.e2e.secrecy import Watch


@pytest_asyncio.fixture
async def discord(spec: Spec | None) -> AsyncGenerator[StandIn]:
    async with StandIn(validator=spec, clock=Clock(is_running=False)) as standin:
        yield standin
        assert standin.troubles_are_over


@pytest_asyncio.fixture
async def house(discord: StandIn, tmp_path: Path) -> AsyncGenerator[House]:
    house = House(discord, tmp_path / "ofc.sqlite3")
    await house.start()
    yield house
    await house.settle()
    await house.stop()
    late = [reply for reply in discord.replies if reply.seconds is None or reply.seconds > 3]
    assert late == [], "every interaction is answered within 3 s of the stand-in's time"
    assert discord.violations == []


@pytest.fixture
def guild(discord: StandIn) -> Guild:
    return discord.add_guild("Friends")


Gather = Callable[..., Group]


@pytest.fixture
def gather(discord: StandIn, house: House, guild: Guild) -> Callable[..., Group]:
    """Makes a group of so many people in a channel of their own, under watch for leaks."""
    watches: list[Watch] = []

    def make(count: int, channel: str = "poker") -> Group:
        people = [discord.add_person(name, guild) for name in ("Ann", "Bob", "Mia", "Zoë", "Kim")]
        group = Group(house, guild, discord.add_channel(guild, channel), people[:count])
        watches.append(Watch(discord.world, house.path, people))
        return group

    yield make
    for watch in watches:
        assert watch.leaks == []


@pytest.fixture
def gathered(discord: StandIn, house: House) -> Callable[..., Group]:
    """Makes a group who speak one language on a server that speaks another."""

    def make(names: tuple[str, ...], own: str, common: str) -> Group:
        guild = discord.add_guild("Friends", locale=common)
        people = [discord.add_person(name, guild, locale=own) for name in names]
        people[0].join(guild, Permission.MANAGE_GUILD)
        return Group(house, guild, discord.add_channel(guild, "poker"), people)

    return make
