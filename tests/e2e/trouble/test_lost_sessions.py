"""The gateway's session cannot be resumed: Discord does not tell what has happened meanwhile."""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from discord_standin.clock import Clock
from discord_standin.standin import StandIn
from standin.tests.spec import Spec
from tests.e2e.house import Group, House


@pytest_asyncio.fixture
async def discord(spec: Spec | None, shards: int) -> AsyncGenerator[StandIn]:
    async with StandIn(shards=shards, validator=spec, clock=Clock(is_running=False)) as standin:
        yield standin


@pytest.mark.table(2)
@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("what", ["channel", "server"])
async def test_what_is_lost_before_a_shard_has_a_new_session_closes_its_table(
    group: Group, house: House, discord: StandIn, monkeypatch: pytest.MonkeyPatch, what: str
):
    """Discord does not tell of it afterwards, and discord.py forgets no server by itself."""

    def pause(_: object) -> float:
        return 0.05

    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", pause)
    gateway = discord._gateway  # pyright: ignore[reportPrivateUsage]
    sessions, connections = gateway._sessions, gateway._connections  # pyright: ignore[reportPrivateUsage]
    lost = next(each for each in sessions.values() if each.hears_of(group.guild.id))
    del sessions[lost.id]
    next(each for each in connections if each.session is lost).cut()
    if what == "channel":
        discord.remove_channel(group.channel)
    else:
        discord.remove_bot(group.guild)
    bob = group.people[1]
    await discord.until(lambda: "doesn't count" in bob.last(bob.dm).text)
    await house.catch_up()
    assert not bob.last(bob.dm).buttons
