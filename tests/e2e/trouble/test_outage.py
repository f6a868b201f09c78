"""Cut off from Discord's gateway nobody can press anything: that time is nobody's loss (R11.1)."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from yarl import URL

from bot.client import OfcBot
from discord_standin.clock import Clock
from discord_standin.gateway.gateway import Drop
from discord_standin.standin import StandIn
from sandbox.placing import placing_message
from standin.tests.spec import Spec
from tests.e2e.house import Group, House
from tests.e2e.reminding import verify_ten_minutes_left

pytestmark = pytest.mark.table(2, clock="10m")

STEP = 20
"""Seconds: too few to look like a sleep of the machine."""


Pass = Callable[[int], Awaitable[None]]


@pytest.fixture
def shards() -> int:
    """The bot's connections to Discord; each has its servers."""
    return 1


@pytest_asyncio.fixture
async def discord(spec: Spec | None, shards: int) -> AsyncGenerator[StandIn]:
    async with StandIn(shards=shards, validator=spec, clock=Clock(is_running=False)) as standin:
        yield standin


@pytest.fixture
def passing(house: House, monkeypatch: pytest.MonkeyPatch) -> Pass:
    """Lets seconds pass for the machine and for Discord while the timer looks by itself."""
    real, passed = time.time, [0]
    monkeypatch.setattr(time, "time", lambda: real() + passed[0])

    async def let_pass(seconds: int) -> None:
        for _ in range(seconds // STEP):
            passed[0] += STEP
            house.discord.advance(STEP)
            assert house.bot is not None
            house.bot.timer.wake()
            await house.settle()

    return let_pass


@asynccontextmanager
async def outage(discord: StandIn, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[None]:
    """A shard's connection is cut, and the gateway lets it in again only at the end."""
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.05)
    before = discord._gateway.refusals = 10_000
    next(iter(discord._gateway._connections)).cut()
    await discord.until(lambda: discord._gateway.refusals < before - 1)
    yield
    discord._gateway.refusals = 0


@pytest.mark.parametrize("shards", [1, 2])
async def test_an_outage_of_the_gateway_is_nobodys_loss(
    group: Group, house: House, passing: Pass, monkeypatch: pytest.MonkeyPatch
):
    async with outage(house.discord, monkeypatch):
        await passing(800)
        assert placing_message(group.people[1], group.channel) is not None, "nothing is due"
    await house.discord.connected()
    await passing(STEP)
    await verify_ten_minutes_left(group)


async def test_an_outage_in_which_the_bot_is_started_anew_is_nobodys_loss(
    group: Group, house: House, passing: Pass, monkeypatch: pytest.MonkeyPatch
):
    async with outage(house.discord, monkeypatch):
        await passing(800)
        await house.stop()
    await house.start()
    await verify_ten_minutes_left(group)


@pytest.mark.parametrize("how", list(Drop))
async def test_after_a_short_interruption_time_goes_on(
    group: Group, house: House, passing: Pass, how: Drop
):
    await house.discord.drop_gateway(how)
    await passing(580)
    assert placing_message(group.people[1], group.channel) is not None
    await passing(2 * STEP)
    assert placing_message(group.people[1], group.channel) is None


@pytest.mark.house(first_pause=0.0)
async def test_a_start_that_does_not_get_to_the_gateway_is_nobodys_loss(
    group: Group, house: House, passing: Pass, monkeypatch: pytest.MonkeyPatch
):
    class EarlyBot(OfcBot):
        async def prepare(self) -> None:
            await super().prepare()
            house.bot = self

    monkeypatch.setattr("sandbox.bot.OfcBot", EarlyBot)
    await house.stop()
    house.discord.refuse_gateway()
    starting = asyncio.create_task(house.start())
    await house.discord.until(lambda: house.bot is not None)
    await passing(800)
    assert placing_message(group.people[1], group.channel) is not None
    await starting
    await verify_ten_minutes_left(group)


@pytest.mark.parametrize("shards", [2])
async def test_a_start_counts_as_away_until_the_last_shard_is_connected(
    group: Group, house: House, passing: Pass, monkeypatch: pytest.MonkeyPatch
):
    first, let_in = asyncio.Event(), asyncio.Event()

    class HalfBot(OfcBot):
        async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
            if shard_id == 1:
                house.bot = self
                first.set()
                await let_in.wait()
            await super().launch_shard(gateway, shard_id, initial=initial)

    await house.stop()
    monkeypatch.setattr("sandbox.bot.OfcBot", HalfBot)
    starting = asyncio.create_task(house.start())
    await first.wait()
    await passing(800)
    assert placing_message(group.people[1], group.channel) is not None, "nothing is due"
    let_in.set()
    await starting
    await verify_ten_minutes_left(group)


def shard_of(house: House):
    assert house.bot is not None
    shard = house.bot.get_shard(0)
    assert shard is not None
    return shard._parent


async def test_a_lost_connection_is_tried_again_every_five_minutes_at_least(house: House):
    pauses = [shard_of(house)._backoff.delay() for _ in range(200)]
    assert 200 < max(pauses) <= 300


async def test_an_answer_that_is_quicker_than_the_clock_is_no_alarm(
    house: House, caplog: pytest.LogCaptureFixture
):
    """It comes before the thread has noted when its heartbeat was sent."""
    heartbeat = shard_of(house).ws._keep_alive
    heartbeat._last_send -= 41.3
    assert heartbeat.get_payload()["op"] == 1
    heartbeat.ack()
    assert heartbeat.latency < 10
    assert "Can't keep up" not in caplog.text
