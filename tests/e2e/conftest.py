"""A stand-in with the bot in it; at the end nothing may have gone wrong unseen."""

from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, Literal, ParamSpec, TypeVar

import pytest
import pytest_asyncio

from bot.settings import Address
from bot.store import connection
from bot.workers import computers, timer
from discord_standin.clock import Clock
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from sandbox.script import HANDS, PLAYERS
from standin.tests.spec import Spec
from tests.e2e.house import Group, House
from tests.e2e.mentions import wrong_mentions
from tests.e2e.secrecy import Watch
from tests.servers import PostgreSQL
from tests.thoughts import once


@pytest_asyncio.fixture
async def discord(spec: Spec | None) -> AsyncGenerator[StandIn]:
    async with StandIn(validator=spec, clock=Clock(is_running=False)) as standin:
        yield standin
        assert standin.troubles_are_over


T = TypeVar("T")
_P = ParamSpec("_P")


class _LastingPool(ProcessPoolExecutor):
    """A process that outlives the bots that think in it, and thinks nothing twice."""

    def __init__(self, thoughts: Path | None) -> None:
        super().__init__(1, mp_context=get_context("spawn"))
        self._thoughts = thoughts

    def submit(self, fn: Callable[_P, T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[T]:
        """Have it thought about, unless it was in another test."""
        return super().submit(once, self._thoughts, partial(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave it to the bots after this one."""

    def end(self) -> None:
        """End it, once no bot is left."""
        super().shutdown(wait=True, cancel_futures=True)


@pytest.fixture(scope="session")
def thinking(thoughts: Path | None) -> Iterator[_LastingPool]:
    """Where all bots think: to begin a process of its own costs each more than most tests."""
    pool = _LastingPool(thoughts)
    yield pool
    pool.end()


@pytest.fixture(autouse=True)
def thinking_together(thinking: _LastingPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot begins a process of its own to think in, nor thinks otherwise than another one has."""
    monkeypatch.setattr("bot.tasks._pool", lambda: thinking)
    for worker in (computers, timer):
        monkeypatch.setattr(worker, "getrandbits", lambda _: 1)


@pytest.fixture(autouse=True)
def short_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database's log is laid out for few pages: that is a fifth of what a start costs else."""
    monkeypatch.setattr(connection, "_MOST", 500_000)


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Address]:
    """Where the bot keeps everything, as `--engine` says: in a file or on a server."""
    if request.config.getoption("engine") == "sqlite":
        yield tmp_path / "ofc.sqlite3"
        return
    server: PostgreSQL = request.getfixturevalue("postgresql")
    with server.database() as address:
        yield address


_HAS_FAILED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep whether a test has failed, for what is done after it."""
    report = yield
    item.stash[_HAS_FAILED] = item.stash.get(_HAS_FAILED, False) or report.failed
    return report


@pytest_asyncio.fixture
async def house(
    request: pytest.FixtureRequest, discord: StandIn, address: Address, tmp_path: Path
) -> AsyncGenerator[House]:
    """The bot, of the class and with the options that the marker `house` names."""
    marker = request.node.get_closest_marker("house") or pytest.mark.house().mark
    options = dict(marker.kwargs)
    kind: type[House] = options.pop("kind", House)
    house = kind(discord, address, tmp_path, **options)
    await house.start()
    yield house
    # After a failure somebody may wait for ever, and what else is not as it should be tells little.
    await (house.stop() if request.node.stash[_HAS_FAILED] else house.close())


@pytest.fixture
def guild(discord: StandIn) -> Guild:
    return discord.add_guild("Friends")


NAMES: Final = ("Ann", "Bob", "Mia", "Zoë", "Kim")
Gather = Callable[..., Group]


@pytest.fixture
def gather(discord: StandIn, house: House, guild: Guild) -> Iterator[Gather]:
    """Makes a group of so many people in a channel of their own, under watch for leaks.

    At the end the commands that they have read of are those that they could tap.
    """
    watches: list[Watch] = []

    def make(count: int, channel: str = "poker") -> Group:
        people = [discord.add_person(name, guild) for name in NAMES]
        group = Group(house, guild, discord.add_channel(guild, channel), people[:count])
        onlooker = people[count : count + 1]
        watches.append(Watch(discord.world, house.committed, group.people + onlooker))
        return group

    yield make
    for watch in watches:
        watch.finish()
        assert watch.leaks == []
        assert watch.doubles() == []
    assert list(wrong_mentions(discord)) == []


@pytest_asyncio.fixture
async def group(request: pytest.FixtureRequest, gather: Gather) -> Group:
    """Ann, the host, Bob, who acts first, and others at a table, as the marker `table` says."""
    marker = request.node.get_closest_marker("table") or pytest.mark.table().mark
    return await _at_a_table(gather, *marker.args, **marker.kwargs)


async def _at_a_table(
    gather: Gather,
    people: int = 2,
    *,
    until: Literal["gathered", "seated", "dealt", "played"] = "dealt",
    **options: str | int,
) -> Group:
    """So many people, who have come so far in their first hand; `options` are those of a table."""
    group = gather(people)
    if until != "gathered":
        await group.sit_down(**options)
    if until == "dealt":
        await group.deal()
    if until == "played":
        await group.play_hand()
    return group


@pytest.fixture
def alone(gather: Gather) -> Group:
    """Ann, whose table has no other person yet."""
    return gather(1)


@pytest.fixture
def scripted(house: House) -> None:
    """The deals to come are those of the demo's script, in which Ann reaches Fantasyland."""
    assert NAMES[:3] == PLAYERS
    house.secrets = iter([hand.secret for hand in HANDS])


@pytest.fixture
def gathered(discord: StandIn, house: House) -> Callable[..., Group]:
    """Makes a group who speak one language on a server that speaks another."""

    def make(names: tuple[str, ...], own: str, common: str) -> Group:
        guild = discord.add_guild("Friends", locale=common)
        people = [discord.add_person(name, guild, locale=own) for name in names]
        people[0].join(guild, Permission.MANAGE_GUILD)
        return Group(house, guild, discord.add_channel(guild, "poker"), people)

    return make
